import RelaunchProtocol

/// Locks the device: nothing is saved and nothing restored until ``UnlockDevice`` (rules S15, R11).
///
/// A target that runs is told by the event `lock`; one that is suspended is woken for as long as
/// that takes; one that is launched afterwards learns it in the answer to its `hello`.
public struct LockDevice: Step {
    public let location: FileLocation

    /// Needs a device that is not locked already.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "LockDevice()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.device)
        if rehearsal.isDeviceLocked {
            rehearsal.problem(
                "the device is already locked here; put an `UnlockDevice()` before it")
        }
        rehearsal.isDeviceLocked = true
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.lockDevice(true)
        return .step
    }
}

/// Unlocks the device; the next launch, or a target that runs, may use its saved state again (R11).
public struct UnlockDevice: Step {
    public let location: FileLocation

    /// Needs a device that ``LockDevice`` has locked.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "UnlockDevice()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.device)
        if !rehearsal.isDeviceLocked {
            rehearsal.problem("the device is not locked here; put a `LockDevice()` before it")
        }
        rehearsal.isDeviceLocked = false
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.lockDevice(false)
        return .step
    }
}

extension Session {
    fileprivate func lockDevice(_ isLocked: Bool) async throws {
        world.device.locked = isLocked
        guard running != nil else {
            return log(isLocked ? "the device is locked" : "the device is unlocked")
        }
        let wasSuspended = isSuspended
        try resume()
        try await deliver(isLocked ? .lock : .unlock)
        if wasSuspended, running != nil { try suspend() }
    }
}
