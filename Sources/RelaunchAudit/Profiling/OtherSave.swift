import Relaunch
import RelaunchProtocol

/// A step other than going to the background that changes files, so that a death in it is one in a save.
struct OtherSave: Sendable {
    /// What saves.
    enum Way: Sendable {
        case action(DrawnAction)
        case quit, terminate

        var step: any Step {
            switch self {
            case .action(let action): action.step
            case .quit: Quit()
            case .terminate: Kill(.terminate)
            }
        }

        var isAction: Bool { if case .action = self { true } else { false } }

        var words: String {
            switch self {
            case .action(let action): "in \(action.name)"
            case .quit: "in a quit"
            case .terminate: "at SIGTERM"
            }
        }
    }

    var way: Way
    /// What is done before it, from a first launch on, and is saved in the background.
    var saved: [DrawnAction]
    /// What is done then.
    var before: [DrawnAction]
    /// What comes back where it has not begun, and where it is over.
    var old: JSON
    var new: JSON
    /// What the walk's first part leads to from each of these two.
    var continuations: [Continuation] = []
}

extension Probe {
    /// How many actions are swept.
    private static let actionLimit = 3

    /// Finds the actions and the ends in the foreground that change what comes back.
    func findOtherSaves(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard ["S2", "S13", "S16"].contains(where: options.includes), let walk = profile.walks.first
        else {
            return
        }
        for way in [OtherSave.Way.quit, .terminate] {
            let save = try await save(
                way, walk.first, walk.second, then: walk.first, profile, session)
            if let save { profile.otherSaves.append(save) }
        }
        for saving in try await savingActions(of: walk, profile, session) {
            let save = try await save(
                .action(saving.action), [], saving.before, then: walk.first, profile, session)
            if let save { profile.otherSaves.append(save) }
        }
        try await session.killIfRunning()
    }

    /// An action that changes files.
    private struct SavingAction {
        var action: DrawnAction
        /// Its place in the walk.
        var index: Int
        /// What is done before it.
        var before: [DrawnAction]
        var effect: Effect
    }

    /// What an action changes of what is shown.
    private struct Effect {
        /// Whether something is neither before nor after it as a first launch shows it: otherwise what an
        /// emptied file shows cannot be told from the old state or from the new one.
        var isBetween: Bool
        /// How many parts: what several of them have to do with can come apart.
        var parts: Int

        func isAtLeast(_ other: Effect) -> Bool {
            isBetween == other.isBetween ? parts >= other.parts : isBetween
        }
    }

    /// What there is at one time.
    private struct Moment {
        var files: [String: UInt64]
        var state: JSON

        init(_ session: isolated Session) async throws {
            files = session.container.digests
            state = try await session.state()
        }

        /// What has changed since then; nil where no file has.
        func effect(since old: Moment, _ profile: TargetProfile) -> Effect? {
            if files == old.files { return nil }
            let parts = old.state.members(thatDifferFrom: state)
            let isBetween = parts.contains { part in
                let fresh = profile.initialState.member(part)
                return old.state.member(part) != fresh && state.member(part) != fresh
            }
            return Effect(isBetween: isBetween, parts: parts.count)
        }
    }

    /// Of the actions of each name that change files, one whose effect shows most; the last of those.
    private func savingActions(
        of walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> [SavingAction] {
        let all = walk.first + walk.second
        var found: [String: SavingAction] = [:]
        try await session.begin()
        var moment = try await Moment(session)
        for (index, action) in all.enumerated() {
            guard try await session.isPerformed(action) else { continue }
            let old = moment
            moment = try await Moment(session)
            guard let effect = moment.effect(since: old, profile) else { continue }
            if found[action.name].map({ effect.isAtLeast($0.effect) }) ?? true {
                found[action.name] = SavingAction(
                    action: action, index: index, before: Array(all[..<index]), effect: effect)
            }
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
                break
            }
        }
        return found.values.sorted { $0.index < $1.index }.suffix(Self.actionLimit)
    }

