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
    /// The container when the steps were over.
    var end: DirectoryTree
    var calls: [RecordedCall]
    /// What a person should know about the recording.
    var notes: [String]
    /// How many messages the target had sent to the outside when the steps were over.
    var acknowledgementCount: Int
    var statesBefore: [JSON]
    var statesAfter: [JSON]
    var screensBefore: [Picture]
    var screensAfter: [Picture]
    /// Names that differ from run to run are the same for telling states apart.
    var names: CanonicalNames
    /// Whether the steps began in a state that another sweep has made.
    var isInsideSweep: Bool
}

extension Session {
    /// Carries out steps while every call is recorded that changes the container, and leaves the target
    /// dead. The model of what they did is compared with the real directory.
    func record(_ steps: [any Step]) async throws -> RecordedSteps {
        let isJudged = observations.contains(.sweptSteps)
        let before = evidence
        let shownBefore = isJudged ? try await stateShown() : nil
        let wasSuspended = isSuspended
        // Nothing may be written while the container is read.
        if running != nil, !wasSuspended { try suspend() }
        var files: [FileKey: FileID] = [:]
        let base = try BaseImage.read(
            container.path, store: BaseStore(in: runDirectory.path)
        ) { device, inode in
            let key = FileKey(device: device, inode: inode)
            let file = files[key] ?? FileID(UInt64(files.count + 1))
            files[key] = file
            return file
        }
        let recorder = Recorder(try supervisor())
        try recorder.start(files: files)
        if running != nil, !wasSuspended { try resume() }
        do {
            for (index, step) in steps.enumerated() {
                postponesObservation = index == steps.count - 1
                guard case .step = try await step.perform(in: self) else {
                    throw StepFailure(
                        blame: .scenario,
                        "a step with several futures cannot be swept: \(step.text)")
                }
            }
        } catch {
            postponesObservation = false
            _ = try? recorder.stop()
            throw error
        }
        postponesObservation = false
        let wasAwake = running != nil && !isSuspended
        if wasAwake { try suspend() }
        var recording = try recorder.stop()
        let (stores, end) = try check(recording, base)
        recording.calls += stores
        if hasPostponed || (wasAwake && isJudged) { try resume() }
        if hasPostponed { try await observeSave() }
        hasPostponed = false
        let shownAfter = isJudged && wasAwake ? try await stateShown() : nil
        if running != nil { try await kill(.system, where: "after the swept steps") }
        sweepsLeft -= 1
        var recorded = RecordedSteps(
            base: base, end: end, calls: recording.calls,
            notes: recording.notes.map(\.description)
                + stores.map { "a change that no call made: \($0.text)" },
            acknowledgementCount: recording.acknowledgementCount,
            statesBefore: before.savedStates, statesAfter: evidence.savedStates,
            screensBefore: before.savedScreens, screensAfter: evidence.savedScreens,
            names: CanonicalNames(base: base, calls: recording.calls, seconds: Int(time(nil))),
            isInsideSweep: before.swept != nil)
        if isJudged {
            try await observe(
                &recorded, before, shownBefore: shownBefore, shownAfter: shownAfter,
                isLaunchAlone: steps.allSatisfy { $0 is Launch })
        }
        return recorded
    }

    /// Compares the model with the real directory. What differs in bytes alone was stored through a
    /// shared mapping and is returned as calls; everything else is a fault of the recording.
    private func check(
        _ recording: Recording, _ base: DirectoryTree
    ) throws -> (stores: [RecordedCall], end: DirectoryTree) {
        guard recording.isComplete else {
            let notes = recording.notes.map(\.description).joined(separator: "; ")
            throw StepFailure(
                blame: .scenario, "the recording of the swept steps is not whole: \(notes)")
        }
        var tree = base
        for call in recording.calls {
            for operation in call.operations { try tree.apply(operation) }
        }
        // A number that was known may since belong to a new file, which the tree has under its own.
        var crossCheck = CrossCheck(root: container.path) { _, _ in nil }
        let differences = try crossCheck.differences(from: tree, isComplete: true)
        if let first = differences.first(where: { !$0.isExplained }) {
            throw StepFailure(
                blame: .harness,
                "the recording does not explain what is on disk: \(first) (after "
                    + "\(recording.calls.count) calls)",
                difference: differences.map(\.description).joined(separator: "\n"))
        }
        let stores = differences.enumerated().map { index, difference in
            RecordedCall(
                number: recording.calls.count + index + 1, process: 0, thread: 0, name: "store",
                operations: difference.stores, error: 0, text: "store \(difference.path)")
        }
        for store in stores {
            for operation in store.operations { try tree.apply(operation) }
        }
        return (stores, tree)
    }
}

extension Recording {
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
