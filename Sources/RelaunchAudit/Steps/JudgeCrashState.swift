import Relaunch
import RelaunchProtocol

/// Judges what a death at some point of a second save has left, against what plain deaths bring back.
///
/// It follows a ``Sweep`` of that save. A state can be wrong in several ways, which break different rules:
/// a step names the ways that it looks for.
struct JudgeCrashState: Step {
    /// What can be wrong after a death in the middle of a save.
    enum Fault: Sendable, CaseIterable {
        /// The target does not start.
        case isDead
        /// The state is the old one, although the target had said that the new one was saved.
        case isOlder
        /// Of what differs between the old state and the new one, some is old and some is new.
        case isMixed
        /// The state is something else.
        case isOther
        /// The second launch shows another state than the first.
        case isUnstable
        /// A file is left that piles up.
        case pilesUp
        /// What is done after that death leads elsewhere than after another one, or does not come back
        /// though it is saved.
        case isStuck
    }

    let faults: Set<Fault>
    let walk: ActionWalk
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Launch(); Expect(.oldStateOrNew); Kill(.system); Launch()" }

    init(_ faults: Set<Fault>, _ walk: ActionWalk, _ profile: TargetProfile) {
        (self.faults, self.walk, self.profile) = (faults, walk, profile)
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.launch(endsDead: false)
        rehearsal.judge(faults.contains(.pilesUp) ? [.sweptNames] : [])
    }

    func perform(in session: isolated Session) async throws -> Next {
        let swept = try session.evidence.sweptForJudgement
        guard let first = try await launchAgain(session) else { return .step }
        let fault = fault(of: first, isAcknowledged: swept.isAcknowledged)
        if let fault {
            try report(fault, first)
            return .step
        }
        // What only one more launch can show.
        guard !faults.isDisjoint(with: [.isDead, .isUnstable, .pilesUp, .isStuck]) else {
            return .step
        }
        let process = session.running?.process?.id
        let place = session.lastKillPoint
        try await session.kill(.system, where: "after the relaunch")
        let left = Leftovers(in: session.container, of: swept.recorded, process: process)
        guard let second = try await launchAgain(session) else { return .step }
        if !profile.isSame(first, second), faults.contains(.isUnstable) {
            throw failure(.isUnstable, expected: first, second)
        }
        if let name = left.first(in: session.container, next: session.running?.process?.id) {
            try report(.pilesUp, second, name)
        }
        session.lastKillPoint = place
        if faults.contains(.isStuck) {
            guard try await doUndone(from: second, session) else { return .step }
            try await goOn(session)
        }
        return .step
    }

    /// Does what the death came into where nothing of it is there, saves it, and starts anew: it must go as after a
    /// plain death. What the death has left must not be in the way, nor hide it.
    ///
    /// - Returns: Whether there is a launch to go on in.
    private func doUndone(from state: JSON, _ session: isolated Session) async throws -> Bool {
        guard let again = walk.again, again.isKept,
            let old = walk.secondUnsaved, let new = walk.secondRestored,
            !profile.isSameShown(old, new), profile.isSameShown(state, again.begin)
        else { return true }
        for action in again.actions {
            do { try await session.perform(action.name, action.arguments) } catch let failure
                as StepFailure where failure.kind == .refused
            {
                throw StepFailure(
                    "nothing of \(action.name) is there after that death, and to do it again is refused: "
                        + failure.message, expected: "it is done, as after a death before it",
                    difference: profile.difference(expected: again.end, actual: state))
            }
        }
        let shown = try await session.state()
        guard profile.isSameShown(shown, again.end) else {
            throw StepFailure(
                "nothing of it is there after that death, and it leads elsewhere when it is done again",
                expected: "the state that it leads to after a death before it",
                difference: profile.difference(expected: again.end, actual: shown))
        }
        return try await isKeptByNextSave(session)
    }

    /// Saves and dies; false where nothing can be told of what comes back.
    private func isKeptByNextSave(_ session: isolated Session) async throws -> Bool {
        do { try await session.deliver(.background) } catch let failure as StepFailure
            where failure.kind == .refused
        {
            throw StepFailure(
                "the next save after that death is refused: \(failure.message)",
                expected: "it saves, as after a plain death")
        }
        let saved = try await session.state()
        guard !session.record.issues.contains(where: \.isLeftOut) else { return false }
        let place = session.lastKillPoint
        try await session.kill(.system, where: "after the next save")
        session.lastKillPoint = place
        guard let restored = try await launchAgain(session) else { return false }
        if !profile.isSameShown(saved, restored) {
            throw failure(.isStuck, expected: saved, restored)
        }
        return true
    }

    /// Acts and saves once more. A lock that the death has left, for example, keeps every later save away;
    /// a torn end of a log hides the first entry behind it, which later ones might hide again.
    ///
    /// What is lost so after a plain death, too, is not this one's.
    private func goOn(_ session: isolated Session) async throws {
        let isKept = try await act(session)
        if isKept, try await isKeptByNextSave(session) { try await repeatAction(session) }
    }

