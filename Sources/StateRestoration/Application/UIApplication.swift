import Foundation
import RelaunchProtocol

/// The app itself: its life, its windows, and its part in state restoration.
@MainActor
open class UIApplication: UIResponder {
    /// The one application of the process.
    public static var shared: UIApplication {
        if let current { return current }
        let application = UIApplication()
        current = application
        return application
    }
    /// Tests put one application after another here, as processes follow one another.
    static var current: UIApplication?

    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public enum State: Int, Sendable {
        case active, inactive, background
    }

    /// The application holds it, in difference to UIKit: nothing else does.
    public var delegate: (any UIApplicationDelegate)?
    public internal(set) var applicationState = State.inactive
    public var windows: [UIWindow] { allWindows.compactMap(\.window) }
    public var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } ?? delegate?.window }

    /// When a launch gives up on the saved state. To be set in the delegate's `init`.
    public var restorationPolicy = RestorationPolicy.threeCrashes

    var allWindows: [WeakWindow] = []
    /// The window of the main storyboard.
    var mainWindow: UIWindow?
    var registered: [RegisteredObject] = []
    var session = RestorationSession.detached()
    let extensions = RestorationExtensions()
    let instances = InstanceNames()
    var watchdog: LaunchWatchdog?
    let actions = ScenarioActions()
    var device = Device()
    var bundle = AppBundle(identifier: "app", version: "")
    /// What belongs to each scene, by its key.
    var sceneValues: [String: [String: Any]] = [:]
    /// The stored values that were reported as unknown.
    var unknownStoredKeys: Set<String> = []
    /// The controllers on the screen.
    var appeared: [UIViewController] = []
    /// Counts the changes of the hierarchy of controllers, and of their identifiers.
    var hierarchyVersion = 0
    /// From the launch until the app is active for the first time.
    var isLaunching = true

    struct WeakWindow { weak var window: UIWindow? }
    struct RegisteredObject {
        let identifier: String
        weak var object: (any UIStateRestoring)?
    }

    public required init() { super.init() }

    // MARK: State restoration

    /// Has an object that is no controller take part in state restoration (S10).
    ///
    /// The application does not keep the object alive.
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

    /// Keeps restoration open until the matching ``completeStateRestoration()`` (R10). Calls nest,
    /// and may come from any thread.
    public nonisolated func extendStateRestoration() {
        extensions.extend()
    }

    /// Ends what ``extendStateRestoration()`` began.
    public nonisolated func completeStateRestoration() {
        extensions.complete()
    }

    /// Has the next launch show no snapshot. Counts while state is saved (N2, N4).
    open func ignoreSnapshotOnNextApplicationLaunch() {
        session.ignoreSnapshotOnNextLaunch()
    }

    /// `CFBundleVersion` of the app that runs: from the `Info.plist` beside the executable, or from
    /// the launch argument `-CFBundleVersion`. UIKit has it in `Bundle.main.infoDictionary`.
    public var bundleVersion: String { bundle.version }

    /// Whether the device is unlocked. While it is not, nothing is saved or restored (S15, R11).
    public var isProtectedDataAvailable: Bool { !device.locked }

    /// What the last save left out, and why (S18); the harness is told the same as issues. Empty
    /// before the first save.
    public internal(set) var leftOutOfLastSave: [LeftOut] = []

    // MARK: Internal

    func add(_ window: UIWindow) {
        allWindows.removeAll { $0.window == nil }
        if !allWindows.contains(where: { $0.window === window }) {
            allWindows.append(WeakWindow(window: window))
        }
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

    /// A `String`: the bundle version of the app that saved.
    public nonisolated static let stateRestorationBundleVersionKey =
        "UIApplicationStateRestorationBundleVersionKey"
    /// An `NSNumber`: the raw value of the `UIUserInterfaceIdiom`.
    public nonisolated static let stateRestorationUserInterfaceIdiomKey =
        "UIApplicationStateRestorationUserInterfaceIdiomKey"
    /// A `String`: the version of the system.
    public nonisolated static let stateRestorationSystemVersionKey =
        "UIApplicationStateRestorationSystemVersionKey"
    /// A `Date`: when the state was saved.
    public nonisolated static let stateRestorationTimestampKey =
        "UIApplicationStateRestorationTimestampKey"
    /// A `UIStoryboard`, for a restoration class: the one that the controller came from.
    public nonisolated static let stateRestorationViewControllerStoryboardKey =
        "UIStateRestorationViewControllerStoryboardKey"
}

public let UIApplicationStateRestorationBundleVersionKey =
    UIApplication.stateRestorationBundleVersionKey
public let UIApplicationStateRestorationUserInterfaceIdiomKey =
    UIApplication.stateRestorationUserInterfaceIdiomKey
public let UIApplicationStateRestorationSystemVersionKey =
    UIApplication.stateRestorationSystemVersionKey
public let UIApplicationStateRestorationTimestampKey = UIApplication.stateRestorationTimestampKey
public let UIStateRestorationViewControllerStoryboardKey =
    UIApplication.stateRestorationViewControllerStoryboardKey
