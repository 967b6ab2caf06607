import CrashStates
import RelaunchProtocol

/// Waits until something holds, or for a time that the scenario is about.
public struct Wait: Step {
    private enum Matter: Sendable {
        case condition(Expect.Condition, limit: Duration?)
        case time(Duration)
    }

    private let matter: Matter
    public let location: FileLocation

    /// Waits until a condition holds, for example `Wait(for: .value("sync.status", equals: "done"))`.
    ///
    /// - Parameter limit: how long at most; without it the suite's time limit.
    public init(
        for condition: Expect.Condition, within limit: Duration? = nil, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        matter = .condition(condition, limit: limit)
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// Waits until the target's state shows a value at a path.
    public init(
        for path: String, equals value: JSON, within limit: Duration? = nil,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            for: .value(path, equals: value), within: limit, fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Lets a time pass, for a kill after a duration. Never for readiness: wait for a condition instead.
    public init(
        for time: Duration, fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        matter = .time(time)
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        switch matter {
        case .condition(let condition, _): "Wait(for: \(condition.text))"
        case .time(let time): "Wait(for: \(time))"
        }
    }

    /// What was waited for has been shown to somebody: it counts as an answer.
    public var traits: StepTraits {
        if case .condition = matter { .seesAnswer } else { [] }
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if case .condition(let condition, _) = matter { condition.rehearse(&rehearsal) }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        if case .condition(let condition, _) = matter { try condition.look(in: session) }
        switch matter {
        case .time(let time):
            try session.wait(until: .now + time)
            session.log("waited \(time.shortText)")
        case .condition(let condition, let limit):
            try await wait(
                for: condition, limit.map { $0 * session.timeFactor } ?? session.timeLimit,
                in: session)
        }
        return .step
    }

    private func wait(
        for condition: Expect.Condition, _ limit: Duration, in session: isolated Session
    ) async throws {
        let begin = ContinuousClock.now
        var pause = Duration.milliseconds(1)
        while let failure = try await condition.evaluate(session) {
            // Nothing comes of a target that has ended.
            if failure.kind == .ended { throw failure }
            guard begin.duration(to: .now) < limit, failure.blame == .target else {
                var failure = failure
                failure.message += ", even after \(begin.duration(to: .now).shortText)"
                throw failure
            }
            if let time = session.caseState.targetDies?.time, time <= .now { throw TargetDies() }
            try session.wait(until: .now + pause)
            pause = min(pause * 2, .milliseconds(50))
        }
        session.log("after \(begin.duration(to: .now).shortText): \(condition.text)")
    }
}
