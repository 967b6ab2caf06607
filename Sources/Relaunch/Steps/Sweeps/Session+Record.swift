import CrashStates
import RealDisk
import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What some steps of a scenario did to the container, and what was seen before and after.
package struct RecordedSteps: Sendable {
    var base: DirectoryTree
    /// The container when the steps were over.
    var end: DirectoryTree
    var calls: [RecordedCall]
    /// How many of them a plan can choose from.
    var plannableCount: Int
    /// What a person should know about the recording.
    var notes: [String]
    /// How many messages the target had sent to the outside when the steps were over.
    var acknowledgementCount: Int
    /// When each was sent, in microseconds of the monotonic clock.
    var acknowledgementTimes: [Int] = []
    var statesBefore: [JSON]
    /// What was saved on the way, where each of several actions is saved by itself.
    var statesBetween: [JSON] = []
    var statesAfter: [JSON]
    var screensBefore: [Picture]
    var screensAfter: [Picture]
    /// Which names differ from run to run. In a state of another sweep, what that one has found out.
    var varyingNames = VaryingNames()
    /// Such names are the same for telling states apart.
    var names = CanonicalNames()
    /// Whether it makes a difference which names differ, so that the steps are to be recorded once more.
    var asksForAnotherRun = false
    /// Whether the steps began in a state that another sweep has made.
    var isInsideSweep: Bool
}

extension RecordedSteps {
    /// Takes in which names differ from run to run.
    mutating func take(_ names: VaryingNames) {
        varyingNames = names
        self.names = CanonicalNames(names, calls: calls)
    }
}

extension Session {
    /// Carries out steps while every call is recorded that changes the container, and leaves the target
    /// dead. The model of what they did is compared with the real directory.
    ///
    /// - Parameters:
    ///   - limits: how much is recorded; what is more is the scenario's fault.
    ///   - marks: the log of the real disk that the container is on, where it is on one.
    func recordToDeath(
        _ steps: [any Step], limits: RecordingLimits = RecordingLimits(),
        marks: DiskMarks? = nil
    ) async throws -> RecordedSteps {
        diskMarks = marks
        defer { diskMarks = nil }
        let isJudged = observations.contains(.sweptSteps)
        evidence.passedStates = []
        let before = evidence
        let earlierRun = lastRun
        lastRun = nil
        let shownBefore = isJudged ? try await stateShown() : nil
        // Nothing may be written while the container is read.
        let isFrozen = try freeze()
        let (base, files) = try readBase()
        let planned = caseState.plannedFault
        caseState.plannedFault = nil
        let run = try await record(
            steps, plan: planned?.plan, files: files, limits: limits, isFrozen: isFrozen,
            postponesObservation: true)
        if let full = run.recording.fullDisk {
            note("the disk of the container, below \(runDirectory.path), is full: \(full)")
        }
        try run.recording.checkLimits(limits)
        try await take(run, planned, before)
        guard files[try containerKey()] == base.root else {
            throw StepFailure(
                "the target has replaced its container with another directory",
                expected: "the directory that was there at the launch",
                actual: "another one: \(container.path)")
        }
        var recording = run.recording
        let (stores, end) = try check(recording, base)
        recording.calls += stores
        if let word = wordOfEnd(of: steps, after: recording.calls) {
            recording.calls.append(word)
            recording.acknowledgementTimes.append(diskEnd ?? 0)
        }
        lastRun = lastRun ?? earlierRun
        if hasPostponed || (run.isFrozen && isJudged) { try resume() }
        if hasPostponed { try await observeSave() }
        hasPostponed = false
        let shownAfter = isJudged && isSeen(after: run) ? try await stateShown() : nil
        if running != nil { try await kill(.system, where: "after the swept steps") }
        var recorded = RecordedSteps(
            base: base, end: end, calls: recording.calls,
            plannableCount: recording.plannableCount,
            notes: RecordingNote.lines(of: recording.notes)
                + stores.map { "a change that no call made: \($0.text)" },
            acknowledgementCount: recording.calls.acknowledgementCount,
            acknowledgementTimes: recording.acknowledgementTimes,
            statesBefore: before.savedStates, statesBetween: evidence.passedStates,
            statesAfter: evidence.savedStates,
            screensBefore: before.savedScreens, screensAfter: evidence.savedScreens,
            isInsideSweep: before.swept != nil)
        if isJudged {
            try await observe(
                &recorded, before, shownBefore: shownBefore, shownAfter: shownAfter,
                isLaunchAlone: steps.allSatisfy { $0.traits.contains(.launches) })
        }
        if let outer = before.swept {
            recorded.varyingNames = outer.recorded.varyingNames
        } else {
            let names = VaryingNames(base: base, end: end, calls: recorded.calls)
            recorded.varyingNames = names
            recorded.asksForAnotherRun =
                observations.contains(.sweptNames) ? names.hasPassing : names.mayBeAlike
        }
        return recorded
    }

