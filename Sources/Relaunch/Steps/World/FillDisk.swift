import RelaunchProtocol
import SystemPackage

/// The disk is full for the target, and for everything else that is launched, until ``FreeDisk``
/// (rule S16).
///
/// Calls that need space on files of the container answer ENOSPC: writes, allocations, new directories
/// and links, extended attributes. What needs none goes on: a file can be made, emptied, renamed and
/// removed, as on a real full disk, and that is how a save in place loses the old state. Overwriting
/// needs space too, as on file systems that copy on write.
///
/// No file system is filled and no rights are needed: the calls are answered by the tracer that records
/// sweeps. So the machine must allow ptrace, and what a target stores through a shared mapping is not
/// hindered.
public struct FillDisk: Step {
    public let location: FileLocation

    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "FillDisk()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.observe([.calls])
        if rehearsal.isDiskFull {
            rehearsal.problem("the disk is full already; `FreeDisk()` comes between")
        }
        rehearsal.isDiskFull = true
    }

    public func perform(in session: isolated Session) async throws -> Next {
        session.world.isDiskFull = true
        if session.running != nil { try session.fillDisk() }
        session.log("the disk is full")
        return .step
    }
}

/// There is space on the disk again.
public struct FreeDisk: Step {
    public let location: FileLocation

    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "FreeDisk()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if !rehearsal.isDiskFull {
            rehearsal.problem("the disk is not full here; `FillDisk()` comes first")
        }
        rehearsal.isDiskFull = false
    }

    public func perform(in session: isolated Session) async throws -> Next {
        session.world.isDiskFull = false
        try session.endFullDisk()
        session.log("there is space on the disk")
        return .step
    }
}

extension Session {
    /// From now on calls that need space fail, for everything that runs and is launched.
    func fillDisk() throws {
        guard fullDisk == nil else { return }
        let isAwake = running != nil && !isSuspended
        // A call that is under way would be missed.
        if isAwake { try suspend() }
        let recorder = Recorder(try supervisor())
        do {
            try recorder.start(
                limits: RecordingLimits(calls: Int(UInt32.max)), plan: .refuseSpace)
        } catch RecorderError.alreadyRecording {
            throw StepFailure(
                blame: .scenario, "the disk cannot be full inside a sweep: both trace the target",
                expected: "`FillDisk()` and a sweep one after the other", actual: "one in the other"
            )
        }
        fullDisk = recorder
        if isAwake { try resume() }
    }

    /// Calls are what they were. It is told how many had failed.
    func endFullDisk() throws {
        guard let recorder = fullDisk else { return }
        fullDisk = nil
        let recording = try recorder.stop()
        let refused = recording.calls.count { $0.error == Errno.noSpace.rawValue }
        log("the disk was full: \(Phrases.count(refused, "call", "calls")) refused")
    }
}
