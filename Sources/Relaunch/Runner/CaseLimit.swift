import CrashStates

/// How long a whole case may take, and until when.
struct CaseLimit: Sendable {
    var length: Duration
    var deadline: ContinuousClock.Instant

    /// A limit for a case that begins now.
    init(_ length: Duration) {
        self.length = length
        deadline = .now + length
    }

    var isOver: Bool { deadline <= .now }

    /// What a case fails with that takes longer.
    var failure: StepFailure {
        StepFailure(
            kind: .overdue, "the case did not end within its limit",
            expected: "ended within \(length.shortText)", actual: "it still ran")
    }

    /// Adds that failure, unless a step has failed with it.
    func add(to failures: inout [Failure]) {
        if !failures.contains(where: { $0.kind == .overdue }) { failures.append(Failure(failure)) }
    }
}

extension CaseRunner {
    /// How long a case of the scenario may take; nil where nobody says.
    var caseLimit: Duration? {
        // Nobody hurries who looks at a target with a debugger.
        if configuration.debuggedLaunch != nil { return nil }
        let limits = [scenario.caseLimit, configuration.caseLimit.map(Duration.seconds)]
        return limits.compactMap { $0 }.min().map { $0 * timeFactor }
    }

    /// What every time limit is multiplied by.
    var timeFactor: Double { configuration.timeoutFactor ?? 1 }
}
