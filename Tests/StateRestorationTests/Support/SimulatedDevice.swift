import Foundation
import RelaunchProtocol
import RestorationArchive
import Testing

@testable import StateRestoration

/// A container in a temporary directory, in which processes follow one another: each is an
/// `UIApplication` of its own, which dies when the next one is launched.
@MainActor
final class SimulatedDevice {
    let home = temporaryDirectory + "StateRestorationTests-" + UUID().uuidString
    /// In memory where there is such a place: every save is synced.
    private static let temporaryDirectory =
        access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : NSTemporaryDirectory()
    var policy = RestorationPolicy.threeCrashes
    var options = RestorationSession.Options()
    var version = "1"
    var boot = "first boot"
    var device = Device()
    var mainStoryboard: String?
    /// The `Info.plist`.
    var information: [String: Any] = [:]

    deinit { try? FileManager.default.removeItem(atPath: home) }

    var directory: StateDirectory {
        StateDirectory(home: home, bundleIdentifier: "org.example.app")
    }

    /// Launches the app until it is active, or until its extended restoration is completed.
    @discardableResult
    func launch(_ delegate: () -> any UIApplicationDelegate = { TestDelegate() }) -> Recorder {
        let recorder = Recorder()
        let application = UIApplication()
        UIApplication.current = application
        application.bundle = AppBundle(identifier: "org.example.app", version: version)
        application.bundle.mainStoryboard = mainStoryboard
        application.bundle.sceneManifest = SceneManifest(information)
        application.device = device
        application.session = session(recorder)
        recorder.application = application
        application.delegate = delegate()
        application.launch()
        return recorder
    }

    /// A launch that dies before it is confirmed.
    func crashWhileLaunching() {
        session(Recorder()).begin(isLocked: false)
    }

    /// A process that has opened its launch, and has not decided anything yet.
    func session(_ observer: any LifecycleObserver) -> RestorationSession {
        let history = LaunchHistory(directory: directory, boot: boot)
        return RestorationSession(
            directory: directory, history: history, past: history.open(), policy: policy,
            observer: observer, options: options)
    }

    /// Launches the app, changes it, and sends it to the background.
    @discardableResult
    func save(
        _ delegate: () -> any UIApplicationDelegate = { TestDelegate() },
        change: (TestDelegate) -> Void = { $0.root.text = "saved" }
    ) -> Recorder {
        let run = launch(delegate)
        if let delegate = run.application.delegate as? TestDelegate { change(delegate) }
        run.application.handle(.background)
        return run
    }

    func files() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).sorted()
    }

    var archive: [UInt8]? { try? directory.read(SavedState.archiveName) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try directory.commit(bytes, to: name)
    }
}

/// Remembers what an app was seen to do.
@MainActor
final class Recorder: LifecycleObserver {
    enum Event: Equatable {
        case phase(Phase)
        case checkpoint(Checkpoint)
        case restored
        case notRestored(FreshStart.Reason)
        case snapshot(SnapshotEvent)
        case callback(String)
        case issue(String, rule: String?, code: String?)
    }
    private(set) var events: [Event] = []
    var application: UIApplication!

    func enter(_ phase: Phase) { events.append(.phase(phase)) }
    func checkpoint(_ name: Checkpoint) { events.append(.checkpoint(name)) }
    func restored() { events.append(.restored) }
    func notRestored(_ start: FreshStart) { events.append(.notRestored(start.reason)) }
    func snapshot(_ event: SnapshotEvent) { events.append(.snapshot(event)) }
    func callback(_ name: String) { events.append(.callback(name)) }
    func issue(_ text: String, rule: String?, code: String?) {
        events.append(.issue(text, rule: rule, code: code))
    }

    var wasRestored: Bool { events.contains(.restored) }
    var reason: FreshStart.Reason? {
        events.lazy.compactMap { if case .notRestored(let reason) = $0 { reason } else { nil } }
            .first
    }
    var callbacks: [String] {
        events.compactMap { if case .callback(let name) = $0 { name } else { nil } }
    }
    var snapshots: [SnapshotEvent] {
        events.compactMap { if case .snapshot(let event) = $0 { event } else { nil } }
    }
    /// The codes of the issues about a rule.
    func issueCodes(_ rule: String) -> [String?] {
        events.compactMap {
            if case .issue(_, rule, let code) = $0 { .some(code) } else { nil }
        }
    }

    func issues(_ rule: String) -> [String] {
        events.compactMap {
            if case .issue(let text, let found, _) = $0, found == rule { text } else { nil }
        }
    }
    var shownSnapshot: Picture? {
        snapshots.lazy.compactMap { if case .shown(let picture) = $0 { picture } else { nil } }
            .first
    }

    func enterBackground() { application.handle(.background) }

    var delegate: TestDelegate { application.delegate as! TestDelegate }
}
