/// Launches the target and waits until the launch is complete.
///
/// A target that runs to its end, as one of `.command` does, fails the scenario where it does not end
/// well, unless `exit` says otherwise.
public struct Launch: Step {
    /// Given after those of the suite's target.
    public let arguments: [String]
    /// Added to that of the suite's target.
    public let environment: [String: String]
    /// How a target is to end that runs to its end; nil for the usual way, which is with status 0.
    public let exit: Run.Exit?
    /// Where in the launch the target dies; nil where it lives on.
    public let killPoint: KillPoint?
    /// How it dies at the kill point.
    public let manner: Kill.Manner
    public let location: FileLocation

    /// - Parameters:
    ///   - arguments: given after those of the suite's target.
    ///   - environment: added to that of the suite's target.
    ///   - exit: how a target is to end that runs to its end; one that is killed may end as it likes.
    ///   - killPoint: where in the launch the target dies; without one it lives on.
    ///   - manner: how it dies there.
    public init(
        arguments: [String] = [], environment: [String: String] = [:], exit: Run.Exit? = nil,
        killedAt killPoint: KillPoint? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.arguments = arguments
        self.environment = environment
        self.exit = exit
        self.killPoint = killPoint
        self.manner = manner
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        var parts: [String] = []
        if !arguments.isEmpty {
            let list = arguments.map(\.quoted).joined(separator: ", ")
            parts.append("arguments: [\(list)]")
        }
        if let exit { parts.append("exit: \(exit.source)") }
        if let killPoint { parts += ["killedAt: \(killPoint.source)", "by: \(manner.source)"] }
        return "Launch(\(parts.joined(separator: ", ")))"
    }

    public var traits: StepTraits { [.launches, .keepsState] }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(killPoint)
        if exit != nil {
            rehearsal.needs(.endsByItself, otherwise: "leave `exit:` out")
        }
        manner.rehearse(&rehearsal)
        rehearsal.launch(
            endsDead: killPoint != nil || rehearsal.commandsAreLaunches, isKilled: killPoint != nil)
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.launch(
            arguments: arguments, environment: environment, killedAt: killPoint, by: manner)
        if session.target.driver.can(.endsByItself) {
            try (exit ?? .success).check(session.lastRun)
        }
        return .step
    }
}

extension KillPoint {
    /// As it is written in a scenario.
    var source: String {
        switch self {
        case .launching: ".launching"
        case .restoring: ".restoring"
        case .saving: ".saving"
        case .snapshotShown: ".snapshotShown"
        case .checkpoint(let name): ".checkpoint(\(name.quoted))"
        case .after(let time): ".after(\(time))"
        case .within(let range): ".within(\(range.lowerBound)...\(range.upperBound))"
        }
    }
}
