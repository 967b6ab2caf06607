import Foundation
import RelaunchProtocol

/// The running app: its lifecycle, its windows, and its part in state restoration.
///
/// The harness delivers the lifecycle. Without a harness the app becomes active and stays so until
/// SIGTERM ends it. Use it on the main thread; only ``extendStateRestoration()`` and
/// ``completeStateRestoration()`` may be called from any thread.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The application of this process, made when it is first asked for.
    public static var shared: UIApplication {
        if let current { return current }
        let application = UIApplication()
        current = application
        return application
    }
    /// Tests put one application after another here, one for each process that they play.
    static var current: UIApplication?

    /// Where the app is between the foreground and the background.
    public enum State: Int, Sendable {
        /// In the foreground, where the user acts on it.
        case active
        /// In the foreground but interrupted, or not launched completely yet.
        case inactive
        /// Not visible. The state is saved on the way here (S2).
        case background
    }

    /// The root object of the app. The application holds it strongly, unlike UIKit's.
    public var delegate: (any UIApplicationDelegate)?
    /// Where the app is now. It is `inactive` until the launch is complete.
    public internal(set) var applicationState = State.inactive
    /// The windows that are still alive, in the order in which they were made. The application
    /// holds them weakly: the app's delegate keeps them.
    public var windows: [UIWindow] { allWindows.compactMap(\.window) }
    /// The window that was last made key; where there is none, the delegate's. Of several scenes on
    /// the screen, it is that of the last.
    public var keyWindow: UIWindow? {
        scenes.frontWindow ?? windows.last { $0.isKeyWindow } ?? delegate?.window
    }

    /// When a launch gives up on the saved state (D4). Set it in the delegate's `init`: a later
    /// change has no effect. The launch argument `-RestorationPolicy` overrides it.
    public var restorationPolicy = RestorationPolicy.threeCrashes

    /// The quick actions of the app's icon. They are kept while the process lives: there is no icon here.
    public var shortcutItems: [UIApplicationShortcutItem]?

    var allWindows: [WeakWindow] = []
    /// How many of them were alive when those that are gone were last taken out.
    private var windowsLeft = 8
    /// The window of the main storyboard.
    var mainWindow: UIWindow?
    var registered: [RegisteredObject] = []
    var session = RestorationSession.detached()
    let extensions = RestorationExtensions()
    let instances = InstanceNames()
    /// Those of an app with scenes.
    private(set) lazy var scenes = SceneSessions(self)
    var watchdog: LaunchWatchdog?
    let actions = ScenarioActions()
    var device = Device()
    var bundle = AppBundle(identifier: "app", version: "") { didSet { bundle.publish() } }
    /// What belongs to each scene, by its key.
    var sceneValues: [String: [String: Any]] = [:]
    /// The stored values that were reported as unknown.
    var unknownStoredKeys: Set<String> = []
    /// How many tasks were begun in the background.
    var backgroundTasks = 0
    /// Whether the device stays awake. It is kept, and not used.
    open var isIdleTimerDisabled = false
    /// The number on the app's icon. It is kept, and not used.
    open var applicationIconBadgeNumber = 0
    /// The controllers on the screen.
    var appeared: [UIViewController] = []
    /// Whether many scenes change, so that who appears is told once for all.
    var appearanceWaits = false
    /// Counts the changes of the hierarchy of controllers, and of their identifiers.
    var hierarchyVersion = 0
    /// From the launch until the app is active for the first time.
    var isLaunching = true

    struct WeakWindow { weak var window: UIWindow? }
    struct RegisteredObject {
        let identifier: String
        weak var object: (any UIStateRestoring)?
    }

    /// Used by the library to make ``shared``; an app does not call it.
    public override init() { super.init() }

    // MARK: State restoration

    /// Makes an object other than a controller take part in state restoration (S10).
    ///
    /// The application holds the object weakly. A second registration of one object replaces its
    /// first. Two objects under one identifier are reported (S5).
    public class func registerObject(
        forStateRestoration object: any UIStateRestoring, restorationIdentifier: String
    ) {
        let application = UIApplication.shared
        application.registered.removeAll { $0.object == nil || $0.object === object }
        if application.registered.contains(where: { $0.identifier == restorationIdentifier }) {
            application.session.report(
                "two objects are registered as \"\(restorationIdentifier)\"", rule: "S5")
        }
        application.registered.append(
            RegisteredObject(identifier: restorationIdentifier, object: object))
    }

    /// Keeps restoration open until the matching ``completeStateRestoration()`` (R10).
    ///
    /// Calls nest, and any thread may make them. A death before the last one is matched discards
    /// the state at the next launch (D7). A call when nothing is being restored is ignored and
    /// reported.
    public nonisolated func extendStateRestoration() {
        extensions.extend()
    }

    /// Ends one ``extendStateRestoration()`` (R10). Any thread may call it. An unmatched call is
    /// reported.
    public nonisolated func completeStateRestoration() {
        extensions.complete()
    }

    /// Shows no snapshot at the next launch (N2).
    ///
    /// Call it while state is saved, such as in `application(_:willEncodeRestorableStateWith:)`. At
    /// any other time the call is ignored and reported (N4).
    open func ignoreSnapshotOnNextApplicationLaunch() {
        session.ignoreSnapshotOnNextLaunch()
    }

    /// The `CFBundleVersion` of the running app, from the `Info.plist` beside the executable or
    /// from the launch argument `-CFBundleVersion`; `1` without either. `Bundle.main` says the
    /// same, as in UIKit.
    public var bundleVersion: String { bundle.version }

    /// Whether the device is unlocked. While it is locked, nothing is saved or restored (S15, R11).
    public var isProtectedDataAvailable: Bool { !device.locked }

    /// What the last save left out, and why (S18). Empty before the first save. The harness
    /// receives each entry as an issue.
    public internal(set) var leftOutOfLastSave: [LeftOut] = []

    open override var next: UIResponder? { delegate as? UIResponder }

    /// Hands an event on. Nothing here makes one.
    open func sendEvent(_ event: UIEvent) {}

    // MARK: Internal

    func add(_ window: UIWindow) {
        guard !window.isListed else { return }
        window.isListed = true
        // Now and then only, so that adding very many takes as long for each as adding a few.
        if allWindows.count >= 2 * windowsLeft {
            allWindows.removeAll { $0.window == nil }
            windowsLeft = max(allWindows.count, 8)
        }
        allWindows.append(WeakWindow(window: window))
    }

    /// The controllers at the top, each once.
    var rootViewControllers: [UIViewController] {
        var found: [UIViewController] = []
        for window in [delegate?.window].compactMap({ $0 }) + windows {
            guard let root = window.rootViewController, !found.contains(root) else { continue }
            found.append(root)
        }
        return found
    }

    /// Reports that a lifecycle method is about to be called.
    func willCall(_ method: String, of object: AnyObject) {
        session.observer.callback("\(type(of: object)).\(method)")
    }
}

