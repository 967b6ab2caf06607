/// Crash after crash, one launch each, until the target stops restoring.
///
/// It ends with the target running, in the first launch that did not restore, or that was complete
/// without ever reaching the kill point. How many crashes it took is expected with
/// `Expect(.ladder(3))`.
public struct Ladder: Step {
    /// Where in each launch the target crashes.
    public let killPoint: KillPoint
    /// How it dies there.
    public let manner: Kill.Manner
    /// How many crashes there are at most. A target that still restores then has failed.
    public let limit: Int
    /// Given in each launch, after those of the suite's target.
    public let arguments: [String]
    public let location: FileLocation

    /// - Parameters:
    ///   - killPoint: where in each launch the target crashes.
    ///   - manner: how it dies there.
    ///   - limit: how many crashes at most; a target that still restores then has failed.
    public init(
        killedAt killPoint: KillPoint = .restoring, by manner: Kill.Manner = .crash(.SIGSEGV),
        atMost limit: Int = 10, arguments: [String] = [],
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.killPoint = killPoint
        self.manner = manner
        self.limit = limit
        self.arguments = arguments
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Ladder(killedAt: \(killPoint.source), by: \(manner.source))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if killPoint.hold == nil {
            rehearsal.problem(
                "a ladder needs a place in the launch to crash at, such as `.restoring`, not a time"
            )
        }
        rehearsal.needs(killPoint)
        manner.rehearse(&rehearsal)
        rehearsal.launch(endsDead: true, isKilled: true)
        rehearsal.life = .running
        rehearsal.relaunchAfterDeath()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try session.prepareControl()
        var crashes = 0
        while true {
            let isAlive = try await session.launchIfNotThere(
                arguments: arguments, killedAt: killPoint, by: manner)
            if isAlive { break }
            crashes += 1
            guard crashes < limit else {
                throw StepFailure(
                    "the target still reaches the kill point after \(crashes) crashes in a row",
                    expected: "it stops restoring", actual: "\(crashes) launches, each \(killPoint)"
                )
            }
        }
        session.ladder = crashes
        session.log("ladder: the target stopped after \(crashes) crashes")
        return .step
    }
}

extension Session {
    /// Launches the target, and kills it if it reaches the kill point. Returns true if it did not, and
    /// runs on.
    ///
    /// Several such launches in one step are one launch to a control: the step calls ``prepareControl()``
    /// before the first.
    public func launchIfNotThere(
        arguments: [String], killedAt point: KillPoint, by manner: Kill.Manner
    ) async throws -> Bool {
        try await launch(
            arguments: arguments, killedAt: point, by: manner, isOptional: true)
        return running != nil
    }
}
