import RelaunchProtocol

/// Has the target perform one of its actions. Its answer can be expected with `Expect(.result(…))`.
public struct Perform: Step {
    /// The action's name, as the target announces it.
    public let action: String
    /// The action's arguments by name. They are held against the schema that the target has announced
    /// for them, before it is asked.
    public let arguments: [String: JSON]
    /// Where in the action the target dies; nil where it lives on.
    public let killPoint: KillPoint?
    /// How it dies at the kill point.
    public let manner: Kill.Manner
    public let location: FileLocation

    /// - Parameters:
    ///   - killPoint: where in the action the target dies; without one it lives on.
    public init(
        _ action: String, _ arguments: [String: JSON] = [:], killedAt killPoint: KillPoint? = nil,
        by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.action = action
        self.arguments = arguments
        self.killPoint = killPoint
        self.manner = manner
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        arguments.isEmpty
            ? "Perform(\"\(action)\")" : "Perform(\"\(action)\", \(JSON.object(arguments).text))"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        let advice =
            rehearsal.can(.interface)
            ? "declare it: write `Action(\"\(action)\") { … }` beside the scenarios"
            : "leave this step out"
        guard rehearsal.needs(.actions, otherwise: advice), rehearsal.needs(killPoint) else {
            return
        }
        rehearsal.needsRunning()
        if let message = problem(with: rehearsal.target?.interface) { rehearsal.problem(message) }
        manner.rehearse(&rehearsal)
        if rehearsal.commandsAreLaunches {
            rehearsal.launch(endsDead: true, isKilled: killPoint != nil)
        } else if killPoint != nil {
            rehearsal.die()
        }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.perform(action, arguments, killedAt: killPoint, by: manner)
        return .step
    }

    /// What is wrong with it where the suite says what the target's actions are; a target that says it
    /// itself is asked later.
    private func problem(with interface: TargetInterface?) -> String? {
        guard let interface, !interface.actions.isEmpty else { return nil }
        do { try ArgumentCheck.check(action, arguments, against: interface.schemas) } catch {
            let failure = error as? StepFailure
            return [failure?.message ?? "\(error)", failure?.expected.map { "(expected \($0))" }]
                .compactMap { $0 }.joined(separator: " ")
        }
        return nulProblem(with: interface)
    }

    /// A command cannot be given every text that a schema allows.
    private func nulProblem(with interface: TargetInterface) -> String? {
        let commands = interface.steps(of: self).compactMap { $0 as? Run }
        let name = arguments.keys.sorted().first { arguments[$0]?.string?.utf8.contains(0) == true }
        let given = commands.flatMap(\.arguments)
        guard let name, given.contains(where: { $0.utf8.contains(0) }) else { return nil }
        return "the argument '\(name)' of the action '\(action)' has a NUL character in it, and a "
            + "command that it is given to cannot have one; leave it out"
    }
}
