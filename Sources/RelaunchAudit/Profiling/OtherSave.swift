import CrashStates
import Relaunch
import RelaunchProtocol

/// A step that changes files, so that a death in it is one in a save; beside the save of a walk's second part.
struct OtherSave: Sendable, Codable {
    /// What saves.
    enum Way: Sendable, Codable {
        case action(DrawnAction)
        case background, quit, terminate

        var step: any Step {
            switch self {
            case .action(let action): action.step
            case .background: Background()
            case .quit: Quit()
            case .terminate: Kill(.terminate)
            }
        }

        var isAction: Bool { if case .action = self { true } else { false } }

        var isEnd: Bool {
            switch self {
            case .action, .background: false
            case .quit, .terminate: true
            }
        }

        var words: String {
            switch self {
            case .action(let action): "in \(action.name)"
            case .background: "on the way to the background"
            case .quit: "in a quit"
            case .terminate: "at SIGTERM"
            }
        }
    }

    var way: Way
    /// Where else it is swept than where it changes most, for people; empty where that is not so.
    var circumstances = ""
    /// What is done before it, from a first launch on, and is saved in the background.
    var saved: [DrawnAction]
    /// What is done then.
    var before: [DrawnAction]
    /// What comes back where it has not begun, and where it is over.
    var old: JSON
    var new: JSON
    /// What comes back where it is followed by a save in the background; nil where that is not known.
    var next: JSON?
    /// What the walk's first part leads to from each of these two.
    var continuations: [Continuation] = []
    /// What the action leads to where it has not begun before two plain deaths; nil where it is refused or changes
    /// nothing.
    var again: Continuation?

    /// Where it saves, for people.
    var words: String { way.words + (circumstances.isEmpty ? "" : " " + circumstances) }

    /// All that is done before it once the app is launched.
    @StepsBuilder var wayInFirstLaunch: [any Step] {
        saved.map(Attempt.init)
        if !saved.isEmpty {
            Background()
            Foreground()
        }
        before.map(Attempt.init)
    }
}

extension Probe {
    /// How many actions are swept.
    private static let actionLimit = 3

    /// Finds the actions and the ends in the foreground that change what comes back.
    func findOtherSaves(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard ["S2", "S13", "S16", "D14"].contains(where: options.includes),
            let walk = profile.walks.first
        else {
            return
        }
        profile.firstSave = try await firstSave(of: walk, profile, session)
        for way in [OtherSave.Way.quit, .terminate] {
            let save = try await save(
                way, walk.first, walk.second, then: walk.first, profile, session)
            if let save { profile.otherSaves.append(save) }
        }
        let actions = try await savingActions(of: walk, profile, session)
        for saving in actions.telling {
            let save = try await save(saving, then: walk.first, profile, session)
            if let save { profile.otherSaves.append(save) }
        }
        for saving in options.includes("S13") ? actions.busy : [] {
            guard var save = try await save(saving, then: walk.first, profile, session) else {
                continue
            }
            save.circumstances = "where it writes most files"
            profile.busySaves.append(save)
        }
        try await findLongSaves(&profile, session)
        try await session.killIfRunning()
    }

