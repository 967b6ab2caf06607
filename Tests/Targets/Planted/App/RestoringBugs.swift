import PlantedCommon
import StateRestoration

final class ScreenBuiltLate: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "screen-built-late", breaks: "R1", standsOn: "StateRestoration",
            "The screens are made in didFinishLaunching, when restoration has found none of them.")
    }

    override func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if isRight { buildScreen() }
        return true
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if !isRight { buildScreen() }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

final class StartScreenAlways: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "start-screen-always", breaks: "R1", standsOn: "StateRestoration",
            "didFinishLaunching puts up the start screen over what was restored.")
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if !isRight { navigation.viewControllers = [list] }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

final class AlwaysDeclines: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "always-declines", breaks: "R2", standsOn: "StateRestoration",
            "The saved version, a text, is compared with a number, so that no state is ever restored."
        )
    }

    override func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        let saved = coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey)
        return isRight ? saved as? String == application.bundleVersion : saved as? Int == build
    }
}

final class ClassAnswersNil: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "class-answers-nil", breaks: "R3", standsOn: "StateRestoration",
            "The restoration class compares the identifier with a misspelt one and answers nil.")
    }

    override func makeDetail(_ item: String) -> DetailController {
        let detail = super.makeDetail(item)
        detail.restorationClass = Restoration.self
        return detail
    }

    final class Restoration: UIViewControllerRestoration {
        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? {
            guard identifierComponents.last == (isRight ? "detail" : "Detail") else { return nil }
            return DetailRestoration.viewController(
                withRestorationIdentifierPath: identifierComponents, coder: coder)
        }
    }
}

final class ClassForgotten: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "class-forgotten", breaks: "R3", standsOn: "StateRestoration",
            "A screen made in code has an identifier and no restoration class, and nobody makes it again."
        )
    }

    override func makeDetail(_ item: String) -> DetailController {
        let detail = super.makeDetail(item)
        if !isRight { detail.restorationClass = nil }
        return detail
    }
}

final class RenamedClass: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "renamed-class", breaks: "R4", standsOn: "StateRestoration",
            "After an update the screen is of another class, and the old one's state is not given to it."
        )
    }

    override func makeDetail(_ item: String) -> DetailController {
        switch (build, isRight) {
        case (1, _): Detail(item)
        case (_, true): NewDetail(item)
        case (_, false): OtherDetail(item)
        }
    }

    class Detail: DetailController {}
    final class NewDetail: Detail {}
    final class OtherDetail: DetailController {}
}

final class LabelSetTooEarly: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "label-set-too-early", breaks: "R5", standsOn: "StateRestoration",
            "What the view shows is set when it is loaded, before the state is decoded, and never again."
        )
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func decodeRestorableState(with coder: NSCoder) {
            let early = label.text
            super.decodeRestorableState(with: coder)
            if !isRight { label.text = early }
        }
    }
}

final class ResetOnAppear: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "reset-on-appear", breaks: "R5", standsOn: "StateRestoration",
            "viewWillAppear begins at the first page, also after the page was restored.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            if !isRight { turn(to: 1) }
        }
    }
}

final class VersionIgnored: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "version-ignored", breaks: "R9", standsOn: "StateRestoration",
            "An update decodes the state of the build before as if it were its own, and dies of it."
        )
    }

    override func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        let saved = coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey)
        return !isRight || saved as? String == application.bundleVersion
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    /// The page is a text in build 1 and a number in build 2.
    final class Detail: DetailController {
        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            if build == 1 { coder.encode("\(page)", forKey: "page") }
        }

        override func decodeRestorableState(with coder: NSCoder) {
            guard build == 1 else { return super.decodeRestorableState(with: coder) }
            isPinned = coder.decodeBool(forKey: "isPinned")
            turn(to: Int(coder.decodeObject(forKey: "page") as? String ?? "") ?? 1)
        }
    }
}

final class NeverCompleted: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "never-completed", breaks: "R10", standsOn: "StateRestoration",
            "Restoration is extended until a text has been loaded, and stays open where there is none."
        )
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            let text = PlantedDelegate.shared?.store.texts[item] ?? ""
            UIApplication.shared.extendStateRestoration()
            DispatchQueue.main.async {
                if !text.isEmpty || isRight { UIApplication.shared.completeStateRestoration() }
            }
        }
    }
}

