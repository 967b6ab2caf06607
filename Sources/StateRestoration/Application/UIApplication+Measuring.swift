import Foundation
import RelaunchProtocol

extension UIApplication {
    /// Launches an app inside the running process, without a harness: for measurements of saving and
    /// restoring. Each call begins a new application, as a new process would.
    ///
    /// - Parameter home: the container.
    /// - Returns: the application, which is active, and whether the launch restored.
    package static func launchForMeasuring(
        home: String, delegate: () -> any UIApplicationDelegate
    ) -> (application: UIApplication, wasRestored: Bool) {
        let application = UIApplication()
        current = application
        application.bundle = AppBundle(identifier: "measured", version: "1")
        let directory = StateDirectory(home: home, bundleIdentifier: "measured")
        let history = LaunchHistory(directory: directory)
        application.session = RestorationSession(
            directory: directory, history: history, past: history.open(), policy: .threeCrashes,
            observer: NoObserver())
        application.delegate = delegate()
        application.launch()
        switch application.session.decision {
        case .restore, .restoreScenes: return (application, true)
        case .fresh: return (application, false)
        }
    }

    /// Goes to the background; returns when the state is durable.
    package func saveForMeasuring() { handle(.background) }
}
