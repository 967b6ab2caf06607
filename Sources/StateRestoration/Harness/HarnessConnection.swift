import Foundation
import RelaunchProtocol
import RelaunchTarget

/// The connection to the harness: it tells the harness what the app does, and answers requests on the
/// main queue.
@MainActor
final class HarnessConnection: LifecycleObserver {
    private let harness: Harness
    private let application: UIApplication
    private var source: (any DispatchSourceRead)?
    private var isPumping = false

    /// Nil where no harness launched the process.
    init?(_ application: UIApplication) {
        guard let harness = Harness.connect() else { return nil }
        self.harness = harness
        self.application = application
    }

    /// Introduces the app and learns of the device.
    func introduce(savedState: String) throws -> Device {
        harness.handler = { [unowned application] request in
            try MainActor.assumeIsolated { try application.answer(request) }
        }
        return try harness.hello(
            Hello(
                name: application.bundle.name, version: application.bundle.version,
                actions: application.actions.schemas,
                checkpoints: Checkpoint.allCases.map(\.rawValue), savedState: [savedState]))
    }

    /// Answers requests from now on, as the main queue gets to them.
    func startServing() {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: harness.fileDescriptor, queue: .main)
        source.setEventHandler { [unowned self] in
            MainActor.assumeIsolated { self.pump() }
        }
        self.source = source
        source.activate()
        pump()
    }

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        let goesOn = (try? harness.pump()) ?? false
        // After `quit`, and where the harness has died: nobody drives the app any more.
        if !goesOn { exit(0) }
    }

    /// A request may have arrived while the app was held: it no longer wakes the main queue.
    private func pumpLater() {
        guard source != nil, !isPumping else { return }
        DispatchQueue.main.async { self.pump() }
    }

    // MARK: What the app does

    // A refusal is the harness's fault, which the app cannot handle.

    func enter(_ phase: Phase) {
        try? harness.enter(phase)
        pumpLater()
    }

    func checkpoint(_ name: Checkpoint) { try? harness.checkpoint(name.rawValue) }

    func restored() { try? harness.reportRestored() }

    func notRestored(_ start: FreshStart) {
        try? harness.reportNotRestored(reason: start.reason.rawValue, detail: start.detail)
    }

    func snapshot(_ event: SnapshotEvent) {
        switch event {
        case .taken(let picture): try? harness.reportSnapshot("taken", picture: picture)
        case .shown(let picture): try? harness.reportSnapshot("shown", picture: picture)
        case .suppressed(let reason): try? harness.reportSnapshot("suppressed", reason: reason)
        case .ignored(let reason): try? harness.reportSnapshot("ignored", reason: reason)
        }
    }

    func callback(_ name: String) { try? harness.reportCallback(name) }

    func issue(_ text: String, rule: String?, code: String?) {
        try? harness.reportIssue(text, rule: rule, code: code)
    }
}

extension UIApplication {
    func answer(_ request: Harness.Request) throws -> JSON {
        switch request {
        case .perform(let action, let arguments): return try actions.perform(action, arguments)
        case .lifecycle(let event):
            handle(event)
            return [:]
        case .state: return observableState
        case .screenshot: return picture.json
        }
    }

    /// What a user would see: while the app launches the snapshot, or else nothing yet.
    private var picture: Picture {
        if let snapshot = session.shownSnapshot { return snapshot }
        return isLaunching ? .svg(SVGCanvas(size: UIScreen.main.bounds.size).svg) : drawScreen()
    }
}
