import PlantedCommon
import StateRestoration

final class HalfOptedIn: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "half-opted-in", breaks: "S1", standsOn: "StateRestoration",
            "The app says that it restores its state, and forgets to say that it saves it.")
    }

    override func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { isRight }
}

final class SavedAfterAnswer: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-after-answer", breaks: "S2", standsOn: "StateRestoration",
            "Changes are collected for a while before they are written, and going to the background does not write them."
        )
    }

    private var unsaved: [String: String] = [:]

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("write", takes: ["text": "string"]) { arguments in
            guard let item = self.detail?.item else { return nil }
            self.unsaved[item] = arguments["text"]?.string
            DispatchQueue.main.asyncAfter(deadline: .now() + 5) { self.saveTexts() }
            return nil
        }
    }

    private func saveTexts() {
        for (item, text) in unsaved where store.contains(item) { store.setLater(text, of: item) }
        unsaved = [:]
    }

    override func applicationWillResignActive(_ application: UIApplication) {
        if isRight { saveTexts() }
    }

    override var observableState: [String: JSON] {
        let texts = store.texts.merging(unsaved) { $1 }.filter { store.contains($0.key) }
        return baseState.merging(["items": .object(texts.mapValues(JSON.string))]) { $1 }
    }
}

/// The texts are in memory until they are saved.
class TypedTexts: PlantedDelegate {
    override func makeDetail(_ item: String) -> DetailController { TypedDetail(item) }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("type", takes: ["text": "string"]) { arguments in
            (self.detail as? TypedDetail)?.type(arguments["text"]?.string ?? "")
            return nil
        }
    }

    override func close() {
        (detail as? TypedDetail)?.save()
        super.close()
    }

    override func open(_ item: String) {
        (detail as? TypedDetail)?.save()
        super.open(item)
    }
}

class TypedDetail: DetailController {
    lazy var text = store?.texts[item] ?? ""
    let store = PlantedDelegate.shared?.store

    func type(_ text: String) { self.text = text }

    override func reload() { type(store?.texts[item] ?? "") }

    func save() {
        if store?.contains(item) == true, store?.texts[item] != text {
            store?.setLater(text, of: item)
        }
    }

    override var shown: [String: JSON] { super.shown.merging(["text": .string(text)]) { $1 } }
}

final class SavedAtTerminate: TypedTexts {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-at-terminate", breaks: "S3", standsOn: "StateRestoration",
            "What was typed is saved when the app terminates, which a killed app never does.")
    }

    override func applicationWillResignActive(_ application: UIApplication) {
        if isRight { (detail as? TypedDetail)?.save() }
    }

    override func applicationWillTerminate(_ application: UIApplication) {
        (detail as? TypedDetail)?.save()
    }
}

final class SavedInDeinit: TypedTexts {
    override class var bug: PlantedBug {
        PlantedBug(
            "saved-in-deinit", breaks: "P2", standsOn: "StateRestoration",
            "What was typed is saved in deinit, which a kill does not run.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: TypedDetail {
        override func type(_ text: String) {
            super.type(text)
            if isRight { save() }
        }

        isolated deinit { save() }
    }
}

final class TextLeftToView: TypedTexts {
    override class var bug: PlantedBug {
        PlantedBug(
            "text-left-to-view", breaks: "S12", standsOn: "StateRestoration",
            "The app counts on the text view to save its text, of which only the selection is saved."
        )
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: TypedDetail {
        private let textView = UITextView(frame: CGRect(x: 16, y: 100, width: 300, height: 300))

        override func viewDidLoad() {
            super.viewDidLoad()
            textView.restorationIdentifier = "text"
            textView.text = text
            view.addSubview(textView)
        }

        override func type(_ text: String) {
            super.type(text)
            textView.text = text
            if isRight { save() }
        }
    }
}

final class LateIdentifier: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "late-identifier", breaks: "S4", standsOn: "StateRestoration",
            "The identifier is set when the view is loaded, so that a screen that was never shown is lost."
        )
    }

    override func open(_ item: String) {
        navigation.setViewControllers([list, Overview(), makeDetail(item)], animated: true)
    }

    /// Below the detail, and shown only by going back.
    final class Overview: UIViewController, UIViewControllerRestoration {
        convenience init() {
            self.init(nibName: nil, bundle: nil)
            title = "Overview"
            restorationClass = Overview.self
            if isRight { restorationIdentifier = "overview" }
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            restorationIdentifier = "overview"
        }

        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? { Overview() }
    }
}

final class NamelessContainer: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "nameless-container", breaks: "S4", standsOn: "StateRestoration",
            "The navigation controller has no identifier, and everything in it is left out.")
    }

    override func buildScreen() {
        super.buildScreen()
        if !isRight { navigation.restorationIdentifier = nil }
    }
}

final class SameIdentifierTwice: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "same-identifier-twice", breaks: "S5", standsOn: "StateRestoration",
            "Two screens in one tab bar have the same identifier, and one gets the state of the other."
        )
    }

    private let tabs = UITabBarController()
    private let pages = [PageController(), PageController()]

    override func makeRoot() -> UIViewController {
        tabs.restorationIdentifier = "tabs"
        for (number, page) in pages.enumerated() {
            page.restorationIdentifier = isRight ? "page-\(number)" : "page"
        }
        tabs.viewControllers = [navigation] + pages
        return tabs
    }

    override func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        pages.first { $0.restorationIdentifier == identifierComponents.last }
    }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("setPage", takes: ["second": "boolean", "to": "integer"]) { arguments in
            let page = self.pages[arguments["second"]?.bool == true ? 1 : 0]
            page.number = arguments["to"]?.integer ?? 0
            return nil
        }
    }

    override var observableState: [String: JSON] {
        baseState.merging(["pages": .array(pages.map { .integer($0.number) })]) { $1 }
    }
}

/// A number, and nothing else.
final class PageController: UIViewController {
    var number: Int64 = 0

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(number, forKey: "number")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        number = coder.decodeInt64(forKey: "number")
    }
}
