import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What came of steps that were carried out under a recorder.
struct RecordedRun {
    var recording: Recording
    /// What a step threw; the recording then ends there.
    var error: (any Error)?
    /// Whether the target was awake at the end, and has been frozen since.
    var isFrozen: Bool
}

extension Session {
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
    ///   - postponesObservation: whether what the last step saves is looked at later.
    func record(
        _ steps: [any Step], plan: RecordingPlan? = nil, files: [FileKey: FileID] = [:],
        limits: RecordingLimits = RecordingLimits(), isFrozen: Bool,
        postponesObservation: Bool = false
    ) async throws -> RecordedRun {
        if let reason = try tracingError() {
            throw StepFailure.notTraced("a step that records", because: reason)
        }
        defer { self.postponesObservation = false }
        let recorder = Recorder(try supervisor())
        if plan?.kills == true { lastRun = nil }
        try diskMarks?.begin()
        try recorder.start(limits: limits, plan: plan, files: files)
        if isFrozen { try resume() }
        do {
            for (index, step) in steps.enumerated() {
                self.postponesObservation = postponesObservation && index == steps.count - 1
                // A step that lets its command end in any way goes on after the kill.
                if plan?.kills == true, lastRun?.status == .signaled(.SIGKILL) { break }
                guard case .step = try await carryOut(step) else {
                    throw StepFailure(
                        blame: .scenario,
                        "a step with several branches cannot be recorded: \(step.text)")
                }
            }
        } catch {
            // Where it died there is nothing left to freeze.
            guard !(error is CancellationError), let recording = try? recorder.stop() else {
                _ = try? recorder.stop()
                throw error
            }
            caseState.sweepsLeft -= 1
            return RecordedRun(recording: recording, error: error, isFrozen: false)
        }
        let isFrozen = try freeze()
        let recording = try recorder.stop()
        diskEnd = try diskMarks?.end()
        caseState.sweepsLeft -= 1
        return RecordedRun(recording: recording, isFrozen: isFrozen)
    }

    /// Freezes the target where it is awake; false where there is nothing to freeze.
    func freeze() throws -> Bool {
        guard running != nil, !isSuspended else { return false }
        try suspend()
        return true
    }

    /// Which directory the container is.
    ///
    /// - Throws: a failure of the target where it has removed it.
    func containerKey() throws -> FileKey {
        var status = stat()
        guard stat(container.path, &status) == 0 else {
            throw StepFailure(
                "the target has removed its container", expected: "its directory is there",
                actual: "missing: \(container.path)")
        }
        return FileKey(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The container as it is, and which file each inode is.
    func readBase() throws -> (DirectoryTree, [FileKey: FileID]) {
        _ = try containerKey()
        return try BaseImage.readNumbered(container.path, store: BaseStore(in: runDirectory.path))
    }

    /// What is on disk and not in a model of it, or the other way round.
    func differences(from tree: DirectoryTree) throws -> [CrossCheck.Difference] {
        // A number that was known may since belong to a new file, which the tree has under its own.
        var crossCheck = CrossCheck(root: container.path) { _, _ in nil }
        return try crossCheck.differences(from: tree, isComplete: true)
    }
}