    /// Does again what the death came into, as a user would: it may be refused, and has to be answered.
    private func repeatAction(_ session: isolated Session) async throws {
        guard let action = walk.interrupted else { return }
        do { _ = try await session.isPerformed(action) } catch let failure as StepFailure
            where failure.blame == .target
        {
            var failure = failure
            failure.message = "\(action.name), done again after that death: \(failure.message)"
            throw failure
        }
    }

    /// Acts until the state changes; where it is known what that leads to, it must.
    ///
    /// - Returns: Whether it comes back after a plain death, as far as that is known.
    private func act(_ session: isolated Session) async throws -> Bool {
        let before = try await session.state()
        // Where both states are the same, either is right.
        let known = walk.continuations.filter { profile.isSameShown($0.begin, before) }
        guard let actions = known.first?.actions else {
            _ = try await session.perform(walk.first, untilChangeIn: profile)
            return true
        }
        for action in actions { _ = try await session.isPerformed(action) }
        let shown = try await session.state()
        let ends = known.filter { $0.actions == actions }.map(\.end)
        if ends.contains(where: { profile.isSameShown($0, shown) }) {
            return known.allSatisfy(\.isKept)
        }
        throw StepFailure(
            "after that death, what is done leads elsewhere than after any other one",
            expected: "the state that the same actions lead to from the same state",
            difference: profile.difference(expected: ends[0], actual: shown))
    }

    /// The state that a launch shows; nil where there is none, and that is the matter of other rules.
    private func launchAgain(_ session: isolated Session) async throws -> JSON? {
        do {
            try await session.launch()
            return try await session.state()
        } catch let failure as StepFailure where failure.blame == .target {
            guard faults.contains(.isDead) else { return nil }
            throw failure
        }
    }

    func fault(of state: JSON, isAcknowledged: Bool) -> Fault? {
        let old = walk.secondUnsaved ?? walk.restored
        let new = walk.secondRestored ?? old
        if profile.isSame(state, new) { return nil }
        if profile.isSame(state, old) { return isAcknowledged ? .isOlder : nil }
        let leaves = profile.leaves(of: state)
        let (older, newer) = (profile.leaves(of: old), profile.leaves(of: new))
        let isOfBoth = Set(leaves.keys).union(older.keys).union(newer.keys)
            .allSatisfy { leaves[$0] == older[$0] || leaves[$0] == newer[$0] }
        guard isOfBoth else { return .isOther }
        if isAcknowledged, faults.contains(.isOlder) {
            let done = walk.first + walk.second + [walk.interrupted].compactMap(\.self)
            let things = newer.things(among: done.given)
            if things.contains(where: { !$0.isThere(in: leaves) }) { return .isOlder }
        }
        return parts(of: state).isTorn ? .isMixed : nil
    }

    /// Which parts of a state are old, and which are new.
    private func parts(of state: JSON) -> SavedParts {
        let old = walk.secondUnsaved ?? walk.restored
        return SavedParts(
            of: state, old: old, new: walk.secondRestored ?? old, walk, profile)
    }

    func report(_ fault: Fault, _ state: JSON, _ detail: String = "") throws {
        guard faults.contains(fault) else { return }
        let new = walk.secondRestored ?? walk.restored
        let isEither = [.isMixed, .isOther].contains(fault)
        let right = isEither ? profile.nearest(to: state, of: new, walk.secondUnsaved ?? new) : new
        let detail = fault == .isMixed ? parts(of: state).text : detail
        throw failure(fault, expected: right, state, detail)
    }

    private func failure(
        _ fault: Fault, expected: JSON, _ state: JSON, _ detail: String = ""
    ) -> StepFailure {
        StepFailure(
            fault.message, expected: fault.expected, actual: detail.isEmpty ? nil : detail,
            difference: fault == .pilesUp
                ? nil
                : profile.difference(expected: expected, actual: state))
    }
}

extension JudgeCrashState.Fault {
    fileprivate var message: String {
        switch self {
        case .isDead: "the target does not start on what a death left behind"
        case .isOlder:
            "the save was over, and the state before it comes back: not all of it was synced, or written"
        case .isMixed: "a part of the state is old and a part is new"
        case .isOther: "the state is neither the old one nor the new one"
        case .isUnstable: "a second launch shows a different state than the first"
        case .pilesUp: "leftover files pile up: each death can leave one more"
        case .isStuck: "what is saved after that death does not come back"
        }
    }

    fileprivate var expected: String {
        switch self {
        case .isDead: "it starts"
        case .isOlder: "the state that was saved"
        case .isMixed, .isOther: "the state before the save, or the one after"
        case .isUnstable: "the state of the first launch"
        case .pilesUp: "none after two launches, or one that the next save overwrites"
        case .isStuck: "the state at that save"
        }
    }
}
