import Relaunch
import RelaunchProtocol

/// Gives everything that has a name empty texts, does each other thing once, and restores: what was
/// never empty when the program was written may never come to an end.
struct RestoreEmptied: Step {
    /// How many things are emptied at most.
    private static let nameLimit = 40

    let action: String
    /// The argument that names the thing; the others are empty.
    let key: String
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Perform(\"\(action)\", …); Background(); Kill(.system); Launch()" }

    static func texts(of schema: JSON) -> [String] {
        (schema["properties"]?.object ?? [:]).filter { $0.value["type"]?.string == "string" }
            .keys.sorted()
    }

    /// What empties each thing that there is in the beginning, as far as the action allows empty texts.
    var emptying: [DrawnAction] {
        let schema = profile.hello.actions[action] ?? [:]
        let texts = Self.texts(of: schema)
        return profile.initialState.namedThings.map { name in
            DrawnAction(
                name: action,
                arguments: Dictionary(
                    uniqueKeysWithValues: texts.map { ($0, .string($0 == key ? name : "")) }))
        }.filter { ArgumentSchema(schema).allows(.object(JSON.Members($0.arguments))) }
            .prefix(Self.nameLimit).map(\.self)
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let emptying = emptying
        for other in profile.hello.actions.keys.sorted() where other != action {
            try await session.begin()
            for action in emptying { _ = try await session.isPerformed(action) }
            guard try await isChanged(by: other, session) else { continue }
            try await session.carryOut([Background(), Kill(.system)])
            do { try await session.launch() } catch var failure as StepFailure
                where failure.kind == .timedOut
            {
                failure.message =
                    "with empty texts, and after '\(other)', restoration never ends: "
                    + failure.message
                throw failure
            }
            try await session.kill(.system, where: "in the foreground")
        }
        try await session.killIfRunning()
        return .step
    }

    private func isChanged(by name: String, _ session: isolated Session) async throws -> Bool {
        let before = try await session.state()
        for action in ActionDeck.options(for: name, profile.hello.actions, in: before).prefix(4) {
            guard try await session.isPerformed(action) else { continue }
            if try await !profile.isSame(session.state(), before) { return true }
        }
        return false
    }
}
