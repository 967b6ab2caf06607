import RelaunchProtocol

/// What a suite says of a program that does not say it itself: what can be observed of it, what can be
/// done with it, and what holds of it.
public struct TargetInterface: Sendable {
    /// What can be observed of the target. Several are joined under their names.
    public var states: [State]
    /// What can be done with the target.
    public var actions: [Action]
    /// What has to hold of the target whenever it runs.
    public var invariants: [Invariant]
    /// What is done in an empty container before the target is used.
    public var setup: [Setup]

    /// An interface. An empty one is that of a target that speaks for itself.
    public init(
        states: [State] = [], actions: [Action] = [], invariants: [Invariant] = [],
        setup: [Setup] = []
    ) {
        self.states = states
        self.actions = actions
        self.invariants = invariants
        self.setup = setup
    }

    var isEmpty: Bool { !describesTarget && invariants.isEmpty && setup.isEmpty }

    /// Whether it says anything that a target may say itself.
    var describesTarget: Bool { !states.isEmpty || !actions.isEmpty }

    /// What contradicts itself in it; nil where nothing does.
    var problem: String? {
        var names: Set<String> = []
        for action in actions where !names.insert(action.name).inserted {
            return "two actions are called '\(action.name)'; give each a name of its own"
        }
        names = []
        for invariant in invariants where !names.insert(invariant.name).inserted {
            return "two invariants are called '\(invariant.name)'; give each a name of its own"
        }
        if states.count > 1 {
            var names: Set<String> = []
            for state in states {
                guard let name = state.name else {
                    return
                        "of several states each needs a name, as in `State(\"tabs\") { … }`"
                }
                guard names.insert(name).inserted else {
                    return "two states are called '\(name)'; give each a name of its own"
                }
            }
        }
        return nil
    }

    /// The actions with the JSON Schema of their arguments, as a target that speaks the protocol
    /// announces them.
    var schemas: [String: JSON] {
        Dictionary(actions.map { ($0.name, $0.schema) }) { first, _ in first }
    }

    /// How a driver of this name introduces a target that the suite describes.
    public func hello(of driver: String) -> Hello {
        Hello(name: driver, version: "", actions: schemas)
    }

    /// What a driver can do because the suite says how, and what holds for its actions.
    func capabilities(_ durability: Durability) -> Set<DriverCapability> {
        var all: Set<DriverCapability> = []
        if !states.isEmpty { all.insert(.state) }
        if !actions.isEmpty {
            all.insert(.actions)
            if let promise = durability.capability { all.insert(promise) }
        }
        return all
    }

    /// What an action is made of.
    func steps(of perform: Perform) -> [any Step] {
        let action = actions.first { $0.name == perform.action }
        return action?.steps(ActionArguments(values: perform.arguments)) ?? []
    }

    /// Carries an action out, after its arguments have been held against its schema.
    func perform(
        _ name: String, _ arguments: [String: JSON], killedAt kill: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) {
        try ArgumentCheck.check(name, arguments, against: schemas)
        let action = actions.first { $0.name == name }
        session.caseState.targetDies = kill.flatMap { $0.time == nil ? nil : $0 }
        defer { session.caseState.targetDies = nil }
        session.lastRun = nil
        do {
            try await session.carryOut(
                action?.steps(ActionArguments(values: arguments)) ?? [], asPartOf: "an action")
        } catch is TargetDies {
            return (.null, .atKillPoint)
        }
        let answer = session.lastRun.flatMap { State.Format.automatic.value(of: $0.output) }
        return (answer ?? .null, .done)
    }

    /// The whole state, read while nothing that is spawned for it is recorded.
    func state(in session: isolated Session) async throws -> JSON {
        if states.count == 1, states[0].name == nil {
            return try states[0].value(in: session)
        }
        var members: [String: JSON] = [:]
        for state in states { members[state.name ?? ""] = try state.value(in: session) }
        return .object(members)
    }
}