    /// One that makes a difference for what comes back, or an action, which changes files; nil where it
    /// does neither.
    private func save(
        _ way: OtherSave.Way, _ saved: [DrawnAction], _ before: [DrawnAction],
        then next: [DrawnAction], _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> OtherSave? {
        var states: [JSON] = []
        var continuations: [Continuation] = []
        for isOver in [false, true] {
            do {
                try await session.begin()
                for action in saved { _ = try await session.isPerformed(action) }
                if !saved.isEmpty { try await session.carryOut([Background(), Foreground()]) }
                for action in before { _ = try await session.isPerformed(action) }
                if isOver { try await session.carryOut([way.step]) }
                try await session.killIfRunning()
                try await session.launch()
                states.append(try await session.state())
                continuations += [try await continuation(of: next, profile, session)]
                    .compactMap(\.self)
            } catch let failure as StepFailure where failure.blame == .target {
                // What is wrong with it is told by the rules of plain deaths.
                try session.terminateAndReap()
                return nil
            }
        }
        guard way.isAction || !profile.isSame(states[0], states[1]) else { return nil }
        return OtherSave(
            way: way, saved: saved, before: before, old: states[0], new: states[1],
            continuations: continuations)
    }
}

extension RuleSet {
    /// Every save that the probe has found beside that on the way to the background.
    static let otherSavesRule = AuditRule(
        "S13", "no kill in any other save leaves anything but the old state or the new one",
        requires: ["D1", "R12"]
    ) { profile in
        guard let walk = profile.walks.first, !profile.otherSaves.isEmpty else {
            return .notApplicable("it saves nothing in an action, at a quit or at SIGTERM")
        }
        let faults: Set<JudgeCrashState.Fault> = [.isDead, .isOther, .isMixed, .isUnstable]
        return .trials(
            profile.otherSaves.flatMap { save in
                [Sweep.Death.system, .powerLoss(.strict), .powerLoss(.btrfs)].map { death in
                    // The torn end of a log may hide what is written behind it.
                    let goesOn = profile.comesBackWhole && death != .powerLoss(.btrfs)
                    let all = goesOn ? faults.union([.isStuck]) : faults
                    return Trial("\(death) \(save.way.words)") {
                        swept(save, death, walk, profile, for: all) { save.way.step }
                    }
                } + failedSync(save, walk, profile, for: faults)
            })
    }

    /// What an action has changed, and what was acknowledged by going to the background since, is on the disk.
    static let settledActionsRule = AuditRule(
        "S2", "what an action has saved is on the disk once the app is in the background",
        requires: ["D1"]
    ) { profile in
        let saves = profile.otherSaves.filter {
            $0.way.isAction && !profile.isSame($0.old, $0.new)
        }
        guard let walk = profile.walks.first, !saves.isEmpty else {
            return .notApplicable("it saves nothing in an action")
        }
        // SQLite with its usual settings may lose a commit that the power fails right after, and says so.
        guard !profile.keepsDatabase else {
            return .notApplicable("when a commit is on the disk is its database's to say")
        }
        let death = Sweep.Death.powerLoss(.strict)
        return .trials(
            saves.map { save in
                Trial("\(death) \(save.way.words) and on the way to the background") {
                    swept(save, death, walk, profile, for: [.isOlder]) {
                        save.way.step
                        Background()
                    }
                }
            })
    }

    /// What an fsync that failed was to write is on no disk, whatever a later one says. Those of directories
    /// are left alone: SQLite, which is taken for durable, does not look at their errors.
    private static func failedSync(
        _ save: OtherSave, _ walk: ActionWalk, _ profile: TargetProfile,
        for faults: Set<JudgeCrashState.Fault>
    ) -> [Trial] {
        guard save.way.isAction else { return [] }
        let death = Sweep.Death.powerLoss(.strict)
        return [
            Trial("\(death) \(save.way.words) of which an fsync failed") {
                swept(save, death, walk, profile, for: faults) {
                    Fail(.fsync, with: .EIO) { save.way.step }.onContentOrNothing()
                }
            }
        ]
    }

    /// The way to a save from a first launch on.
    @StepsBuilder static func way(to save: OtherSave) -> [any Step] {
        Launch()
        save.saved.map(Attempt.init)
        if !save.saved.isEmpty {
            Background()
            Foreground()
        }
        save.before.map(Attempt.init)
    }

    /// The way to a save, the save swept, and what each state is judged for.
    @StepsBuilder private static func swept(
        _ save: OtherSave, _ death: Sweep.Death, _ walk: ActionWalk, _ profile: TargetProfile,
        for faults: Set<JudgeCrashState.Fault>, @StepsBuilder _ steps: () -> [any Step]
    ) -> [any Step] {
        way(to: save)
        Sweep(death, statesPerWindow: profile.effort.statesPerWindow, steps).orNothing()
        JudgeCrashState(faults, walk.between(save), profile)
    }
}

extension ActionWalk {
    /// The same, with the states that come back of another save.
    func between(_ save: OtherSave) -> ActionWalk {
        var walk = self
        (walk.secondUnsaved, walk.secondRestored) = (save.old, save.new)
        walk.continuations = save.continuations
        if case .action(let action) = save.way { walk.interrupted = action }
        return walk
    }
}

extension JSON {
    /// The names of its members that are not the same in another state; of what has none, an empty one.
    fileprivate func members(thatDifferFrom other: JSON) -> Set<String> {
        guard let mine = object, let others = other.object else { return self == other ? [] : [""] }
        return Set(mine.map(\.key)).union(others.map(\.key)).filter { mine[$0] != others[$0] }
    }

    fileprivate func member(_ name: String) -> JSON? { object == nil ? self : object?[name] }
}
