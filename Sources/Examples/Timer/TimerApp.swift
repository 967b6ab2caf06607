import Dispatch
import Foundation
import RelaunchTarget

/// Connects a timer to the harness, so that a scenario can drive it.
final class TimerApp {
    private var model: (any TimerModel)?
    private let makeModel: () -> any TimerModel
    /// Where requests and signals come one after the other.
    private let queue = DispatchQueue(label: "timer")

    init(_ makeModel: @escaping () -> any TimerModel) {
        self.makeModel = makeModel
    }

    func run(_ harness: Harness) throws {
        harness.handler = { [unowned self] request in
            try queue.sync { try answer(request) }
        }
        _ = try harness.hello(
            Hello(
                name: "timer", version: "1.0",
                actions: [
                    "start": [
                        "type": "object",
                        "properties": ["seconds": ["type": "number", "minimum": 0]],
                        "required": ["seconds"],
                    ],
                    "pause": ["type": "object"], "resume": ["type": "object"],
                    "reset": ["type": "object"],
                ]))
        try harness.enter(.launching)
        try harness.enter(.restoring)
        let model = makeModel()
        self.model = model
        switch model.restorationFailure {
        case nil: try harness.reportRestored()
        case .damaged(let detail):
            try harness.reportIssue("the saved state cannot be read: \(detail)", rule: "R16")
            try harness.reportNotRestored(reason: "damaged", detail: detail)
        case let failure?: try harness.reportNotRestored(reason: failure.reason)
        }
        saveAtSignals()
        try harness.enter(.active)
        try harness.run()
    }

    /// A signal that asks the process to end is a quit. All threads keep it back, but the one that waits for it.
    private func saveAtSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        nonisolated(unsafe) let app = self
        Thread.detachNewThread { [signals] in
            var (signals, number) = (signals, Int32(0))
            sigwait(&signals, &number)
            app.queue.sync { try? app.model?.save() }
            exit(128 + number)
        }
    }

    private func answer(_ request: Harness.Request) throws -> JSON {
        switch request {
        case .perform(let action, let arguments):
            try perform(action, arguments)
            return .null
        case .lifecycle(.background): try model?.save()
        case .lifecycle(.quit):
            try model?.save()
            model = nil
        case .lifecycle: break
        case .state: return description
        case .screenshot: throw TimerError.noScreen
        }
        return .null
    }

    private func perform(_ action: String, _ arguments: [String: JSON]) throws {
        guard let model else { return }
        switch (action, model.state) {
        case ("start", _):
            guard let seconds = arguments["seconds"]?.number, seconds >= 0 else {
                throw TimerError.badTime(arguments["seconds"]?.text ?? "nothing")
            }
            model.state = .running(until: Date() + seconds)
        case ("pause", .running(let end)):
            model.state = .paused(remaining: max(0, end.timeIntervalSinceNow))
        case ("resume", .paused(let remaining)):
            model.state = .running(until: Date() + remaining)
        case ("reset", _): model.state = .idle
        default: throw TimerError.impossible(action)
        }
    }

    private var description: JSON {
        switch model?.state {
        case nil, .idle: ["timer": "idle"]
        case .running(let end):
            ["timer": "running", "until": .number(end.timeIntervalSinceReferenceDate)]
        case .paused(let remaining): ["timer": "paused", "remaining": .number(remaining)]
        case .finished: ["timer": "finished"]
        }
    }
}

enum TimerError: Error, CustomStringConvertible {
    case noScreen
    case badTime(String)
    case impossible(String)

    var description: String {
        switch self {
        case .noScreen: "the timer has no screen"
        case .badTime(let text): "\"seconds\" is \(text); it must be a number, 0 or more"
        case .impossible(let action): "the timer has nothing to \(action)"
        }
    }
}
