#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: an app that compares the version of its bundle with that of the state

class VersionedAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
        return true
    }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        guard
            let saved = coder.decodeObject(
                of: NSString.self, forKey: UIApplication.stateRestorationBundleVersionKey)
                as String?,
            let current = Bundle.main.infoDictionary?[kCFBundleVersionKey as String] as? String
        else { return false }
        return saved.compare(current, options: .numeric) != .orderedDescending
            && saved == Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
    }
}

// MARK: Piece: an app that forgets a state that is older than a day

class DailyAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    var now = { Date() }

    override init() {
        super.init()
        UserDefaults.standard.register(defaults: ["launches": 0])
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        let key = UIApplication.stateRestorationTimestampKey
        guard let saved = coder.decodeObject(forKey: key) as? Date else { return false }
        return now().timeIntervalSince(saved) < 24 * 60 * 60
    }
}

// MARK: Piece: a delegate that makes every controller by the last part of its path

class PathAppDelegate: UIResponder, UIApplicationDelegate {
    lazy var window: UIWindow? = {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = .white
        return window
    }()
    private var restored: [String: UIViewController] = [:]

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        if launchOptions?[.url] as? URL != nil || launchOptions?[.remoteNotification] != nil {
            return false
        }
        let navigation = UINavigationController(rootViewController: make("inbox"))
        navigation.restorationIdentifier = "main"
        window?.rootViewController = navigation
        window?.makeKeyAndVisible()
        return true
    }

    private func make(_ identifier: String) -> UIViewController {
        let controller = UIViewController()
        controller.restorationIdentifier = identifier
        controller.title = identifier.capitalized
        return controller
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        let identifier = identifierComponents.last ?? ""
        switch identifier {
        case "main", "inbox": return nil
        default:
            let controller = make(identifier)
            restored[identifierComponents.joined(separator: "/")] = controller
            return controller
        }
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { return true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { return true }

    func applicationDidEnterBackground(_ application: UIApplication) {
        var task = UIBackgroundTaskIdentifier.invalid
        task = application.beginBackgroundTask {
            application.endBackgroundTask(task)
            task = .invalid
        }
        application.endBackgroundTask(task)
    }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        return options[.sourceApplication] == nil
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) ->
            Void
    ) {
        completionHandler(.noData)
    }
}

// MARK: Piece: a state that is the delegate's own

class CounterAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private(set) var openedDocuments: [String] = []
    private(set) var finishedRestoring = false

    func open(_ document: String) { openedDocuments.append(document) }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        coder.encode(openedDocuments, forKey: "openedDocuments")
        application.ignoreSnapshotOnNextApplicationLaunch()
    }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        openedDocuments =
            coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "openedDocuments")
            as? [String] ?? []
        finishedRestoring = true
    }
}

// MARK: Piece: a delegate that is an NSObject, and no responder

class PlainAppDelegate: NSObject, UIApplicationDelegate {
    var window: UIWindow?
    private(set) var didRestore = false

    override init() {
        super.init()
        window = UIWindow(frame: UIScreen.main.bounds)
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) { didRestore = true }
}

// MARK: Piece: restoration that waits for data

class LoadingAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private(set) var loaded = false

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        application.extendStateRestoration()
        load { [weak self] in
            self?.loaded = true
            application.completeStateRestoration()
        }
        return true
    }

    private func load(completion: @escaping () -> Void) { completion() }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct AppDelegatePieces {
        @Test("An app restores what its own version has saved")
        func versions() {
            let device = SimulatedDevice()
            device.launch { VersionedAppDelegate() }.enterBackground()
            #expect(device.launch { VersionedAppDelegate() }.wasRestored)
            device.version = "2"
            #expect(device.launch { VersionedAppDelegate() }.hasDeclined)
        }

        @Test("An app declines what is too old")
        func age() {
            let device = SimulatedDevice()
            device.launch { DailyAppDelegate() }.enterBackground()
            #expect(device.launch { DailyAppDelegate() }.wasRestored)
            let later = device.launch {
                let delegate = DailyAppDelegate()
                delegate.now = { Date(timeIntervalSinceNow: 100_000) }
                return delegate
            }
            #expect(later.hasDeclined)
        }

        @Test("A delegate makes what is not there, by its path")
        func paths() throws {
            let device = SimulatedDevice()
            let first = device.launch { PathAppDelegate() }
            let before = first.application.keyWindow?.rootViewController as? UINavigationController
            let message = UIViewController()
            message.restorationIdentifier = "message"
            before?.pushViewController(message, animated: true)
            first.enterBackground()
            let after: UINavigationController = try relaunched(device) { PathAppDelegate() }
            #expect(after.viewControllers.map(\.title) == ["Inbox", "Message"])
        }

        @Test("A delegate decodes its own state last")
        func counter() {
            let device = SimulatedDevice()
            let first = device.launch { CounterAppDelegate() }
            (first.application.delegate as? CounterAppDelegate)?.open("a.txt")
            first.enterBackground()
            let next = device.launch { CounterAppDelegate() }
            let delegate = next.application.delegate as? CounterAppDelegate
            #expect(delegate?.openedDocuments == ["a.txt"])
            #expect(delegate?.finishedRestoring == true)
            #expect(next.shownSnapshot == nil)
        }

        @Test("A delegate of any class is made by its name alone, as the entry point makes it")
        func plain() throws {
            let device = SimulatedDevice()
            func make() throws -> PlainAppDelegate {
                let name = NSStringFromClass(PlainAppDelegate.self)
                return try #require(delegate(ofClass: name) as? PlainAppDelegate)
            }
            let first = try make()
            #expect(first.window != nil)
            device.launch { first }.enterBackground()
            let second = try make()
            device.launch { second }
            #expect(second.didRestore)
        }

        @Test("Restoration that is extended is complete when its data is there")
        func loading() throws {
            let device = SimulatedDevice()
            device.launch { LoadingAppDelegate() }.enterBackground()
            let run = device.launch { LoadingAppDelegate() }
            #expect(run.wasRestored)
            #expect((run.application.delegate as? LoadingAppDelegate)?.loaded == true)
        }
    }
#endif
