import Relaunch
import RelaunchProtocol

/// Draws actions of a target, with arguments that fit the schemas that it announced.
///
/// Names that the target shows in its state come up as arguments more often than invented ones: most
/// actions are about something that is there.
struct ActionDeck {
    private let actions: [(name: String, schema: JSON)]
    private var arguments: ArgumentDraw
    /// How often each action has changed something: those that have not come first.
    private var counts: [String: Int] = [:]

    /// The actions, and the arguments that may be left out, of which nothing can be drawn, with the
    /// reason.
    let notDrawn: [(name: String, reason: String)]

    /// How often an action is drawn at most that nothing can be drawn for at first.
    private static let tries = 4

    init(
        _ actions: [String: JSON], seed: UInt64, way: Int = 0, inventsNames: Bool = false,
        drawsExtremes: Bool = false
    ) {
        arguments = ArgumentDraw(
            seed: seed, way: way, inventsTexts: inventsNames, drawsExtremes: drawsExtremes)
        var drawn: [(name: String, schema: JSON)] = []
        var notDrawn: [(name: String, reason: String)] = []
        for (name, schema) in actions.sorted(by: { $0.key < $1.key }) {
            var trial = ArgumentDraw(seed: 0)
            do throws(Undrawable) {
                for _ in 0..<Self.tries { _ = try trial.arguments(schema) }
                drawn.append((name, schema))
                notDrawn += trial.leftOut.sorted { $0.key < $1.key }.map { argument, reason in
                    ("the argument '\(argument)' of \(name)", reason)
                }
            } catch {
                notDrawn.append((name, error.reason))
            }
        }
        self.actions = drawn
        self.notDrawn = notDrawn
    }

    var isEmpty: Bool { actions.isEmpty }

    /// The next action, for a target that shows this state.
    mutating func draw(in state: JSON) -> DrawnAction? {
        arguments.known = state.names.sorted()
        for _ in 0..<Self.tries {
            let least = actions.map { counts[$0.name, default: 0] }.min() ?? 0
            // Every other draw is of what has done least.
            let isFair = Bool.random(using: &arguments.generator)
            let pool = isFair ? actions : actions.filter { counts[$0.name, default: 0] == least }
            guard let action = pool.randomElement(using: &arguments.generator) else { return nil }
            guard let drawn = try? arguments.arguments(action.schema) else { continue }
            return DrawnAction(
                name: action.name, arguments: drawn.members, isExtreme: drawn.isExtreme)
        }
        return nil
    }

    /// Notes that an action has changed the state.
    mutating func noteEffect(of action: DrawnAction) { counts[action.name, default: 0] += 1 }
}

extension JSON {
    /// Every string in the value, and every name of a member that is no fixed part of it, as far as that
    /// can be told: what an action may be about.
    fileprivate var names: Set<String> {
        switch self {
        case .string(let text): text.isEmpty || text.utf8.count > 200 ? [] : [text]
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.names) }
        case .object(let members):
            members.reduce(into: []) { $0.formUnion($1.value.names.union([$1.key])) }
        default: []
        }
    }
}
