import CrashStates
/// One thing that a scenario does: launch, act, kill, damage the world, expect.
///
/// A step is a value whose type is a verb. The built-in steps use nothing that a plug-in cannot: a new
/// step is a type that conforms to this protocol.
public protocol Step: Sendable {
    /// Where the step stands in the scenario file.
    var location: FileLocation { get }

    /// The step as it would be written, such as `Perform("edit")`.
    var text: String { get }

    /// What Relaunch has to know about the step.
    var traits: StepTraits { get }

    /// Goes through the scenario without a target, before anything is launched: what the step needs,
    /// what it leaves behind, and what is wrong with using it here.
    func rehearse(_ rehearsal: inout Rehearsal)

    /// Carries the step out. It throws ``StepFailure`` where the target or the scenario is wrong.
    func perform(in session: isolated Session) async throws -> Next
}

extension Step {
    /// None.
    public var traits: StepTraits { [] }

    /// Needs nothing and leaves everything as it is.
    public func rehearse(_ rehearsal: inout Rehearsal) {}
}

/// What Relaunch has to know about a step of any type.
public struct StepTraits: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The target shows the same state after the step as before, but for what a death or a launch does
    /// to it: the step asks nothing of it that could change it.
    public static let keepsState = StepTraits(rawValue: 1 << 0)
    /// The step waits for what the target shows: with it, a target that shows no other answer has said
    /// that what came before is done.
    static let seesAnswer = StepTraits(rawValue: 1 << 2)
    /// The step launches the target, and does nothing else with it.
    public static let launches = StepTraits(rawValue: 1 << 1)
}

/// What comes after a step.
public enum Next: Sendable {
    /// The following step.
    case step
    /// Several branches. The runner carries the remaining steps out once for each, in a session of its own
    /// whose container is a copy. No target may be running.
    case branches(any Sequence<Branch> & Sendable)
    /// Very many branches of one kind. The runner visits each, and reports them as one case.
    case sweep(SweptStates)
    /// Several branches that differ in how this step was carried out. For each the runner carries the
    /// scenario out again from its first step, in a new session, and reports them as one case. The target
    /// may be running.
    case again(RepeatedBranches)
}

/// Very many branches of one kind, such as the states that a death can leave.
///
/// Several may be visited at a time, each in a container of its own: a branch's `prepare` makes the
/// container of its session what it is to be, whatever the one before has left there. What is reported
/// does not depend on how many.
public struct SweptStates: Sendable {
    /// The branches, made one at a time.
    public var branches: any Sequence<Branch> & Sendable
    /// What is said of the whole sweep: one line each.
    public var summary: @Sendable () -> [String]
    /// Where the branches are the states of a recording.
    var visitor: StateVisitor?
    /// The recorded steps, where they can be carried out again.
    var steps: [any Step] = []
    /// How much of them is recorded.
    var limits = RecordingLimits()
    /// What is predicted of a power failure; nil where something else ends the target.
    var profile: PowerLossProfile?
    /// How many states of a power failure are visited between two syncs.
    var statesPerWindow = 1_000
    /// On how many images of a real disk the target is relaunched, too.
    var realImages = 0

    /// Branches that are made one at a time.
    public init(
        _ branches: any Sequence<Branch> & Sendable, summary: @escaping @Sendable () -> [String]
    ) {
        self.branches = branches
        self.summary = summary
    }

    init(_ visitor: StateVisitor) {
        self.init(StateBranches(visitor: visitor)) { visitor.notes }
        self.visitor = visitor
    }

    /// The branch of a name; also one that is never visited because it is the same as another.
    func branch(named name: String) -> Branch? {
        if let visitor { return visitor.branch(named: name) }
        for branch in branches where branch.name == name { return branch }
        return nil
    }

    /// What the branches are called, for a message: a range, or else the first of them.
    var names: String {
        if let visitor { return visitor.nameRange }
        return branches.map(\.name).briefList
    }

    /// The branch that says most of what is expected: everything was done and acknowledged.
    var settled: Branch? {
        visitor?.settledBranch ?? branches.first { _ in true }
    }
}

extension [String] {
    /// The names in a row; of very many, the first and the last.
    var briefList: String {
        guard count > 20 else { return joined(separator: ", ") }
        return prefix(10).joined(separator: ", ") + " … " + suffix(2).joined(separator: ", ")
    }
}

/// Branches in which the target may live on: for each, the scenario is carried out again.
public struct RepeatedBranches: Sendable {
    /// The branches; each one's `prepare` carries the step out, in a session that stands before it.
    public var branches: [Branch]
    /// What is said of all of them: one line each.
    public var summary: @Sendable () -> [String]

    /// Branches that are made by carrying the step out again.
    public init(_ branches: [Branch], summary: @escaping @Sendable () -> [String]) {
        self.branches = branches
        self.summary = summary
    }
}

/// Thrown by a branch of ``Next/again(_:)`` that could not be made because the target did something
/// else this time. The branch is tried again. If it never succeeds, it is left out and the report says
/// so.
public struct BranchMissed: Error, Sendable, CustomStringConvertible {
    /// What was different this time.
    public var description: String
    /// Says what was different this time.
    public init(_ description: String) { self.description = description }
}

/// One of several ways in which a case goes on.
public struct Branch: Sendable {
    /// The branch's name: it is part of the case's identity and so must be the same in every run.
    public var name: String
    /// Makes the forked session what the branch says.
    public var prepare: @Sendable (isolated Session) async throws -> Void

    /// A branch of the case. By default it leaves the session as the step left it.
    public init(
        _ name: String,
        prepare: @escaping @Sendable (isolated Session) async throws -> Void = { _ in }
    ) {
        self.name = name
        self.prepare = prepare
    }
}

/// What a step throws where the target or the scenario is wrong.
public struct StepFailure: Error, Sendable, Codable, CustomStringConvertible {
    /// Whose fault it is.
    public var blame: Failure.Blame
    /// What kind of thing went wrong. Code decides by the kind; the message is for people.
    public var kind: Failure.Kind
    /// One sentence that says what is wrong.
    public var message: String
    /// What should have been, where that can be said in a few words.
    public var expected: String?
    /// What was there instead.
    public var actual: String?
    /// A readable difference of two JSON values or texts, over several lines.
    public var difference: String?
    /// What the target said in a launch that failed.
    public var record: LaunchRecord?

    /// - Parameter kind: nil for the usual one: `mismatch` of the target, `wrongUse` of the scenario.
    public init(
        blame: Failure.Blame = .target, kind: Failure.Kind? = nil, _ message: String,
        expected: String? = nil, actual: String? = nil, difference: String? = nil
    ) {
        self.blame = blame
        self.kind = kind ?? .usual(for: blame)
        self.message = message
        self.expected = expected
        self.actual = actual
        self.difference = difference
    }

    public var description: String { message }
}