    /// Nil where it makes no difference though not all comes back, or where it saves data beside a saved state.
    private func firstSave(
        of walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> OtherSave? {
        if profile.savesState {
            try await session.begin(with: walk.first)
            if try await session.savesData() { return nil }
        }
        var save = try await save(
            .background, [], walk.first, then: walk.first, profile, session)
        save?.circumstances = "for the first time"
        guard let save, !profile.isSame(save.old, save.new) || profile.hasAll(of: walk, save.new)
        else { return nil }
        return save
    }

    /// An action that changes files.
    private struct SavingAction {
        var action: DrawnAction
        /// Its place in the walk.
        var index: Int
        /// What is done before it.
        var before: [DrawnAction]
        /// What is shown then.
        var shown: JSON
        var effect: Effect
        /// How many files it has written or taken away, though perhaps to leave in them what they had.
        var files: Int
    }

    /// What an action changes of what is shown.
    private struct Effect {
        /// Whether something is neither before nor after it as a first launch shows it: otherwise what an
        /// emptied file shows cannot be told from the old state or from the new one.
        var isBetween: Bool
        /// How many parts: what several of them have to do with can come apart.
        var parts: Int
        /// Whether a file is shorter after it: what is written over something longer may keep its end.
        var shortens: Bool

        func isAtLeast(_ other: Effect) -> Bool {
            if isBetween != other.isBetween { return isBetween }
            if parts != other.parts { return parts > other.parts }
            return shortens || !other.shortens
        }
    }

    /// What there is at one time.
    private struct Moment {
        private var digests: [String: UInt64] = [:]
        private var stamps: [String: FileStamp] = [:]
        var state: JSON

        init(_ session: isolated Session) async throws {
            for name in session.container.regularFiles {
                let path = session.container.path(name)
                digests[name] = FileDigest.digest(of: path)
                stamps[name] = FileStamp(of: path)
            }
            state = try await session.state()
        }

        /// How many files have been written since then, or taken away.
        func filesWritten(since old: Moment) -> Int {
            Set(stamps.keys).union(old.stamps.keys).count { stamps[$0] != old.stamps[$0] }
        }

        /// What has changed since then; nil where no file has.
        func effect(since old: Moment, _ profile: TargetProfile) -> Effect? {
            if digests == old.digests { return nil }
            let parts = old.state.members(thatDifferFrom: state)
            let isBetween = parts.contains { part in
                let fresh = profile.initialState.member(part)
                return old.state.member(part) != fresh && state.member(part) != fresh
            }
            let shortens = stamps.contains { name, stamp in
                stamp.size < old.stamps[name]?.size ?? 0
            }
            return Effect(isBetween: isBetween, parts: parts.count, shortens: shortens)
        }
    }

    /// Of the actions of each name that change files, one whose effect shows most, the last of those; and one that
    /// writes more files than that.
    private func savingActions(
        of walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> (telling: [SavingAction], busy: [SavingAction]) {
        let all = walk.first + walk.second
        var found: [String: SavingAction] = [:]
        var busiest: [String: SavingAction] = [:]
        try await session.begin()
        var moment = try await Moment(session)
        for (index, action) in all.enumerated() {
            guard try await session.isPerformed(action) else { continue }
            let old = moment
            moment = try await Moment(session)
            guard let effect = moment.effect(since: old, profile) else { continue }
            let saving = SavingAction(
                action: action, index: index, before: Array(all[..<index]), shown: old.state,
                effect: effect, files: moment.filesWritten(since: old))
            if found[action.name].map({ effect.isAtLeast($0.effect) }) ?? true {
                found[action.name] = saving
            }
            if saving.files > busiest[action.name]?.files ?? 0 { busiest[action.name] = saving }
        }
        for (name, saving) in found.sorted(by: { $0.key < $1.key })
        where !saving.effect.isBetween {
            let same = all.filter { $0.name == name }
            let others = all.filter { $0.name != name }
            for before in [others, same, same.dropLast()] where !before.isEmpty {
                try await session.begin()
                for action in before { _ = try await session.isPerformed(action) }
                let old = try await Moment(session)
                guard try await session.isPerformed(saving.action) else { continue }
                let effect = try await Moment(session).effect(since: old, profile)
                guard effect?.isBetween == true else { continue }
                found[name]?.before = before
                found[name]?.shown = old.state
                break
            }
        }
        let telling = found.values.sorted { $0.index < $1.index }.suffix(Self.actionLimit)
        let busy = telling.compactMap { saving in
            busiest[saving.action.name].flatMap { $0.files > saving.files ? $0 : nil }
        }
        return (Array(telling), profile.effort.isReduced ? [] : busy)
    }

    /// The save of an action, after what has been done before it has saved itself; where it does not do that
    /// alone, it is saved in the background.
    private func save(
        _ saving: SavingAction, then next: [DrawnAction], _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> OtherSave? {
        let way = OtherSave.Way.action(saving.action)
        let alone = try await save(way, [], saving.before, then: next, profile, session)
        guard let alone, !profile.isSame(alone.old, saving.shown),
            let settled = try await save(way, saving.before, [], then: next, profile, session)
        else { return alone }
        return profile.isSame(settled.old, alone.old) ? alone : settled
    }

    /// What comes back of it; nil where it is an end that makes no difference for that.
    func save(
        _ way: OtherSave.Way, _ saved: [DrawnAction], _ before: [DrawnAction],
        then next: [DrawnAction], _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> OtherSave? {
        var save = OtherSave(way: way, saved: saved, before: before, old: .null, new: .null)
        var ends: [[any Step]] = [[], [way.step]]
        if way.isAction { ends.append([way.step, Background()]) }
        var states: [JSON] = []
        for end in ends {
            do {
                try await session.begin()
                try await session.carryOut(save.wayInFirstLaunch + end)
                try await session.killIfRunning()
                try await session.launch()
                states.append(try await session.state())
                guard states.count <= 2 else { break }
                save.continuations += [try await continuation(of: next, profile, session)]
                    .compactMap(\.self)
            } catch let failure as StepFailure where failure.blame == .target {
                // What is wrong with it is told by the rules of plain deaths.
                try session.terminateAndReap()
                if states.count < 2 { return nil }
            }
        }
        (save.old, save.new, save.next) = (states[0], states[1], states.dropFirst(2).first)
        if case .action(let action) = way {
            save.again = try await again(action, after: save.wayInFirstLaunch, profile, session)
        }
        return way.isEnd && profile.isSame(save.old, save.new) ? nil : save
    }

    /// What an action leads to after a death before it.
    private func again(
        _ action: DrawnAction, after way: [any Step], _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Continuation? {
        guard options.includes("S13"), !profile.effort.isReduced else { return nil }
        do {
            try await session.begin()
            try await session.carryOut(way)
            try await session.killIfRunning()
            try await session.launch()
            return try await continuation(of: [action], profile, session)
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return nil
        }
    }
}

extension TargetProfile {
    /// Whether all that a walk's first part shows is there, so that a save that changes nothing of it may take
    /// something all the same.
    fileprivate func hasAll(of walk: ActionWalk, _ state: JSON) -> Bool {
        isSame(state, walk.firstState) && !isSame(state, initialState) && !isBroken("L1")
    }
}

extension JSON {
    /// The names of its members that are not the same in another state; of what has none, an empty one.
    func members(thatDifferFrom other: JSON) -> Set<String> {
        guard let mine = object, let others = other.object else { return self == other ? [] : [""] }
        return Set(mine.map(\.key)).union(others.map(\.key)).filter { mine[$0] != others[$0] }
    }

    fileprivate func member(_ name: String) -> JSON? { object == nil ? self : object?[name] }
}
