import CrashStates
import Relaunch
import RelaunchProtocol

/// Of what a save changes, the parts that a death in it has left as they were, and those that are new.
struct SavedParts {
    private var old: [String] = []
    private var new: [String] = []
    /// Whether something that belongs together has come apart: a part in itself, or what one action has changed.
    private(set) var isTorn: Bool

    /// - Parameters:
    ///   - state: has each leaf from one of the others.
    ///   - old: what comes back without the save.
    ///   - new: what comes back of it.
    init(of state: JSON, old: JSON, new: JSON, _ walk: ActionWalk, _ profile: TargetProfile) {
        let (old, new) = (profile.ordered(old), profile.ordered(new))
        let state = profile.ordered(state)
        var isWhole = true
        for name in old.members(thatDifferFrom: new).sorted() {
            let isOld = profile.isSame(state.only(name), old.only(name))
            let isNew = profile.isSame(state.only(name), new.only(name))
            if isOld, !isNew { self.old.append(name) }
            if isNew, !isOld { self.new.append(name) }
            isWhole = isWhole && (isOld || isNew)
        }
        // A single action is done or not, and a saved state is one thing.
        let isInParts = walk.interrupted == nil && !profile.savesState && state.object != nil
        guard isWhole, isInParts else {
            isTorn = true
            return
        }
        isTorn = profile.changedTogether.contains { [old = self.old, new = self.new] members in
            !members.isDisjoint(with: old) && !members.isDisjoint(with: new)
        }
    }

    var text: String {
        old.isEmpty || new.isEmpty
            ? "" : "old: \(Phrases.few(old)); new: \(Phrases.few(new))"
    }
}

extension JSON {
    /// The same with one member alone.
    fileprivate func only(_ name: String) -> JSON { .object([name: object?[name] ?? .null]) }
}
