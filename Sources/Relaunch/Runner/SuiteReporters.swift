import CrashStates

/// What a suite says about its reporters: who they are is known when the suite runs.
package final class SuiteReporting: Sendable {
    /// The suite that is reported on, without its reporters.
    package let suite: Suite
    fileprivate let make: @Sendable () throws -> [any Reporter]

    init(on suite: Suite, make: @escaping @Sendable () throws -> [any Reporter]) {
        self.suite = suite
        self.make = make
    }
}

/// The reporters of one suite while it runs, in the process that runs it.
///
/// They are told one event at a time, in order. One that throws, or does not come back, is told no more.
package final class SuiteReporters: Sendable {
    /// Held, so that it stands for these reporters as long as they are there.
    private let reporting: SuiteReporting
    private let file: String
    private let start: ContinuousClock.Instant
    private let report: @Sendable (ReporterFault) -> Void
    private let limit: Duration
    private let state = Locked(State())

    private struct State {
        var reporters: [ReporterThread] = []
        var verdicts: [Verdict: Int] = [:]
        var unproven = UnprovenRules()
        var hasFault = false
        var isFinished = false
    }

    /// Makes the reporters, and tells them that the run has started and what suite it is.
    ///
    /// - Parameters:
    ///   - run: how the run was started, with this suite's file alone.
    ///   - suite: those of its scenarios that are selected.
    ///   - start: when the run started.
    ///   - limit: how long a reporter may take for one event. It is shorter than what the code of a step
    ///     may take, which waits meanwhile and would be blamed.
    ///   - report: is told of each reporter that throws, or takes longer.
    package init(
        _ reporting: SuiteReporting, run: RunDescription, suite: SuiteDescription,
        start: ContinuousClock.Instant = .now, limit: Duration = .seconds(10),
        report: @escaping @Sendable (ReporterFault) -> Void
    ) {
        self.reporting = reporting
        self.start = start
        self.report = report
        self.limit = limit
        file = suite.file
        state.withLock { state in
            do { state.reporters = try reporting.make().map(ReporterThread.init) } catch {
                fail(ReporterFault(suite: suite.name, file: file, message: "\(error)"), &state)
            }
        }
        publish(.runStarted(run))
        publish(.suiteFound(suite))
    }

    /// Tells every reporter of an event.
    package func publish(_ kind: Event.Kind) {
        state.withLock { state in
            guard !state.isFinished else { return }
            if case .caseFinished(let result) = kind {
                state.verdicts[result.verdict, default: 0] += 1
                state.unproven.take(result)
            }
            tell(kind, &state)
        }
    }

    /// Tells every reporter how the suite has ended. Nothing is told after that.
    package func finish(_ ending: RunEnding) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let verdictCode = ExitCode(of: state.verdicts, unproven: state.unproven)
            let code = state.hasFault ? ExitCode.errored : verdictCode
            let summary = RunSummary(
                verdicts: state.verdicts, seconds: start.duration(to: .now).seconds,
                exitCode: ending.exitCode ?? code, interruption: ending.interruption)
            tell(.runFinished(summary), &state)
            state.isFinished = true
        }
    }

    private func tell(_ kind: Event.Kind, _ state: inout State) {
        let event = Event(time: start.duration(to: .now).seconds, kind: kind)
        let reporters = state.reporters
        state.reporters = []
        for reporter in reporters {
            var fault = ReporterFault(
                suite: reporting.suite.name, file: file, reporter: reporter.name, event: kind.name)
            switch reporter.receive(event, within: limit) {
            case .taken:
                state.reporters.append(reporter)
                continue
            case .threw(let error): fault.message = error
            case .overdue: fault.limit = limit.seconds
            }
            fail(fault, &state)
        }
    }

    private func fail(_ fault: ReporterFault, _ state: inout State) {
        state.hasFault = true
        report(fault)
    }
}

/// A reporter of a suite has thrown an error or does not come back, or the reporters could not be made.
package struct ReporterFault: Error, Sendable, Codable, CustomStringConvertible {
    package var suite: String
    package var file: String
    /// The reporter's type; nil where there are no reporters yet.
    package var reporter: String?
    /// The event that it was told.
    package var event: String?
    /// What the error says.
    package var message = ""
    /// How many seconds it had, where it has not returned by then.
    package var limit: Double?

    package var description: String {
        let place = "the suite '\(suite)' (\(file))"
        guard let reporter, let event else {
            return "the reporters of \(place) could not be made: \(message)"
        }
        if let limit {
            return """
                the reporter '\(reporter)' of \(place) has not returned from `receive` within \
                \(Duration.seconds(limit).shortText) at \(event), and is told no more: does it wait for \
                something, or loop?
                """
        }
        return "the reporter '\(reporter)' of \(place) threw an error at \(event), and is told no "
            + "more: \(message)"
    }
}

/// How a run ends, as far as the process of a suite cannot know it.
package struct RunEnding: Sendable, Codable, Equatable {
    /// The signal that ended it early, or the reason why it stopped; nil where it has run to its end.
    package var interruption: String?
    /// The exit code where the verdicts do not decide.
    package var exitCode: ExitCode?

    package init(interruption: String? = nil, exitCode: ExitCode? = nil) {
        self.interruption = interruption
        self.exitCode = exitCode
    }
}

extension ExitCode {
    /// The code of a run with these verdicts and without anything else that went wrong.
    package init(of verdicts: [Verdict: Int], unproven: UnprovenRules) {
        func has(_ verdict: Verdict) -> Bool { verdicts[verdict, default: 0] > 0 }
        self =
            if has(.errored) {
                .errored
            } else if has(.failed) || has(.vacuous) || !unproven.numbers.isEmpty {
                .failed
            } else {
                .passed
            }
    }
}
