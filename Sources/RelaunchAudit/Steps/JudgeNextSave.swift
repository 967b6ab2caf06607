import Relaunch
import RelaunchProtocol

/// Saves once more after a save, or an action that saves, of which a call has failed, and judges what a launch
/// shows then: that save is one like any other. See ``ListenForTrouble``.
struct JudgeNextSave: AuditStep {
    /// With what comes back without the save that fails, and what comes back where nothing fails.
    private let walk: ActionWalk
    private let profile: TargetProfile
    /// Whether an action has failed: what it says of that is its last word, and what it has changed need not be
    /// saved.
    private let isOfAction: Bool
    var text: String { "Background(); Kill(.system); Launch(); Expect(.newState)" }

    init(_ walk: ActionWalk, _ profile: TargetProfile, isOfAction: Bool = false) {
        (self.walk, self.profile, self.isOfAction) = (walk, profile, isOfAction)
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.die()
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let hasToldBefore = session.remembered.removeValue(forKey: ListenForTrouble.told) != nil
        let shown = try await session.state()
        let state = try await session.stateAfterNextSave()
        guard let old = walk.secondUnsaved, let new = walk.secondRestored else { return .step }
        let (older, newer) = (profile.leaves(of: old), profile.leaves(of: new))
        let (before, after) = (profile.leaves(of: shown), profile.leaves(of: state))
        if !after.keeps(whatIsIn: older, and: newer) {
            throw StepFailure(
                "after a save that fails, the next one loses what both would have kept",
                expected: "the state before the save that fails, or the one after",
                difference: profile.difference(
                    expected: profile.nearest(to: state, of: old, new), actual: state))
        }
        let changed = Set(older.keys).union(newer.keys).filter { older[$0] != newer[$0] }
        guard !session.hasToldTrouble, !changed.isEmpty,
            changed.allSatisfy({ after[$0] == older[$0] })
        else { return .step }
        let difference = profile.difference(expected: new, actual: state)
        if !hasToldBefore { throw session.silentFailure(difference) }
        // What a failure has taken back is not there to be saved.
        guard !isOfAction, changed.allSatisfy({ before[$0] == newer[$0] }) else { return .step }
        throw StepFailure.stopped(difference)
    }
}

/// Does an action once more of which a call has failed, and saves: something of that must be there then.
struct JudgeActionAgain: AuditStep {
    let action: DrawnAction
    let walk: ActionWalk
    let profile: TargetProfile
    var text: String { "\(action.step.text); Background(); Kill(.system); Launch()" }

    init(_ action: DrawnAction, _ walk: ActionWalk, _ profile: TargetProfile) {
        (self.action, self.walk, self.profile) = (action, walk, profile)
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.die()
        rehearsal.launch(endsDead: false)
        rehearsal.judge()
    }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[ListenForTrouble.told] = nil
        let before = try await session.state()
        _ = try await ListenForTrouble(action.step).perform(in: session)
        let shown = try await session.state()
        let state = try await session.stateAfterNextSave()
        guard let old = walk.secondUnsaved, let new = walk.secondRestored,
            !profile.isSame(old, new),
            !session.hasToldTrouble, profile.isSame(state, old),
            !profile.isSame(before, shown), !profile.isSame(shown, old)
        else { return .step }
        throw StepFailure.stopped(profile.difference(expected: shown, actual: state))
    }
}

extension Session {
    fileprivate var hasToldTrouble: Bool { remembered[ListenForTrouble.told] != nil }

    /// Saves, kills, and answers what a launch shows.
    fileprivate func stateAfterNextSave() async throws -> JSON {
        _ = try await ListenForTrouble(Background()).perform(in: self)
        try await kill(.system, where: "after the next save")
        try await launch()
        return try await state()
    }
}

extension StepFailure {
    fileprivate static func stopped(_ difference: String) -> StepFailure {
        StepFailure(
            "after a save that fails, the next one says nothing, and saves nothing",
            expected: "the state that was shown at that save", difference: difference)
    }
}

extension JSON.Members {
    /// Whether, as the leaves of a state, they have something wherever two others do, and each text as often as
    /// both. What a failure has changed to something else, such as a status, is not lost.
    fileprivate func keeps(whatIsIn older: JSON.Members, and newer: JSON.Members) -> Bool {
        let isLost = older.contains { leaf, value in
            value.isSomething && newer[leaf]?.isSomething == true
                && self[leaf]?.isSomething != true
        }
        let (mine, others) = (texts, newer.texts)
        return !isLost
            && older.texts.allSatisfy { text, places in
                let alsoThere = others[text] ?? []
                let changed = places.filter { place in
                    guard alsoThere.contains(place) || !place.contains("[") else { return false }
                    return self[place]?.isSomething == true && self[place]?.string != text
                }
                return (mine[text]?.count ?? 0) + changed.count
                    >= Swift.min(places.count, alsoThere.count)
            }
    }

    /// Where each text is.
    private var texts: [String: Set<String>] {
        reduce(into: [:]) { texts, leaf in
            guard let text = leaf.value.string, !text.isEmpty else { return }
            texts[text, default: []].insert(leaf.key)
        }
    }
}

extension JSON {
    /// Whether it is anything that a user would miss: neither empty nor zero, and no switch.
    fileprivate var isSomething: Bool {
        switch self {
        case .string(let text): !text.isEmpty
        case .integer, .number: self != 0
        default: false
        }
    }
}
