/// The disk is full for the target, and for everything else that is launched, until ``FreeDisk``
/// (rule S16).
///
/// Calls that need space on files of the container answer ENOSPC: writes, allocations, new
/// directories and links, extended attributes. What needs none goes on: a file can be made,
/// emptied, renamed and removed, as on a real full disk, and that is how a save in place loses the
/// old state. Overwriting needs space too, as on file systems that copy on write.
///
/// The disk is full from the first call. ``Fail`` with ENOSPC fills it at each call of some steps in turn.
///
/// No file system is filled and no rights are needed: the calls are answered by the tracer that
/// records sweeps. So the machine must allow ptrace, and what a target stores through a shared
/// mapping is not hindered.
public struct FillDisk: Step {
    public let location: FileLocation

    /// Needs a disk that is not full already.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "FillDisk()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.observe([.calls])
        if rehearsal.isDiskFull {
            rehearsal.problem("the disk is already full here; put a `FreeDisk()` before it")
        }
        rehearsal.isDiskFull = true
    }

    public func perform(in session: isolated Session) async throws -> Next {
        session.world.isDiskFull = true
        try session.renewWatch()
        session.log("the disk is full")
        return .step
    }
}

/// There is space on the disk again.
public struct FreeDisk: Step {
    public let location: FileLocation

    /// Needs a disk that ``FillDisk`` has filled.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "FreeDisk()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if !rehearsal.isDiskFull {
            rehearsal.problem("the disk is not full here; put a `FillDisk()` before it")
        }
        rehearsal.isDiskFull = false
    }

    public func perform(in session: isolated Session) async throws -> Next {
        session.world.isDiskFull = false
        try session.renewWatch()
        session.log("there is space on the disk")
        return .step
    }
}
