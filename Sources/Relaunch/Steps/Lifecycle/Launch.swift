/// Launches the target and waits until the launch is complete.
public struct Launch: Step {
    /// Given after those of the suite's target.
    public let arguments: [String]
    /// Added to that of the suite's target.
    public let environment: [String: String]
    /// Where in the launch the target dies; nil where it lives on.
    public let killPoint: KillPoint?
    /// How it dies at the kill point.
    public let manner: Kill.Manner
    public let location: FileLocation

    /// - Parameters:
    ///   - arguments: given after those of the suite's target.
    ///   - environment: added to that of the suite's target.
    ///   - killPoint: where in the launch the target dies; without one it lives on.
    ///   - manner: how it dies there.
    public init(
        arguments: [String] = [], environment: [String: String] = [:],
        killedAt killPoint: KillPoint? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.arguments = arguments
        self.environment = environment
        self.killPoint = killPoint
        self.manner = manner
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        guard let killPoint else { return "Launch()" }
        return "Launch(killedAt: \(killPoint.source), by: \(manner.source))"
    }

    public var traits: StepTraits { [.launches, .keepsState] }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(killPoint)
        manner.rehearse(&rehearsal)
        rehearsal.launch(
            endsDead: killPoint != nil || rehearsal.commandsAreLaunches, isKilled: killPoint != nil)
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.launch(
            arguments: arguments, environment: environment, killedAt: killPoint, by: manner)
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
        case .checkpoint(let name): ".checkpoint(\"\(name)\")"
        case .after(let time): ".after(\(time))"
        case .within(let range): ".within(\(range.lowerBound)...\(range.upperBound))"
        }
    }
}
