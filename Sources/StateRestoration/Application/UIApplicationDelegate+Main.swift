import Foundation
import RelaunchProtocol

extension UIApplicationDelegate where Self: UIResponder {
    /// The entry point of an app whose delegate is marked with `@main`.
    public static func main() {
        let application = UIApplication.shared
        application.delegate = Self()
        application.start(arguments: LaunchArguments(Array(CommandLine.arguments.dropFirst())))
        while true { RunLoop.main.run() }
    }
}

extension UIApplication {
    /// Launches the app in this process: for the harness that started it, or for nobody.
    func start(arguments: LaunchArguments) {
        bundle = AppBundle(executable: AppBundle.executablePath, arguments: arguments)
        if let name = arguments["RestorationPolicy"] {
            guard let policy = RestorationPolicy(named: name) else {
                stop("-RestorationPolicy \(name): it is threeCrashes, uiKit or strict")
            }
            restorationPolicy = policy
        }
        let directory = StateDirectory(
            home: Self.home, bundleIdentifier: bundle.identifier)
        var observer: any LifecycleObserver = NoObserver()
        if let connection = HarnessConnection(self) {
            (delegate as? any ScenarioDriven)?.register(actions)
            do {
                device = try connection.introduce(
                    savedState: StateDirectory.relativePath(bundleIdentifier: bundle.identifier))
            } catch {
                stop("the harness did not accept the app: \(error)")
            }
            observer = connection
        }
        session = RestorationSession(
            directory: directory, policy: restorationPolicy, observer: observer,
            options: RestorationSession.Options(
                isDeveloperMode: arguments.bool("UIStateRestorationDeveloperMode"),
                isLogging: arguments.bool("UIStateRestorationDebugLogging")))
        TerminationSignal.watch(session.history)
        launch()
        (observer as? HarnessConnection)?.startServing()
    }

    /// The container. On Linux, Foundation takes the home from the password file unless it is told.
    private static var home: String {
        for variable in ["CFFIXED_USER_HOME", "HOME"] {
            if let value = getenv(variable), value.pointee != 0 { return String(cString: value) }
        }
        return NSHomeDirectory()
    }

    private func stop(_ text: String) -> Never {
        FileHandle.standardError.write(Data("\(bundle.name): \(text)\n".utf8))
        exit(64)
    }
}
