import Relaunch
import RelaunchProtocol

/// The actions that lead to what a trial looks at, and what is known of where they lead.
protocol TrialWay: Sendable {
    /// The actions as steps.
    var steps: [any Step] { get }
    /// The same with fewer actions, the fewest first; what is known of them is not true any more.
    var shorterOnes: [Self] { get }
    /// Finds out where the actions lead, in the way in which it was found out before; nil where they do not.
    func probed(
        by probe: Probe, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Self?
}

extension TrialWay {
    /// The same with other actions in a part of it, once for each of these.
    fileprivate func replacing(
        _ part: WritableKeyPath<Self, [DrawnAction]>, by others: [[DrawnAction]]
    ) -> [Self] {
        others.map { actions in
            var way = self
            way[keyPath: part] = actions
            return way
        }
    }
}

extension AuditRule.Trial {
    /// One that is made shorter where it fails.
    init<Way: TrialWay>(
        _ name: String, of way: Way, _ profile: TargetProfile,
        @StepsBuilder _ steps: @escaping @Sendable (Way) -> [any Step]
    ) {
        self.init(name, steps: steps(way))
        shortening = Shortening(of: way, profile, steps)
    }

    /// One with a walk's first part alone, made shorter where it fails.
    init(
        _ name: String, ofFirstPart walk: ActionWalk, _ profile: TargetProfile,
        @StepsBuilder _ steps: @escaping @Sendable (ActionWalk) -> [any Step]
    ) {
        self.init(name, of: FirstPart(of: walk), profile) { steps($0.walk) }
    }
}

extension AuditRule.Coverage {
    /// One trial with the first part of each walk, made shorter where it fails.
    static func eachFirstPart(
        of walks: some Collection<ActionWalk>, _ profile: TargetProfile,
        @StepsBuilder _ steps: @escaping @Sendable (ActionWalk) -> [any Step]
    ) -> Self {
        .trials(walks.map { AuditRule.Trial($0.name, ofFirstPart: $0, profile, steps) })
    }
}

extension Shortening {
    /// How much is shown of each step: the last ones tell most.
    private static let textLimit = 80

    fileprivate init<Way: TrialWay>(
        of way: Way, _ profile: TargetProfile,
        _ steps: @escaping @Sendable (Way) -> [any Step]
    ) {
        let text = way.steps.map { VisibleText.shortened($0.text, to: Self.textLimit) }
            .joined(separator: "; ")
        self.init(text) {
            way.shorterOnes.map { Shortening(of: $0, profile, steps) }
        } steps: { session in
            let probe = Probe(options: profile.options, result: ProbeResult()) { _ in }
            return try await way.probed(by: probe, profile, session).map(steps)
        }
    }
}

extension OtherSave: TrialWay {
    var steps: [any Step] {
        let isSaved: [any Step] = saved.isEmpty ? [] : [Background(), Foreground()]
        return saved.map(\.step) + isSaved + before.map(\.step) + [way.step]
    }

    var shorterOnes: [OtherSave] {
        [\OtherSave.saved, \.before].flatMap { part in
            let actions = self[keyPath: part]
            return replacing(part, by: actions.isEmpty ? [] : [[]] + actions.shorterOnes)
        }
    }

    func probed(
        by probe: Probe, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> OtherSave? {
        guard let walk = profile.walks.first else { return nil }
        return try await probe.save(way, saved, before, then: walk.first, profile, session)
    }
}

extension ActionWalk: TrialWay {
    var steps: [any Step] { firstSteps + [Background(), Foreground()] + secondSteps }

    var shorterOnes: [ActionWalk] {
        replacing(\.first, by: first.shorterOnes) + replacing(\.second, by: second.shorterOnes)
    }

    func probed(
        by probe: Probe, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> ActionWalk? {
        var walk = self
        walk.continuations = []
        guard let generation = try await probe.generation(of: walk, session),
            generation.restored != nil
        else { return nil }
        walk.generation = generation
        try await probe.learnSecondPart(of: &walk, profile, session)
        return walk
    }
}

/// Actions of which nothing has to be known.
struct ActionList: TrialWay {
    var actions: [DrawnAction]

    init(_ actions: [DrawnAction]) { self.actions = actions }

    var steps: [any Step] { actions.map(\.step) }

    var shorterOnes: [ActionList] { replacing(\.actions, by: actions.shorterOnes) }

    func probed(
        by probe: Probe, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> ActionList? { self }
}

/// A walk's first part alone.
struct FirstPart: TrialWay {
    var walk: ActionWalk

    init(of walk: ActionWalk) { self.walk = walk }

    var steps: [any Step] { walk.firstSteps }

    var shorterOnes: [FirstPart] { replacing(\.walk.first, by: walk.first.shorterOnes) }

    func probed(
        by probe: Probe, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> FirstPart? {
        var part = self
        guard let generation = try await probe.generation(of: walk, session),
            generation.restored != nil
        else { return nil }
        part.walk.generation = generation
        _ = try await probe.performFirst(of: walk, session)
        part.walk.discard = try await session.observeDiscard()
        return part
    }
}
