import CrashStates

/// Carries steps out many times, such as a crash loop, and looks whether anything gets worse.
///
/// ```swift
/// Repeat(100) {
///     Launch()
///     Perform("set", ["key": "a", "value": "1"])
///     Kill(.crash(.SIGSEGV))
/// }
/// Expect(.noGrowth)
/// ```
///
/// At the end of each round everything is dead. To a control, all rounds are one launch.
public struct Repeat: Step {
    /// What has become of the container and of the launches from round to round.
    public struct Growth: Sendable, Equatable {
        /// How many rounds there were.
        public var rounds: Int
        /// How many files the container had after some rounds, and at the end.
        public var files: (early: Int, late: Int)
        /// How many bytes these had.
        public var bytes: (early: Int, late: Int)
        /// The median time of a launch in the first and in the last rounds.
        public var launch: (early: Duration, late: Duration)

        public static func == (lhs: Self, rhs: Self) -> Bool {
            lhs.rounds == rhs.rounds && lhs.files == rhs.files && lhs.bytes == rhs.bytes
                && lhs.launch == rhs.launch
        }
    }

    /// How often the steps are carried out.
    public let rounds: Int
    private let steps: [any Step]
    public let location: FileLocation

    /// - Parameters:
    ///   - rounds: how often.
    ///   - steps: one round: it begins with a dead target and ends with one.
    public init(
        _ rounds: Int, fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.rounds = rounds
        self.steps = steps()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        "Repeat(\(rounds)) { \(steps.map(\.text).joined(separator: "; ")) }"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rounds < 1 { rehearsal.problem("\(rounds) rounds are none; repeat at least once") }
        rehearsal.needsDead(because: "each round begins with a target that is dead")
        rehearsal.rehearse(apart: [steps, steps])
        rehearsal.launch(endsDead: true, isKilled: true)
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try session.prepareControl()
        // The first rounds may make what later ones only use.
        let early = min(10, (rounds + 1) / 2)
        var launches: [Duration] = []
        var growth = Growth(rounds: rounds, files: (0, 0), bytes: (0, 0), launch: (.zero, .zero))
        for round in 1...rounds {
            do { try await session.carryOut(steps, asPartOf: "a round") } catch var failure
                as StepFailure
            {
                failure.message = "in round \(round): \(failure.message)"
                throw failure
            }
            try session.terminateAndReap()
            launches.append(session.caseState.latestLaunch.duration)
            if round == early {
                growth.files.early = session.container.paths.count
                growth.bytes.early = session.container.size
            }
        }
        growth.files.late = session.container.paths.count
        growth.bytes.late = session.container.size
        growth.launch = (launches.prefix(early).median, launches.suffix(early).median)
        session.caseState.growth = growth
        session.log("\(rounds) rounds: \(growth.text)")
        return .step
    }
}

extension Repeat.Growth {
    /// What has grown, in words.
    var text: String {
        "files \(files.early) → \(files.late), bytes \(bytes.early) → \(bytes.late), launch "
            + "\(launch.early.shortText) → \(launch.late.shortText)"
    }
}

extension Measure.Quantity {
    /// What has grown in the latest ``Repeat``.
    public static let growth = Self(".growth") { session in
        (try session.latestGrowth().text, "")
    }
}

extension Expect.Condition {
    /// In the latest ``Repeat`` no files have piled up: not more than one for ten rounds.
    public static var noGrowth: Self {
        Self(".noGrowth") { session in
            let growth = try session.latestGrowth()
            let allowed = growth.files.early + growth.rounds / 10
            guard growth.files.late > allowed else { return nil }
            return StepFailure(
                "files pile up from round to round",
                expected: "about \(growth.files.early) files after \(growth.rounds) rounds",
                actual: "\(growth.files.late)")
        }
    }
}

extension Session {
    fileprivate func latestGrowth() throws -> Repeat.Growth {
        guard let growth = caseState.growth else {
            throw StepFailure(
                blame: .scenario, kind: .missing, "there is no `Repeat` before it; add one")
        }
        return growth
    }
}

extension Collection<Duration> {
    fileprivate var median: Duration {
        isEmpty ? .zero : sorted()[count / 2]
    }
}
