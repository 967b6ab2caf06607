import CrashStates
import Dispatch

/// A reporter on a thread of its own, so that one that does not come back holds up nobody else.
final class ReporterThread: Sendable {
    /// Its type.
    let name: String
    /// Used on the queue alone.
    private nonisolated(unsafe) let reporter: any Reporter
    private let queue = DispatchQueue(label: "relaunch.reporter")

    /// What came of telling it something.
    enum Answer: Sendable {
        case taken
        case threw(String)
        /// It has not returned, and may never.
        case overdue
    }

    /// An answer that may come too late for anybody to look at it.
    private final class Letter: Sendable {
        let isThere = DispatchSemaphore(value: 0)
        let answer = Locked(Answer.overdue)
    }

    init(_ reporter: any Reporter) {
        name = "\(type(of: reporter))"
        self.reporter = reporter
    }

    /// Tells it an event, and waits until it has returned.
    func receive(_ event: Event, within limit: Duration) -> Answer {
        let letter = Letter()
        queue.async { [self] in
            let answer: Answer
            do {
                try reporter.receive(event)
                answer = .taken
            } catch {
                answer = .threw("\(error)")
            }
            letter.answer.withLock { $0 = answer }
            letter.isThere.signal()
        }
        _ = letter.isThere.wait(timeout: .now() + .milliseconds(Int(limit.milliseconds)))
        return letter.answer.withLock { $0 }
    }
}
