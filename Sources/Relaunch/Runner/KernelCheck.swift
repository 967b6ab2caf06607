import CrashStates

/// A sweep's claim, put to the kernel: the tree is really killed at some of the recorded calls, and what
/// is on disk must be what that run's own recording up to the kill predicts, byte for byte.
struct KernelCheck: Sendable {
    let paths: PathRunner
    let sweep: any Step
    /// What is swept.
    let steps: [any Step]
    /// Where the sweep stands in the scenario, and the branches that lead there.
    let index: Int
    let branches: [String]
    /// How many calls on files of the container the sweep has recorded.
    let calls: Int
    /// How many points are drawn, from the run's seed.
    let points: Int
    /// Whether it was asked for: then it is an error that it cannot be carried out.
    let isAsked: Bool

    private var seed: UInt64 { paths.runner.configuration.seed }

    struct Outcome: Sendable {
        var agreed = 0
        var points = 0
        var failure: Failure?
        /// Behind the sweep's figures.
        var text: String
    }

    /// A run that came to no kill: the target made fewer calls this time, or one was cut by the death.
    private static let attemptsPerPoint = 4

    func run() async throws -> Outcome {
        var generator = SeededGenerator(
            seed: SeededGenerator.seed(
                of: "kernel check of \(paths.runner.scenario.name)", in: seed)
        )
        var outcome = Outcome(text: "")
        do {
            var count = calls
            var attempts = 0
            while outcome.points < points, attempts < points * Self.attemptsPerPoint {
                attempts += 1
                guard count > 0 else { break }
                let call = Int.random(in: 1...count, using: &generator)
                let plan: RecordingPlan =
                    Bool.random(using: &generator)
                    ? .killBefore(call: call) : .killAfter(call: call)
                let death = try await kill(plan)
                guard death.isCounted else {
                    count = death.calls
                    continue
                }
                outcome.points += 1
                if death.differences.isEmpty {
                    outcome.agreed += 1
                } else if outcome.failure == nil {
                    outcome.failure = failure(plan, death)
                }
            }
            if outcome.points < points, outcome.failure == nil, isAsked {
                outcome.failure = failure(
                    "only \(outcome.points) of \(points) kills of the kernel check were carried out: "
                        + "the swept steps do not make the same calls each time")
            }
        } catch let error as CancellationError {
            throw error
        } catch let failure as Interrupted {
            guard isAsked else { return outcome }
            outcome.failure = self.failure(
                "the kernel check could not reach the sweep again: \(failure.reason.message)")
        } catch {
            outcome.failure = failure("the kernel check failed: \(error)")
        }
        if outcome.points > 0 || isAsked {
            outcome.text =
                "\(outcome.agreed) of \(Phrases.count(outcome.points, "real kill agrees", "real kills agree"))"
        }
        return outcome
    }

    // MARK: One kill

    private struct Death {
        /// Calls on files of the container.
        var calls: Int
        /// Whether it died where the plan has it, with nothing half done.
        var isCounted: Bool
        var differences: [CrossCheck.Difference] = []
        /// The call that was made last.
        var last: String?
    }

    /// The way to the sweep ended early.
    private struct Interrupted: Error {
        var reason: Failure
    }

    /// Carries the scenario out up to the sweep, and kills it there by a plan.
    private func kill(_ plan: RecordingPlan) async throws -> Death {
        let (failure, session) = try await paths.session(before: index, along: branches)
        do {
            if let failure { throw Interrupted(reason: failure) }
            let death = try await session.die(in: steps, by: plan)
            try await session.abandon()
            return Death(
                calls: death.recording.plannableCount, isCounted: death.isCounted,
                differences: death.differences, last: death.recording.calls.last?.text)
        } catch {
            try? await session.abandon()
            throw error
        }
    }

    private func failure(_ message: String) -> Failure {
        Failure(blame: .harness, location: sweep.location, step: sweep.text, message: message)
    }

    private func failure(_ plan: RecordingPlan, _ death: Death) -> Failure {
        let place =
            switch plan {
            case .killBefore(let call): "before call \(call)"
            default: "after `\(death.last ?? "nothing")`"
            }
        var failure = failure(
            "after a real kill \(place), the disk differs from what the recording predicts "
                + "(seed \(seed))")
        failure.expected = "what the recorded calls made"
        failure.actual = death.differences.first?.description
        failure.difference = death.differences.map(\.description).joined(separator: "\n")
        return failure
    }
}

extension Session {
    struct RealDeath: Sendable {
        var recording: Recording
        var isCounted: Bool
        var differences: [CrossCheck.Difference]
    }

    /// Carries out steps in which everything is killed at one call, and compares the disk with what the
    /// recording up to the kill predicts.
    func die(in steps: [any Step], by plan: RecordingPlan) async throws -> RealDeath {
        let isFrozen = try freeze()
        let (base, files) = try readBase()
        let run = try await record(steps, plan: plan, files: files, isFrozen: isFrozen)
        try terminateAndReap()
        let recording = run.recording
        guard recording.isKilledAsPlanned else {
            // Where nothing was killed, what the steps threw is their own.
            if recording.planned == nil, let error = run.error { throw error }
            return RealDeath(recording: recording, isCounted: false, differences: [])
        }
        return RealDeath(
            recording: recording, isCounted: true,
            differences: try differences(from: recording.end(from: base)))
    }
}

extension Recording {
    /// Whether the kill of the plan came, and cut no call whose effect is then unknown.
    fileprivate var isKilledAsPlanned: Bool {
        planned != nil
            && !notes.contains { note in
                switch note {
                case .unfinished, .heldTooLong: true
                default: false
                }
            }
    }
}
