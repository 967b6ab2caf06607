import Foundation
import RelaunchProtocol
import RestorationArchive

extension UIApplicationDelegate where Self: NSObject {
    /// The entry point of an app whose delegate is marked `@main`.
    ///
    /// It opens the launch in the history first, so that a crash in the delegate's `init` counts
    /// (D3). It never returns. A wrong `-RestorationPolicy`, or a harness that refuses the app,
    /// ends the process with status 64.
    public static func main() { UIApplication.run(delegate: Self.self) }
}

/// The entry point of an app without `@main`, from its `main.swift`. It never returns; it fails as
/// `main()` does, and also where no class has the delegate's name.
///
/// - Parameters:
///   - argc: ignored: the process's own arguments are read.
///   - argv: ignored.
///   - principalClassName: ignored: the application is a ``UIApplication``.
///   - delegateClassName: the delegate's class, as `NSStringFromClass` names it.
@preconcurrency @MainActor
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    guard let name = delegateClassName, let type = NSClassFromString(name) else {
        let text = "UIApplicationMain: there is no class \(delegateClassName ?? "nil")\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(64)
    }
    UIApplication.run(delegate: type)
}

/// The same, for the arguments as Swift had them once.
@preconcurrency @MainActor
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 { UIApplicationMain(argc, nil, principalClassName, delegateClassName) }

extension UIApplication {
    /// Launches the app with a delegate of a class, and runs it.
    static func run(delegate type: AnyClass) -> Never {
        let application = UIApplication.shared
        let arguments = LaunchArguments(Array(CommandLine.arguments.dropFirst()))
        let opened = application.openLaunch(arguments)
        application.delegate = RuntimeClass.make(type) as? any UIApplicationDelegate
        application.start(opened, arguments)
        while true { RunLoop.main.run() }
    }

    struct OpenedLaunch {
        var directory: StateDirectory
        var history: LaunchHistory
        var past: LaunchHistory.Past
    }

    /// Opens this launch in the history before any code of the app's own runs, so that a death in
    /// that code counts as a crash (D3).
    func openLaunch(_ arguments: LaunchArguments) -> OpenedLaunch {
        bundle = AppBundle(executable: AppBundle.executablePath, arguments: arguments)
        let directory = StateDirectory(
            home: Self.home, bundleIdentifier: bundle.identifier)
        let history = LaunchHistory(directory: directory)
        let others = LaunchHold(on: directory)
        let past = history.open(isAnotherAlive: others?.isTaken ?? false)
        // The first launch of all has made the directory by now.
        (others ?? LaunchHold(on: directory))?.take()
        TerminationSignal.watch(history)
        return OpenedLaunch(directory: directory, history: history, past: past)
    }

    /// Launches the app, for the harness that started the process or for a user.
    func start(_ opened: OpenedLaunch, _ arguments: LaunchArguments) {
        if let name = arguments["RestorationPolicy"] {
            guard let policy = RestorationPolicy(named: name) else {
                stop(
                    opened.history,
                    "-RestorationPolicy \(name): use threeCrashes, uiKit or strict")
            }
            restorationPolicy = policy
        }
        var observer: any LifecycleObserver = NoObserver()
        if let connection = HarnessConnection(self) {
            (delegate as? any ScenarioDriven)?.register(actions)
            do {
                device = try connection.introduce(
                    savedState: SavedState.relativePath(bundleIdentifier: bundle.identifier))
            } catch {
                stop(opened.history, "the harness did not accept the app: \(error)")
            }
            observer = connection
        }
        session = RestorationSession(
            directory: opened.directory, history: opened.history, past: opened.past,
            policy: restorationPolicy, observer: observer,
            options: RestorationSession.Options(
                isDeveloperMode: arguments.bool("UIStateRestorationDeveloperMode"),
                isLogging: arguments.bool("UIStateRestorationDebugLogging")))
        launch()
        (observer as? HarnessConnection)?.startServing()
    }

    /// The container. On Linux, Foundation takes the home from the password file by default.
    nonisolated static var home: String {
        for variable in ["CFFIXED_USER_HOME", "HOME"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return NSHomeDirectory()
    }

    /// Ends a launch that was refused. It does not count as a crash.
    private func stop(_ history: LaunchHistory, _ text: String) -> Never {
        try? history.close()
        FileHandle.standardError.write(Data("\(bundle.name): \(text)\n".utf8))
        exit(64)
    }
}
