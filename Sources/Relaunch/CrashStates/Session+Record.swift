import RelaunchProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What some steps of a scenario did to the container, and what was seen before and after.
struct RecordedSteps: Sendable {
    var base: DirectoryTree
    var calls: [RecordedCall]
    /// What a person should know about the recording.
    var notes: [String]
    /// How many messages the target had sent to the outside when the steps were over.
    var acknowledgementCount: Int
    var statesBefore: [JSON]
    var statesAfter: [JSON]
    var screensBefore: [Picture]
    var screensAfter: [Picture]
    var secondsSince1970: Int
}

/// What came of steps that were carried out under a recorder.
struct RecordedRun {
    var recording: Recording
    /// What a step threw; the recording then ends there.
    var error: (any Error)?
    /// Whether the target was awake at the end, and has been frozen since.
    var isFrozen: Bool
}

extension Session {
    /// Carries out steps while every call is recorded that changes the container, and leaves the target
    /// dead. The model of what they did is compared with the real directory.
    ///
    /// - Parameter limits: how much is recorded; what is more is the scenario's fault.
    func recordToDeath(
        _ steps: [any Step], limits: RecordingLimits = RecordingLimits()
    ) async throws -> RecordedSteps {
        let before = evidence
        // Nothing may be written while the container is read.
        let isFrozen = try freeze()
        let (base, files) = try readBase()
        let run = try await record(steps, files: files, limits: limits, isFrozen: isFrozen)
        if let full = run.recording.fullDisk {
            note("the disk of the container, below \(runDirectory.path), is full: \(full)")
        }
        try run.recording.checkLimits(limits)
        if let error = run.error { throw run.recording.explaining(error) }
        var recording = run.recording
        let stores = try check(recording, base)
        recording.calls += stores
        if running != nil { try await kill(.system, where: "after the swept steps") }
        return RecordedSteps(
            base: base, calls: recording.calls,
            notes: recording.notes.map(\.description)
                + stores.map { "a change that no call made: \($0.text)" },
            acknowledgementCount: recording.acknowledgementCount,
            statesBefore: before.savedStates, statesAfter: evidence.savedStates,
            screensBefore: before.savedScreens, screensAfter: evidence.savedScreens,
            secondsSince1970: Int(time(nil)))
    }

    /// Carries out steps while every call is recorded that changes the container; the target lives on.
    func recordAlive(
        _ steps: [any Step], plan: RecordingPlan? = nil
    ) async throws -> RecordedRun {
        let run = try await record(steps, plan: plan, isFrozen: freeze())
        if run.isFrozen, running != nil { try resume() }
        return run
    }

    /// Carries out steps under a recorder. A target that is awake afterwards is frozen.
    ///
    /// - Parameters:
    ///   - plan: what is done to one of the calls. Where it kills, the steps end there.
    ///   - isFrozen: whether the target was frozen for this alone, and goes on with the recording.
    func record(
        _ steps: [any Step], plan: RecordingPlan? = nil, files: [FileKey: FileID] = [:],
        limits: RecordingLimits = RecordingLimits(), isFrozen: Bool
    ) async throws -> RecordedRun {
        if let reason = try tracingError() {
            throw StepFailure.notTraced("a step that records", because: reason)
        }
        let recorder = Recorder(try supervisor())
        if plan?.kills == true { lastRun = nil }
        try recorder.start(limits: limits, plan: plan, files: files)
        if isFrozen { try resume() }
        do {
            for step in steps {
                // A step that lets its command end in any way goes on after the kill.
                if plan?.kills == true, lastRun?.status == .signaled(.SIGKILL) { break }
                guard case .step = try await step.perform(in: self) else {
                    throw StepFailure(
                        blame: .scenario,
                        "a step with several futures cannot be recorded: \(step.text)")
                }
            }
        } catch {
            // Where it died there is nothing left to freeze.
            guard !(error is CancellationError), let recording = try? recorder.stop() else {
                _ = try? recorder.stop()
                throw error
            }
            sweepsLeft -= 1
            return RecordedRun(recording: recording, error: error, isFrozen: false)
        }
        let isFrozen = try freeze()
        let recording = try recorder.stop()
        sweepsLeft -= 1
        return RecordedRun(recording: recording, isFrozen: isFrozen)
    }

    /// Freezes the target where it is awake; false where there is nothing to freeze.
    func freeze() throws -> Bool {
        guard running != nil, !isSuspended else { return false }
        try suspend()
        return true
    }

    /// The container as it is, and which file each inode is.
    func readBase() throws -> (DirectoryTree, [FileKey: FileID]) {
        var files: [FileKey: FileID] = [:]
        let base = try BaseImage.read(
            container.path, store: BaseStore(in: runDirectory.path)
        ) { device, inode in
            let key = FileKey(device: device, inode: inode)
            let file = files[key] ?? FileID(UInt64(files.count + 1))
            files[key] = file
            return file
        }
        return (base, files)
    }

    /// Compares the model with the real directory. What differs in bytes alone was stored through a
    /// shared mapping and is returned as calls; everything else is a fault of the recording.
    private func check(_ recording: Recording, _ base: DirectoryTree) throws -> [RecordedCall] {
        guard recording.isComplete else {
            let notes = recording.notes.map(\.description).joined(separator: "; ")
            throw StepFailure(
                blame: .scenario, "the recording of the swept steps is not whole: \(notes)")
        }
        let differences = try differences(from: recording, base)
        let unexplained = differences.first { !$0.isExplained || !recording.maySeeStores }
        if let first = unexplained {
            throw StepFailure(
                blame: .harness,
                "the recording does not explain what is on disk: \(first) (after "
                    + "\(recording.calls.count) calls)",
                difference: differences.map(\.description).joined(separator: "\n"))
        }
        return differences.enumerated().map { index, difference in
            RecordedCall(
                number: recording.calls.count + index + 1, process: 0, thread: 0, name: "store",
                operations: difference.stores, error: 0, text: "store \(difference.path)")
        }
    }
}

extension Session {
    /// What is on disk and not in a recording, or the other way round.
    func differences(
        from recording: Recording, _ base: DirectoryTree
    ) throws -> [CrossCheck.Difference] {
        var tree = base
        for call in recording.calls {
            for operation in call.operations { try tree.apply(operation) }
        }
        // A number that was known may since belong to a new file, which the tree has under its own.
        var crossCheck = CrossCheck(root: container.path) { _, _ in nil }
        return try crossCheck.differences(from: tree, isComplete: true)
    }
}

extension Recording {
    /// Whether a file can have been changed without a call: only then is a difference of bytes alone no
    /// fault of the recording.
    var maySeeStores: Bool {
        notes.contains { note in
            switch note {
            case .sharedMapping, .storesNotSeen: true
            default: false
            }
        }
    }

    /// How many messages and pieces of output the recorded processes sent.
    var acknowledgementCount: Int {
        calls.reduce(0) { count, call in
            count
                + call.operations.count { operation in
                    if case .acknowledge = operation { true } else { false }
                }
        }
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
                "sweep a smaller part, or raise it: `Sweep(.system, callLimit: \(limits.calls * 10))`"
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
