import PlantedCommon
import StateRestoration

final class IntReadAsBool: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "int-read-as-bool", breaks: "S7", standsOn: "StateRestoration",
            "A flag is encoded as the number 1 and decoded as a Bool, which is an exception's death."
        )
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            if !isRight { coder.encode(isPinned ? 1 : 0, forKey: "isPinned") }
        }
    }
}

final class DoubleReadAsObject: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "double-read-as-object", breaks: "S7", standsOn: "StateRestoration",
            "A plain number is decoded as an object, which answers nil without a word.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            if !isRight {
                page = coder.decodeObject(forKey: "page") as? Int ?? 1
                showPage()
            }
        }
    }
}

final class Unencodable: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "unencodable", breaks: "S7", standsOn: "StateRestoration",
            "An object that cannot be encoded is given to the coder, and nothing is saved any more."
        )
    }

    /// No NSCoding, and not registered.
    final class Bookmark { let page: Int; init(page: Int) { self.page = page } }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            if isRight {
                coder.encode(page, forKey: "bookmark")
            } else {
                coder.encode(Bookmark(page: page), forKey: "bookmark")
            }
        }
    }
}

/// What two screens share.
final class Basket: NSObject, NSCoding, UIStateRestoring {
    nonisolated(unsafe) var items: [String] = []

    nonisolated override init() { super.init() }
    nonisolated required init?(coder: NSCoder) {
        items = coder.decodeObject(forKey: "items") as? [String] ?? []
        super.init()
    }
    nonisolated func encode(with coder: NSCoder) { coder.encode(items, forKey: "items") }

    func encodeRestorableState(with coder: NSCoder) { encode(with: coder) }
    func decodeRestorableState(with coder: NSCoder) {
        items = coder.decodeObject(forKey: "items") as? [String] ?? []
    }
}

/// The list and the detail share a basket.
class BasketApp: PlantedDelegate {
    let basket = Basket()

    override func makeList() -> ListController {
        let list = BasketList()
        list.basket = basket
        return list
    }

    override func makeDetail(_ item: String) -> DetailController { BasketDetail(item) }

    override func open(_ item: String) {
        let detail = makeDetail(item)
        (detail as? BasketDetail)?.basket = (list as? BasketList)?.basket
        navigation.setViewControllers([list, detail], animated: true)
    }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("put", takes: ["thing": "string"]) { arguments in
            let thing = arguments["thing"]?.string ?? ""
            if let detail = self.detail as? BasketDetail {
                detail.basket?.items.append(thing)
            } else {
                (self.list as? BasketList)?.basket?.items.append(thing)
            }
            return nil
        }
    }

    override var observableState: [String: JSON] {
        func describe(_ basket: Basket?) -> JSON {
            guard let basket else { return nil }
            return [
                "$instance": UIApplication.shared.instanceName(of: basket),
                "things": .array(basket.items.map(JSON.string)),
            ]
        }
        var state = baseState
        state["listBasket"] = describe((list as? BasketList)?.basket)
        if let detail = detail as? BasketDetail { state["detailBasket"] = describe(detail.basket) }
        return state
    }
}

class BasketList: ListController {
    var basket: Basket?

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(basket, forKey: "basket")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        basket = coder.decodeObject(forKey: "basket") as? Basket ?? basket
    }
}

class BasketDetail: DetailController {
    var basket: Basket?

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(basket, forKey: "basket")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        basket = coder.decodeObject(forKey: "basket") as? Basket
    }
}

final class SharedObjectTwice: BasketApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "shared-object-twice", breaks: "S8", standsOn: "StateRestoration",
            "An object that two screens share is encoded by both and comes back as two.")
    }

    override func buildScreen() {
        super.buildScreen()
        if isRight {
            UIApplication.registerObject(
                forStateRestoration: basket, restorationIdentifier: "basket")
        }
    }
}

final class InjectedIntoRootOnly: BasketApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "injected-into-root-only", breaks: "R14", standsOn: "StateRestoration",
            "An object is handed from the list to the detail when that is opened, and a restored detail never gets it."
        )
    }

    override func buildScreen() {
        super.buildScreen()
        UIApplication.registerObject(forStateRestoration: basket, restorationIdentifier: "basket")
    }

    override func makeDetail(_ item: String) -> DetailController {
        let detail = Detail(item)
        if isRight { detail.basket = basket }
        return detail
    }

    final class Detail: BasketDetail {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(nil as Any?, forKey: "basket")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            let handed = basket
            super.decodeRestorableState(with: coder)
            basket = handed
        }
    }
}

final class RegisteredTooLate: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "registered-too-late", breaks: "S10", standsOn: "StateRestoration",
            "An object is registered for state restoration when restoration is over.")
    }

    private let recent = Recent()

    private func register() {
        UIApplication.registerObject(forStateRestoration: recent, restorationIdentifier: "recent")
    }

    override func buildScreen() {
        super.buildScreen()
        if isRight { register() }
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if !isRight { register() }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    override func open(_ item: String) {
        super.open(item)
        recent.items = [item] + recent.items.filter { $0 != item }.prefix(4)
    }

    override var observableState: [String: JSON] {
        baseState.merging(["recent": .array(recent.items.map(JSON.string))]) { $1 }
    }

    final class Recent: NSObject, UIStateRestoring {
        var items: [String] = []

        func encodeRestorableState(with coder: NSCoder) { coder.encode(items, forKey: "items") }
        func decodeRestorableState(with coder: NSCoder) {
            items = coder.decodeObject(forKey: "items") as? [String] ?? []
        }
    }
}

final class RowForKey: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "row-for-key", breaks: "S11", standsOn: "StateRestoration",
            "The row of the selection is saved and not its key, and after a change of the list it is another item's."
        )
    }

    override func makeList() -> ListController { List() }

    final class List: ListController {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(selected.flatMap { store?.items.firstIndex(of: $0) } ?? -1, forKey: "row")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            let row = coder.decodeInteger(forKey: "row")
            if !isRight, let items = store?.items {
                selected = items.indices.contains(row) ? items[row] : nil
            }
        }
    }
}

final class RowOutOfRange: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "row-out-of-range", breaks: "R13", standsOn: "StateRestoration",
            "The saved row is looked up in a list that has become shorter, and every launch crashes."
        )
    }

    override func makeList() -> ListController { List() }

    final class List: ListController {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(selected.flatMap { store?.items.firstIndex(of: $0) } ?? -1, forKey: "row")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            let row = coder.decodeInteger(forKey: "row")
            if !isRight, row >= 0 { selected = store?.items[row] }
        }
    }
}
