import Foundation
import Relaunch

extension Target {
    /// A program that keeps a ledger and speaks a line protocol on the channel.
    public static func ledger(_ executable: String, arguments: [String] = []) -> Target {
        Target(driver: LedgerDriver(), executable: executable, arguments: arguments)
    }
}

extension DriverCapability {
    /// The target can take back its last entry.
    public static let takingBack = Self(rawValue: "takingBack", words: "taking back")
}

/// Launches a ledger and waits until it says that it is ready.
struct LedgerDriver: Driver {
    var name: String { "ledger" }

    var capabilities: Set<DriverCapability> {
        [.actions, .lifecycle, .state, .executable, .package, .takingBack]
    }

    func launch(
        _ launch: LaunchRequest, in session: isolated Session
    ) async throws -> any RunningTarget {
        let process = try session.spawn(
            launch.executable, arguments: launch.arguments, environment: launch.environment,
            withChannel: true)
        let target = RunningLedger(process)
        let (answer, progress) = try target.answer(launch.kill, until: session.deadline)
        if case .ended(let status) = progress {
            throw StepFailure(kind: .ended, "the ledger \(status) before it was ready")
        }
        if let answer, answer != "ready" {
            throw StepFailure(
                kind: .brokenProtocol, "the ledger did not say that it is ready",
                expected: "ready", actual: answer)
        }
        target.launchProgress = progress
        return target
    }
}

/// A ledger in progress: one line to it, one line back.
///
/// | request | answer |
/// | --- | --- |
/// | `enter TEXT`, `back`, `save` | `ok COUNT`, `no REASON` |
/// | `list` | a JSON array of the entries |
/// | `end` | `ok COUNT`, then it exits |
final class RunningLedger: RunningTarget {
    private let ledger: TargetProcess
    let record = LaunchRecord()
    var launchProgress = TargetProgress.done
    var process: TargetProcess? { ledger }

    init(_ process: TargetProcess) { ledger = process }

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        let words = [action] + [arguments["text"]?.string].compactMap { $0 }
        let (answer, progress) = try ask(words.joined(separator: " "), kill, session.deadline)
        return (try answer.map(count) ?? .null, progress)
    }

    func deliver(
        _ event: LifecycleEvent, killedAt kill: ArmedKill?, in session: isolated Session
    ) async throws -> TargetProgress {
        let request: String
        switch event {
        case .background: request = "save"
        case .quit: request = "end"
        default: return .done
        }
        let (answer, progress) = try ask(request, kill, session.deadline)
        if let answer { _ = try count(in: answer) }
        return progress
    }

    func state(in session: isolated Session) async throws -> JSON {
        let (answer, progress) = try ask("list", nil, session.deadline)
        guard let answer else {
            throw StepFailure(kind: .ended, "the ledger is gone: \(progress)")
        }
        let entries = try JSON(parsing: answer)
        return ["entries": entries, "count": .integer(Int64(entries.array?.count ?? 0))]
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        throw StepFailure(blame: .scenario, kind: .unsupported, "a ledger has no screen")
    }

    /// Sends a line and takes in what is answered.
    private func ask(
        _ request: String, _ kill: ArmedKill?, _ deadline: ContinuousClock.Instant
    ) throws -> (String?, TargetProgress) {
        try ledger.send(Data("\(request)\n".utf8), until: deadline)
        return try answer(kill, until: deadline)
    }

    /// Waits for the next line. The target's end or the time of a kill may come first.
    func answer(
        _ kill: ArmedKill?, until deadline: ContinuousClock.Instant
    ) throws -> (String?, TargetProgress) {
        let end = min(deadline, kill?.time ?? deadline)
        repeat {
            if let line = try ledger.nextLine() {
                return (String(decoding: line, as: UTF8.self), .done)
            }
            if let status = ledger.exitStatus { return (nil, .ended(status)) }
        } while try ledger.takeInput(until: end)
        if end < deadline { return (nil, .atKillPoint) }
        throw StepFailure(kind: .timedOut, "the ledger did not answer")
    }

    /// The number of entries in `ok COUNT`.
    private func count(in answer: String) throws -> JSON {
        let parts = answer.split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "ok", let count = Int64(parts[1]) {
            return .integer(count)
        }
        if parts.count == 2, parts[0] == "no" { throw StepFailure(kind: .refused, parts[1]) }
        throw StepFailure(
            kind: .brokenProtocol, "the ledger's answer is none", expected: "ok COUNT, no REASON",
            actual: answer)
    }
}
