import CrashStates
import SystemPackage

// A recording of everything that is launched, not of some steps: for what can be seen or done no
// other way.
extension Session {
    /// Begins to watch, where there is something to watch for. What is launched has to wait for
    /// that.
    func startWatch() throws {
        let wantsPaths = observations.contains(.writesOutside)
        guard watch == nil, world.isDiskFull || wantsPaths else { return }
        let recorder = Recorder(try supervisor())
        do {
            try recorder.start(
                limits: RecordingLimits(calls: Int(UInt32.max)),
                plan: world.isDiskFull ? .refuseSpace : nil)
        } catch RecorderError.alreadyRecording {
            throw StepFailure(
                blame: .scenario,
                world.isDiskFull
                    ? "the disk cannot be full while steps are recorded: both need the tracer"
                    : "writes outside cannot be watched while steps are recorded: both need the tracer",
                expected: "one after the other", actual: "one inside the other")
        }
        watch = recorder
        isDiskRefused = world.isDiskFull
    }

    /// Watches for something else from now on, while the target runs or not.
    func renewWatch() throws {
        // A call that is under way would be missed.
        let isAwake = running != nil && !isSuspended
        if isAwake { try suspend() }
        try endWatch()
        if running != nil { try startWatch() }
        if isAwake { try resume() }
    }

    /// Ends it and takes in what was seen.
    func endWatch() throws {
        guard let recorder = watch else { return }
        watch = nil
        let recording = try recorder.stop()
        for case .writtenOutside(let path) in recording.notes {
            evidence.writtenOutside.insert(path)
        }
        guard isDiskRefused else { return }
        let refused = recording.calls.count { $0.error == Errno.noSpace.rawValue }
        log("the disk was full: \(Phrases.count(refused, "call", "calls")) refused")
    }
}
