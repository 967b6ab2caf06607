import Relaunch
import RelaunchProtocol

/// One action that changes something in a first launch: the shortest of all ways.
///
/// Walks are drawn, and starts are enumerated: small numbers and the names that are there, one after the
/// other, so that each row of a short list is meant once.
package struct Start: Sendable, Codable {
    var action: DrawnAction
    /// The state to which it leads.
    var state: JSON
    /// The leaves that a kill takes where nothing was saved: they are the screen's, and no data.
    var screenLeaves: Set<String> = []

    /// The action with its arguments in one line.
    var name: String {
        let arguments = action.arguments.sorted { $0.key < $1.key }
        return ([action.name] + arguments.map { "\($0.key) \($0.value.text)" })
            .joined(separator: " ")
    }
}

extension Probe {
    /// Enumerates the starts, each to another state, and finds out which actions change data.
    func findStarts(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard let untouched = try await stateAfterKill([], session) else { return }
        for name in profile.hello.actions.keys.sorted() {
            var found: [Start] = []
            let options = ActionDeck.options(
                for: name, profile.hello.actions, in: profile.initialState)
            let tried = options.prefix(profile.effort.optionsAnAction)
            for action in tried where found.count < profile.effort.startsAnAction {
                try await session.begin()
                guard try await session.isPerformed(action) else { continue }
                let state = try await session.state()
                let isNew =
                    !profile.isSame(state, profile.initialState)
                    && !found.contains { profile.isSame($0.state, state) }
                if isNew { found.append(Start(action: action, state: state)) }
            }
            guard let start = found.first else { continue }
            guard let left = try await stateAfterKill([start.action], session) else { continue }
            // Windows are opened and closed for good at once (C3), and are no data.
            if !profile.isSame(left, untouched), !profile.isOfScenes(name) {
                profile.dataActions.append(name)
            }
            // What comes back without a save does not depend on saved states.
            let screen = Set(profile.differences(left, start.state))
            for var start in found where !screen.isEmpty {
                start.screenLeaves = screen
                profile.starts.append(start)
            }
        }
        try await session.killIfRunning()
    }

    /// What a launch shows after a kill in the foreground, where nothing was saved; nil where that launch
    /// does not come about.
    private func stateAfterKill(
        _ actions: [DrawnAction], _ session: isolated Session
    ) async throws -> JSON? {
        try await session.begin(with: actions)
        try await session.kill(.system, where: "in the foreground")
        do {
            try await session.launch()
            return try await session.state()
        } catch let failure as StepFailure where failure.blame == .target {
            return nil
        }
    }
}

extension Session {
    /// Carries out steps of a scenario inside another step.
    func carryOut(_ steps: [any Step]) async throws {
        for step in steps { _ = try await carryOut(step) }
    }

    /// Whether the target fails steps of a scenario.
    func fails(_ steps: [any Step]) async throws -> Bool {
        do { try await carryOut(steps) } catch let failure as StepFailure
            where failure.blame == .target
        {
            return true
        }
        return false
    }

    /// Begins anew with an empty container and performs actions.
    func begin(with actions: [DrawnAction] = []) async throws {
        try await killIfRunning()
        try container.replaceContents(with: nil)
        log("another life begins, in an empty container")
        try await launch()
        for action in actions { try await perform(action.name, action.arguments) }
    }

    func killIfRunning() async throws {
        if isTargetRunning { try await kill(.system, where: "before the next round") }
    }

    /// Performs an action; false where the target refuses it with an error.
    func isPerformed(_ action: DrawnAction) async throws -> Bool {
        do { try await perform(action.name, action.arguments) } catch let error as StepFailure
            where error.kind == .refused
        {
            return false
        }
        return true
    }

    /// What a launch shows that finds no saved state, but the same data of the user as after these
    /// actions and a save.
    func stateWithoutSavedOne(after actions: [DrawnAction]) async throws -> JSON {
        try await begin(with: actions)
        try await carryOut([Background(), Kill(.forceQuit)])
        try await launch()
        let state = try await state()
        try await kill(.system, where: "in the foreground")
        return state
    }
}

extension ActionDeck {
    /// How many options there are for one action.
    private static let optionCount = 8

    /// Arguments for one action that are worth a try each: small numbers, and names that are there.
    static func options(
        for name: String, _ actions: [String: JSON], in state: JSON, preferring names: [String] = []
    ) -> [DrawnAction] {
        let schema = ArgumentSchema(actions[name] ?? [:])
        let properties = schema["properties"]?.object ?? [:]
        let known = state.namedThings
        let spread = stride(from: 0, to: known.count, by: max(1, known.count / optionCount))
        let texts = Array((names + spread.map { known[$0] }).uniqued().prefix(optionCount))
        return (0..<optionCount).compactMap { number in
            var arguments: [String: JSON] = [:]
            for (key, property) in properties {
                arguments[key] = option(number, schema.part(property), texts)
            }
            if schema.allows(.object(arguments)) {
                return DrawnAction(name: name, arguments: arguments)
            }
            // There is more to its schema than that.
            return drawn(number, schema.json, texts).map { DrawnAction(name: name, arguments: $0) }
        }.uniqued()
    }

    /// The simplest value that fits; nil where it takes more to find one.
    private static func option(_ number: Int, _ schema: ArgumentSchema, _ texts: [String]) -> JSON?
    {
        if let value = schema["const"] { return value }
        if let values = schema["enum"]?.array ?? schema["examples"]?.array, !values.isEmpty {
            return values[number % values.count]
        }
        let proposed: JSON
        switch schema.types.first {
        case "integer", "number":
            proposed = .integer(schema.numbers.wholeStart &+ Int64(number % 5))
        case "boolean": proposed = .bool(number % 2 == 0)
        case "array": proposed = []
        case "object": proposed = [:]
        default: proposed = .string(texts.isEmpty ? "one" : texts[number % texts.count])
        }
        if schema.allows(proposed) { return proposed }
        let whole: JSON = ["properties": ["it": schema.json], "required": ["it"]]
        return drawn(number, whole, texts)?["it"]
    }

    private static func drawn(
        _ number: Int, _ schema: JSON, _ texts: [String]
    ) -> [String: JSON]? {
        var draw = ArgumentDraw(seed: UInt64(number))
        draw.known = texts
        return (try? draw.arguments(schema))?.members
    }
}

extension JSON {
    /// What may be the name of something that an action is about: texts in arrays, and the names and
    /// values of members that are texts.
    var namedThings: [String] {
        var names: Set<String> = []
        func visit(_ value: JSON) {
            switch value {
            case .array(let elements):
                names.formUnion(elements.compactMap(\.string))
                elements.forEach(visit)
            case .object(let members):
                for (name, member) in members where name != "$instance" && name != "class" {
                    if let text = member.string {
                        names.insert(name)
                        if text.utf8.count < 100 { names.insert(text) }
                    }
                    visit(member)
                }
            default: break
            }
        }
        visit(self)
        return names.sorted()
    }
}

extension Array where Element: Equatable {
    /// Each element once, where it comes first.
    func uniqued() -> Self {
        reduce(into: []) { found, element in
            if !found.contains(element) { found.append(element) }
        }
    }
}
