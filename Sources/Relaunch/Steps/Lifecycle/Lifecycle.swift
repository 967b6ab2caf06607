import RelaunchProtocol

/// Sends the target to the background, waits until its state is durable, and suspends it.
public struct Background: Step {
    /// Where in the save the target dies; nil where it is suspended afterwards.
    public let killPoint: KillPoint?
    /// How it dies at the kill point.
    public let manner: Kill.Manner
    public let location: FileLocation

    /// - Parameters:
    ///   - killPoint: where in the save the target dies; without one it is suspended afterwards.
    ///   - manner: how it dies there.
    public init(
        killedAt killPoint: KillPoint? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.killPoint = killPoint
        self.manner = manner
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        guard let killPoint else { return "Background()" }
        return "Background(killedAt: \(killPoint.source), by: \(manner.source))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.lifecycle), rehearsal.needs(killPoint) else { return }
        rehearsal.needsRunning()
        manner.rehearse(&rehearsal)
        rehearsal.life = .suspended
        if killPoint != nil { rehearsal.die() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.deliver(.background, killedAt: killPoint, by: manner)
        if session.running != nil { try session.suspend() }
        return .step
    }
}

/// Lets a suspended target go on and brings it to the foreground: nothing is restored (rule R15).
public struct Foreground: Step {
    public let location: FileLocation

    /// Needs a target that `Background()` has suspended.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Foreground()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard rehearsal.needs(.lifecycle) else { return }
        if rehearsal.life != .suspended {
            rehearsal.problem(
                "the target is not in the background here; put a `Background()` before it",
                kind: .wrongLife)
        }
        rehearsal.life = .running
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try session.resume()
        try await session.deliver(.foreground)
        return .step
    }
}

/// Tells the target to quit, as from its menu, and waits until it has ended by itself.
public struct Quit: Step {
    public let location: FileLocation

    /// Needs a target that runs. One that does not end within the suite's time limit has failed.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Quit()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        let advice =
            rehearsal.can(.terminal)
            ? "type what ends it, as in `Type(\":q<CR>\", exit: .success)`, or close it: `HangUp()`"
            : nil
        guard rehearsal.can(.quits) || rehearsal.needs(.lifecycle, otherwise: advice) else {
            return
        }
        rehearsal.needsRunning()
        rehearsal.die()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.quit()
        return .step
    }
}

/// Warns the target that memory is short (rule W4: its state is unchanged by it).
public struct MemoryWarning: Step {
    public let location: FileLocation

    /// Needs a target that runs.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "MemoryWarning()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if rehearsal.needs(.lifecycle) { rehearsal.needsRunning() }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.deliver(.memoryWarning)
        return .step
    }
}