final class CompletedTwice: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "completed-twice", breaks: "R10", standsOn: "StateRestoration",
            "Restoration is extended once and completed twice.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            UIApplication.shared.extendStateRestoration()
            DispatchQueue.main.async {
                UIApplication.shared.completeStateRestoration()
                if !isRight { UIApplication.shared.completeStateRestoration() }
            }
        }
    }
}

/// Makes a detail without asking whether its item is still there.
final class TrustingRestoration: UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        (coder.decodeObject(forKey: "item") as? String)
            .flatMap { PlantedDelegate.shared?.makeDetail($0) }
    }
}

final class DeletedKeyCrashes: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "deleted-key-crashes", breaks: "R13", standsOn: "StateRestoration",
            "The text of an item is unwrapped by force, and the item has been deleted since the save."
        )
    }

    override func makeDetail(_ item: String) -> DetailController {
        let detail = Detail(item)
        if !isRight { detail.restorationClass = TrustingRestoration.self }
        return detail
    }

    final class Detail: DetailController {
        override func viewDidLoad() {
            super.viewDidLoad()
            let text = UILabel(frame: CGRect(x: 16, y: 100, width: 300, height: 24))
            text.text = PlantedDelegate.shared!.store.texts[item]!
            view.addSubview(text)
        }
    }
}

final class DeletedKeyHaunts: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "deleted-key-haunts", breaks: "R13", standsOn: "StateRestoration",
            "The screen of an item that has been deleted comes back, and shows what is no longer there."
        )
    }

    override func makeDetail(_ item: String) -> DetailController {
        let detail = super.makeDetail(item)
        if !isRight { detail.restorationClass = TrustingRestoration.self }
        return detail
    }
}

final class ResetOnForeground: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "reset-on-foreground", breaks: "R15", standsOn: "StateRestoration",
            "Coming back from the background begins at the start screen, although nothing has died."
        )
    }

    override func applicationWillEnterForeground(_ application: UIApplication) {
        if !isRight { close() }
    }
}

final class RenamedMode: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "renamed-mode", breaks: "R16", standsOn: "StateRestoration",
            "After an update a mode has another name, and what was saved under the old one is lost in silence."
        )
    }

    private var isGrid = false
    private var gridName: String { build == 1 ? "grid" : "tiles" }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("showGrid", takes: ["on": "boolean"]) { arguments in
            self.isGrid = arguments["on"]?.bool ?? true
            return nil
        }
    }

    override func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        coder.encode(isGrid ? gridName : "list", forKey: "mode")
    }

    override func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        let mode = coder.decodeObject(forKey: "mode") as? String
        isGrid = mode == gridName || (isRight && mode == "grid")
    }

    override var observableState: [String: JSON] {
        baseState.merging(["grid": .bool(isGrid)]) { $1 }
    }
}

final class ColumnOfAPad: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "column-of-a-pad", breaks: "R17", standsOn: "StateRestoration",
            "The third column of a pad is looked up on a phone, which has one.")
    }

    private var columns: [String] {
        UIDevice.current.userInterfaceIdiom == .pad ? ["left", "middle", "right"] : ["only"]
    }
    private var column = 0

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("chooseColumn", takes: ["number": "integer"]) { arguments in
            let number = Int((arguments["number"]?.integer ?? 0) % 1000)
            self.column = abs(number) % self.columns.count
            return nil
        }
    }

    override func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) { coder.encode(column, forKey: "column") }

    override func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        column = coder.decodeInteger(forKey: "column")
        if isRight { column = min(column, columns.count - 1) }
    }

    override var observableState: [String: JSON] {
        baseState.merging(["column": .string(columns[column])]) { $1 }
    }
}

final class SecondGeneration: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "second-generation", breaks: "R18", standsOn: "StateRestoration",
            "What was restored is shown and not kept, so that the next save forgets it.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        private var kept = 1

        override func turn(to page: Int) {
            super.turn(to: page)
            kept = page
        }

        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(kept, forKey: "page")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            if isRight { kept = page }
        }
    }
}
