import CrashStates
import RelaunchProtocol

// A session without a scenario: its steps are drawn one by one while it goes on.
extension Session {
    /// A session in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - observations: What the drivers are asked for beside what the caller asks.
    package static func unscripted(
        driving target: Target, executable: String, timeLimit: Duration, timeFactor: Double,
        seed: UInt64, observations: Set<Rehearsal.Observation>, worker: Worker,
        runDirectory: RunDirectory
    ) throws -> Session {
        try Session(
            scenario: Scenario("a life") {}, target: target, executable: executable,
            timeLimit: timeLimit * timeFactor, timeFactor: timeFactor, seed: seed,
            observations: observations, sweeps: 0, worker: worker,
            runDirectory: runDirectory)
    }

    /// Says in how many steps of the next launch, or in it, the target will die, or a call will fail, inside
    /// of a call: only then is it traced, for that costs time. What is asked at rest needs nothing: see
    /// ``die(_:in:at:)``.
    package func expectRecordings(_ count: Int) { caseState.sweepsLeft = count }

    /// Carries out what the suite does in an empty container before the target is used.
    package func setUp() async throws {
        for setup in target.interface.setup { _ = try await carryOut(setup) }
    }

    /// Ends everything that runs, proves it dead, and removes the container.
    package func end() throws { try abandon() }

    /// What was seen written outside of the container so far, where that is observed. What moves the clock is
    /// compiled beside the container, and is no place of the target's.
    package var placesWrittenOutside: [String] {
        let clock = world.clock?.library
        return evidence.writtenOutside.sorted().filter { clock.map($0.hasPrefix) != true }
    }

    // MARK: A death inside of calls

    /// What ends the target while it carries steps out.
    package enum InnerDeath: Sendable, Hashable {
        /// SIGKILL between two calls, or inside of a write.
        case kill
        /// The power fails.
        case powerLoss(PowerLossProfile)
    }

    /// Where a death came.
    package struct DeathPlace: Sendable {
        /// As a sweep calls the state that it has left.
        package var name: String
        /// In words.
        package var text: String
        /// The name of the last call that was made, such as `rename`; empty before the first.
        package var call: String
        /// Whether the target had told the outside that it was done.
        package var isAcknowledged: Bool
        /// How many calls there were.
        package var calls: Int
        /// What was shown when the steps were over; nil where a target that would show it has died.
        package var stateAfter: JSON?
    }

    /// How many states of a power failure are looked at between two syncs.
    private static let statesPerWindow = 12

    /// Carries steps out, and makes the container what a death in them leaves: the target is dead.
    ///
    /// - Parameter share: Where in the steps: 0 is before the first call, 1 after the last.
    package func die(
        _ death: InnerDeath, in steps: [any Step], at share: Double
    ) async throws -> DeathPlace {
        // No process of a command lives from before the steps: only theirs are traced.
        if target.isAskedAtRest { caseState.sweepsLeft = 1 }
        let recorded = try await recordToDeath(steps)
        let stateAfter = target.driver.can(.state) ? try await stateShown() : nil
        let states: [CrashState]
        switch death {
        case .kill:
            states = Array(try KillStates(base: recorded.base, calls: recorded.calls, seed: seed))
        case .powerLoss(let profile):
            states = Array(
                try PowerLossStates(
                    base: recorded.base, calls: recorded.calls, profile: profile,
                    limit: Self.statesPerWindow, seed: seed))
        }
        guard let last = states.indices.last else {
            throw StepFailure(blame: .harness, "a recording has no state at all")
        }
        let state = states[min(last, max(0, Int(share * Double(states.count))))]
        var materializer = try Materializer(root: container.path)
        try materializer.materialize(state.tree)
        lastKillPoint = state.killPoint
        log("the container is as this death leaves it: \(state.killPoint)")
        let call = state.call > 0 ? recorded.calls[state.call - 1] : nil
        return DeathPlace(
            name: state.name, text: state.killPoint, call: call?.name ?? "",
            isAcknowledged: state.hasAcknowledgedAll(recorded.acknowledgementCount),
            calls: recorded.calls.count, stateAfter: stateAfter)
    }

    // MARK: A call that fails

    /// A call that was made to fail.
    package struct FailedCall: Sendable {
        /// In words.
        package var text: String
        /// The name of the call.
        package var call: String
    }

    /// Carries steps out while one call that changes a file fails; the target lives on. Nil where there
    /// was no such call.
    ///
    /// - Parameters:
    ///   - fault: In which way.
    ///   - lasting: Whether later calls fail too until the steps end.
    ///   - kind: Which kind of call.
    ///   - ordinal: The how manieth of its kind, from 1.
    package func fail(
        _ kind: Fail.Call, with fault: Fail.Fault, lasting: Bool, ordinal: Int, in steps: [any Step]
    ) async throws -> FailedCall? {
        guard let plan = fault.plan(at: kind, ordinal: ordinal, lasting: lasting) else {
            return nil
        }
        let run = try await recordAlive(steps, plan: plan)
        if let error = run.error {
            guard let answer = error as? StepFailure, answer.kind == .refused, running != nil else {
                throw error
            }
            log(answer.message)
        }
        guard let number = run.recording.injectedCall else { return nil }
        let call = run.recording.calls[number - 1]
        return FailedCall(text: "`\(call.text)` failed", call: call.name)
    }
}

extension Fail.Fault {
    /// What has to be done to the call of a kind with this place among its kind; nil where the kernel
    /// never does that.
    fileprivate func plan(at kind: Fail.Call, ordinal: Int, lasting: Bool) -> RecordingPlan? {
        guard let code else {
            return kind == .write ? .shorten(call: ordinal, bytes: 1, of: kind.kinds) : nil
        }
        let later = lasting && canLast ? later(than: kind) : nil
        return .fail(call: ordinal, errno: code, of: kind.kinds, later: later)
    }
}
