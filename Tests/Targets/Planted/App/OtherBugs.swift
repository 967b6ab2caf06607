import PlantedCommon
import StateRestoration

final class SetterCallsItself: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "setter-calls-itself", breaks: "D1", standsOn: "StateRestoration",
            "The page sets the slider and the slider sets the page, round and round while the state is restored."
        )
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        private var isTurning = false
        /// What has to be drawn anew.
        private var changed: [String] = []

        private var number = 1 {
            didSet {
                if !isTurning, !isRight || number != oldValue { slider = Double(number) }
                changed.append("number")
            }
        }
        private var slider = 1.0 {
            didSet {
                if !isTurning, !isRight || slider != oldValue { number = Int(slider) }
                changed.append("slider")
            }
        }

        override func turn(to page: Int) {
            isTurning = true
            number = page
            slider = Double(page)
            isTurning = false
            super.turn(to: page)
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            number = page
        }
    }
}

final class SamplesAgain: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "samples-again", breaks: "D2", standsOn: "StateRestoration",
            "No saved state is taken for the first launch, and the samples are written over the user's items."
        )
    }

    private var isRestored = false

    override func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) { isRestored = true }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        if !isRight, !isRestored {
            store.fill()
            list.reload()
        }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

final class CrashLimitRaised: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "crash-limit-raised", breaks: "D4", standsOn: "StateRestoration",
            "The limit of crashes in a row is set so high that a crash loop never ends.")
    }

    override init() {
        super.init()
        if !isRight { UIApplication.shared.restorationPolicy.crashLimit = 1000 }
    }
}

final class WaitsForMainQueue: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "waits-for-main-queue", breaks: "D12", standsOn: "StateRestoration",
            "Decoding waits on the main thread for something that the main queue is to do.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            let isLoaded = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { isLoaded.signal() }
            if !isRight { isLoaded.wait() }
        }
    }
}

/// Asks for no snapshot when the user wants it.
class SecretApp: PlantedDelegate {
    var hides = false

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("hideSnapshot") { _ in
            self.hides = true
            return nil
        }
    }
}

final class IgnoredOutsideSave: SecretApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "ignored-outside-save", breaks: "N4", standsOn: "StateRestoration",
            "The snapshot is to be ignored, which is said before the save begins, when it does not count."
        )
    }

    override func applicationDidEnterBackground(_ application: UIApplication) {
        if hides, !isRight {
            application.ignoreSnapshotOnNextApplicationLaunch()
            hides = false
        }
    }

    override func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        if hides { application.ignoreSnapshotOnNextApplicationLaunch() }
        hides = false
    }
}

final class HiddenForEver: SecretApp {
    override class var bug: PlantedBug {
        PlantedBug(
            "hidden-for-ever", breaks: "N3", standsOn: "StateRestoration",
            "The wish for no snapshot is saved with the state, and every later save repeats it.")
    }

    override func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        if hides { application.ignoreSnapshotOnNextApplicationLaunch() }
        coder.encode(hides, forKey: "hides")
        hides = hides && !isRight
    }

    override func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) { hides = !isRight && coder.decodeBool(forKey: "hides") }
}

final class ItemsInCaches: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "items-in-caches", breaks: "W1", standsOn: "StateRestoration",
            "The user's items lie among the caches, which the system may empty.")
    }

    override func makeStore() -> ItemStore {
        ItemStore(isRight ? "Documents" : "Library/Caches")
    }
}

final class AbsolutePath: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "absolute-path", breaks: "W2", standsOn: "StateRestoration",
            "The whole path of the open list is saved, and an update moves the container.")
    }

    private var path = "Documents/Shopping"

    override func makeStore() -> ItemStore { ItemStore(path) }

    override func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        let home = FileManager.default.currentDirectoryPath + "/"
        coder.encode(isRight ? path : path.hasPrefix("/") ? path : home + path, forKey: "path")
    }

    /// Comes before the screens are made: what they show depends on it.
    override func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        path = coder.decodeObject(forKey: "path") as? String ?? path
        store = makeStore()
        return true
    }
}

final class ForgottenInMemoryWarning: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "forgotten-in-memory-warning", breaks: "W4", standsOn: "StateRestoration",
            "A memory warning throws away the page that the user is at.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    final class Detail: DetailController {
        override func didReceiveMemoryWarning() {
            super.didReceiveMemoryWarning()
            if !isRight { turn(to: 1) }
        }
    }
}

final class LogBesideExecutable: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "log-beside-executable", breaks: "W5", standsOn: "StateRestoration",
            "A log is written into the app's own bundle.")
    }

    override func applicationDidEnterBackground(_ application: UIApplication) {
        let bundle = Bundle.main.executablePath.map { ($0 as NSString).deletingLastPathComponent }
        let folder = Folder(isRight ? "Library/Caches" : bundle ?? ".")
        if isRight { try? folder.create() }
        try? folder.overwrite("planted-last-run.log", Array("in the background\n".utf8))
    }
}