extension UIApplication {
    // The keys of what every coder carries (S9).

    /// Decodes to a `String`: the bundle version of the app that saved the state (S9).
    public nonisolated static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersionKey"
    /// Decodes to an `NSNumber`: the raw value of the ``UIUserInterfaceIdiom`` at the save (S9).
    public nonisolated static let stateRestorationUserInterfaceIdiomKey =
        "UIApplicationStateRestorationUserInterfaceIdiomKey"
    /// Decodes to a `String`: the version of the system at the save (S9).
    public nonisolated static let stateRestorationSystemVersionKey =
        "UIApplicationStateRestorationSystemVersionKey"
    /// Decodes to a `Date`: when the state was saved (S9).
    public nonisolated static let stateRestorationTimestampKey =
        "UIApplicationStateRestorationTimestampKey"
    /// Decodes to the ``UIStoryboard`` that the controller came from, in the coder that a
    /// restoration class or the delegate is given; nil for a controller that was made in code.
    public nonisolated static let stateRestorationViewControllerStoryboardKey =
        "UIStateRestorationViewControllerStoryboardKey"
}

/// Objective-C's name for ``UIApplication/stateRestorationBundleVersionKey``.
public let UIApplicationStateRestorationBundleVersionKey =
    UIApplication.stateRestorationBundleVersionKey
/// Objective-C's name for ``UIApplication/stateRestorationUserInterfaceIdiomKey``.
public let UIApplicationStateRestorationUserInterfaceIdiomKey =
    UIApplication.stateRestorationUserInterfaceIdiomKey
/// Objective-C's name for ``UIApplication/stateRestorationSystemVersionKey``.
public let UIApplicationStateRestorationSystemVersionKey =
    UIApplication.stateRestorationSystemVersionKey
/// Objective-C's name for ``UIApplication/stateRestorationTimestampKey``.
public let UIApplicationStateRestorationTimestampKey = UIApplication.stateRestorationTimestampKey
/// Objective-C's name for ``UIApplication/stateRestorationViewControllerStoryboardKey``.
public let UIStateRestorationViewControllerStoryboardKey =
    UIApplication.stateRestorationViewControllerStoryboardKey
