import CrashStates
import Relaunch

/// Why an action, or an argument that may be left out, was not tried.
enum ActionObstacle: Sendable {
    /// Nothing can be drawn for its schema.
    case notDrawn(String)
    /// What the target answered.
    case refused(String)

    var text: String {
        switch self {
        case .notDrawn(let reason): "not drawn: \(reason)"
        case .refused(let reason): reason
        }
    }
}

// What a probe has to say that is about no rule.
extension TargetProfile {
    /// Arguments that the schema of an action does not exclude, and that the target does not survive: a
    /// right one need not be able to take them, so others of their kind are not drawn any more.
    mutating func noteExtreme(_ action: DrawnAction, _ death: StepFailure) {
        takesExtremes = false
        notes.append(
            """
            \(action.step.text) ends the target: \(death.message). Say in its schema which values it takes; \
            such values are not drawn again
            """)
    }

    /// The actions that were never carried out, each with the reason, and the arguments that were always
    /// left out.
    func notesOnActions(_ obstacles: [String: ActionObstacle]) -> [String] {
        obstacles.sorted { $0.key < $1.key }.filter { !performed.contains($0.key) }.map {
            name, obstacle in
            switch obstacle {
            case .notDrawn(let reason): "not drawn: \(name) – \(reason)"
            case .refused(let reason):
                "not tried: \(name) was refused whenever it was drawn, with \(reason)"
            }
        }
    }

    /// What W6 is not tried with.
    var notesOnTimes: [String] {
        guard options.includes("W6"), !lives.isEmpty, dealsWithTimes else { return [] }
        return [
            """
            W6 is tried in one time zone and with the clock as it is: the state shows times, which may rightly \
            change with both
            """
        ]
    }

    /// What an update does not bring along (rule W2).
    var notesOnPlaces: [String] {
        guard options.includes("W2"), design(breaking: "W2") == nil else { return [] }
        let places = Container.users(files, besides: Container.kept)
        let left = Set(places.map { String($0.prefix { $0 != "/" }) }).sorted()
        guard !left.isEmpty else { return [] }
        let verb = left.count == 1 ? "does" : "do"
        return [
            """
            an update brings Documents and Library along and nothing else (W2): \
            \(Phrases.list(left.map { "'\($0)'" })) \(verb) not come. Say `--expect \
            'W2=its home stays where it is'` of a program whose home does
            """
        ]
    }

    /// What a plain kill loses, before all that is kept apart from it.
    var notesOnLosses: [String] {
        guard !findings.isEmpty else { return [] }
        let asked = findings.map(\.rule).filter(options.includes)
        let others = findings.filter { !options.includes($0.rule) }
        let rest = "what is lost there is not held against the others, which are kept apart from it"
        let are = asked.count == 1 ? "is" : "are"
        return (asked.isEmpty ? [] : ["\(Phrases.list(asked)) \(are) broken: \(rest)"])
            + others.map { "\($0.rule) is broken, and not asked for: \($0.message); \(rest)" }
    }

    /// Whether it shows times, of which some may come or go with the clock.
    var dealsWithTimes: Bool {
        allWalks.contains { walk in
            walk.firstState.deadline != nil
                || walk.firstState.leaves.values.contains(where: \.isTime)
        }
    }
}