    /// Whether what the steps came to can be seen before the target dies, or without it.
    private func isSeen(after run: RecordedRun) -> Bool { run.isFrozen || target.isAskedAtRest }

    /// Goes on after steps in which a call was to fail; any other error of theirs is thrown.
    private func take(
        _ run: RecordedRun, _ planned: PlannedFault?, _ before: Evidence
    ) async throws {
        if let planned {
            try await goOn(after: faultText(of: planned, in: run), run.error, before)
        } else if let error = run.error {
            throw run.recording.explaining(error)
        }
    }

    private func faultText(of planned: PlannedFault, in run: RecordedRun) throws -> String {
        do { return try planned.text(run) } catch let missed as BranchMissed {
            throw StepFailure(
                blame: .scenario, "the swept steps do not make the same calls each time: \(missed)")
        }
    }

    /// Commands that have told nothing else have told by their end that they were done, where the
    /// scenario asks for that; at a terminal, what was waited for has told it. An action of a command is
    /// done when all of it is, whatever its parts have told.
    private func wordOfEnd(of steps: [any Step], after calls: [RecordedCall]) -> RecordedCall? {
        var text: String?
        if target.isAskedAtRest, hasPostponed {
            text = steps.last.map { "end of \($0.text)" }
        } else if calls.acknowledgementCount > 0 {
            return nil
        } else if target.driver.can(.keyboard) {
            text = steps.last.flatMap { $0.traits.contains(.seesAnswer) ? $0.text : nil }
        } else if (target.driver.savesActions && !target.isAskedAtRest)
            || (observations.contains(.sweptEnd) && running == nil)
        {
            text = lastRun.flatMap { $0.status == .exited(0) ? "end of \($0.text)" : nil }
        }
        guard let text else { return nil }
        return RecordedCall(
            number: calls.count + 1, process: 0, thread: 0, name: "exit",
            operations: [.acknowledge(.end, bytes: [])], error: 0, text: text)
    }

    /// Compares the model with the real directory. What differs in bytes alone was stored through a
    /// shared mapping and is returned as calls; everything else is a fault of the recording.
    private func check(
        _ recording: Recording, _ base: DirectoryTree
    ) throws -> (stores: [RecordedCall], end: DirectoryTree) {
        guard recording.isComplete else {
            let notes = RecordingNote.lines(of: recording.notes).joined(separator: "; ")
            throw StepFailure(
                blame: .scenario, "the recording of the swept steps is incomplete: \(notes)")
        }
        var tree = try recording.end(from: base)
        let differences = try differences(from: tree)
        if let first = recording.firstUnexplained(of: differences) {
            if let failure = beyondReach(first) { throw failure }
            throw StepFailure(
                blame: .harness,
                "the recording does not explain what is on disk: \(first) (after "
                    + "\(recording.calls.count) calls)",
                difference: differences.map(\.description).joined(separator: "\n"))
        }
        let stores = recording.stores(explaining: differences)
        for store in stores {
            for operation in store.operations { try tree.apply(operation) }
        }
        return (stores, tree)
    }

    /// A difference that nothing explains because it lies so deep that the kernel tells nobody where.
    private func beyondReach(_ difference: CrossCheck.Difference) -> StepFailure? {
        let limit = Int(PATH_MAX) - 1
        let count = container.path.utf8.count + 1 + difference.path.utf8.count
        guard count > limit else { return nil }
        return StepFailure(
            blame: .scenario,
            """
            the swept steps changed '\(difference.path.prefix(40))…', whose path has \(count) bytes; \
            a recording reaches no deeper than \(limit), as a path of the kernel's. Sweep steps that \
            nest fewer directories, or give them shorter names
            """)
    }
}

extension Recording {
    /// The first call that found no space on the disk, in words.
    fileprivate var fullDisk: String? {
        calls.first { $0.error == ENOSPC || $0.error == EDQUOT }
            .map { "`\($0.text)`, call \($0.number) of the swept steps" }
    }

    /// - Throws: where a limit has ended the recording.
    fileprivate func checkLimits(_ limits: RecordingLimits) throws {
        var problem: (limit: String, advice: String)?
        if notes.contains(.callLimit) {
            problem = (
                "\(limits.calls) calls that change files",
                "sweep a smaller part, or allow more: `Sweep(.system, callLimit: \(limits.calls * 10))`"
            )
        } else if notes.contains(.byteLimit) {
            problem = ("\(limits.bytes >> 20) MiB written", "sweep a smaller part")
        }
        guard let problem else { return }
        throw StepFailure(
            blame: .scenario,
            "the swept steps do more than a sweep records: over \(problem.limit); \(problem.advice)"
        )
    }

    /// What a step threw, with what the recording knows of the reason.
    fileprivate func explaining(_ error: any Error) -> any Error {
        let reasons = notes.filter(\.mayExplainFailure).map(\.description)
        guard var failure = error as? StepFailure, !reasons.isEmpty else { return error }
        failure.message += " (while it was recorded: \(reasons.joined(separator: "; ")))"
        return failure
    }
}
