import CrashStates
import Relaunch
import RelaunchProtocol

/// Ends the app in the foreground, with something done since the last save, and judges what comes back
/// (rule D14).
///
/// What was not saved may be lost. But what comes back must have been there at some time: not half of it,
/// nor twice. What going to the background keeps, a quit keeps, too; and what a quit keeps, the app also keeps
/// where the system asks it to end by a signal.
struct EndInForeground: AuditStep {
    enum End: Sendable {
        case kill, killInactive, crash, quit, terminate, hangUp
        /// The one beside which others are held.
        case background

        static let inForeground: [End] = [.kill, .killInactive, .crash, .quit, .terminate, .hangUp]

        var words: String {
            switch self {
            case .kill: "a kill"
            case .killInactive: "a kill while it is inactive"
            case .crash: "a crash"
            case .quit: "a quit"
            case .terminate: "SIGTERM"
            case .hangUp: "a hang-up"
            case .background: "going to the background"
            }
        }

        /// Whether it asks the app to end, so that a right one may do what it does at a quit.
        var isRequest: Bool { self == .terminate || self == .hangUp }

        fileprivate var steps: [any Step] {
            switch self {
            case .kill: [Kill(.system)]
            case .killInactive: [BecomeInactive(), Kill(.system)]
            case .crash: [Kill(.crash(.SIGSEGV))]
            case .quit: [Quit()]
            case .terminate: [Kill(.terminate)]
            case .hangUp: [Kill(.crash(.SIGHUP))]
            case .background: [Background(), Kill(.system)]
            }
        }
    }

    let end: End
    let walk: ActionWalk
    let profile: TargetProfile

    var text: String {
        "Launch(); …; Background(); Foreground(); …; "
            + (end.steps + [Launch()]).map(\.text).joined(separator: "; ")
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        guard let course = try await live(to: end, session),
            let failure = try await failure(of: course, session)
        else { return .step }
        // What is told comes last.
        _ = try await live(to: end, session)
        throw failure
    }

    private func failure(
        of course: ForegroundCourse, _ session: isolated Session
    ) async throws -> StepFailure? {
        var course = course
        if course.failure(after: end.words, profile) != nil {
            // What the plainest death makes of the same actions has nothing to do with the foreground.
            if let plain = try await live(to: .background, session) {
                course.known.append(plain.restored)
            }
            if let failure = course.failure(after: end.words, profile) { return failure }
        }
        if let failure = try await taken(course, session) { return failure }
        if let other = profile.counterpart(of: end),
            let failure = try await lost(course, unlikeBy: other, session)
        {
            return failure
        }
        // An app that tells of its callbacks has a system that ends it by one of them.
        let isAsked = end.isRequest && !profile.saving.saysCallbacks
        return isAsked ? try await lostUnlikeByQuit(course, session) : nil
    }

    /// Something that was saved, that no action has touched since, and that this end takes only where they were
    /// done. A saved state may be thrown away when the app ends in the foreground.
    private func taken(
        _ course: ForegroundCourse, _ session: isolated Session
    ) async throws -> StepFailure? {
        guard !profile.savesState, let last = course.shown.last else { return nil }
        var taken = course.taken(profile)
        guard !taken.isEmpty,
            let idle = try await live(to: end, acts: false, session),
            let again = try await live(to: end, session)
        else { return nil }
        let kept = profile.leaves(of: idle.restored)
        taken = taken.intersection(again.taken(profile)).filter { $0.isThere(in: kept) }
        guard !taken.isEmpty else { return nil }
        return profile.failure(
            "what was saved, and not touched since, is gone after \(end.words) in the foreground: "
                + Phrases.few(Set(taken.map(\.place)).sorted()),
            expected: "what was saved, as without these actions", last, course.restored)
    }

    /// What has come back after an end; nil where the app does not mind it.
    ///
    /// - Parameter acts: whether anything is done after the save.
    private func live(
        to end: End, acts: Bool = true, _ session: isolated Session
    ) async throws -> ForegroundCourse? {
        var walk = walk
        if !acts { walk.second = [] }
        let shown = try await session.liveSinceSave(walk).shown
        do { try await session.carryOut(end.steps) } catch let failure as StepFailure
            where end == .hangUp && failure.kind == .survived
        {
            // It has no terminal, and does not mind.
            return nil
        }
        try await session.launch()
        let sawCrashLoop = session.record.restoration == .skipped(reason: "crashLoop")
        let restored = try await session.state()
        let place = session.lastKillPoint
        try await session.kill(.system, where: "in the foreground")
        session.lastKillPoint = place
        if sawCrashLoop { return nil }
        return ForegroundCourse(
            shown: shown, restored: restored,
            known: [walk.restored, profile.initialState]
                + [walk.secondUnsaved, walk.secondRestored].compactMap(\.self),
            given: (walk.first + walk.second).given)
    }

    /// Something that another end keeps each time, and this one never: what handles this one has taken it, or
    /// has not saved it.
    private func lost(
        _ course: ForegroundCourse, unlikeBy other: End, _ session: isolated Session
    ) async throws -> StepFailure? {
        guard let last = course.shown.last else { return nil }
        var lost = profile.losses(of: last, in: course.restored)
        for (end, loses) in [(other, false), (end, true), (other, false)] where !lost.isEmpty {
            guard let course = try await live(to: end, session) else { return nil }
            let losses = Set(profile.losses(of: last, in: course.restored))
            lost = lost.filter { losses.contains($0) == loses }
        }
        guard let lost = lost.first else { return nil }
        return profile.failure(
            "'\(lost)' is kept by \(other.words), and lost by \(end.words) in the foreground",
            expected: "what \(other.words) keeps", last, course.restored)
    }

    /// Something that a quit keeps and a kill does not, and that this end does not keep either.
    private func lostUnlikeByQuit(
        _ course: ForegroundCourse, _ session: isolated Session
    ) async throws -> StepFailure? {
        guard let last = course.shown.last,
            let quit = try await live(to: .quit, session),
            let killed = try await live(to: .kill, session)
        else { return nil }
        let shown = profile.leaves(of: last)
        let kept = profile.leaves(of: quit.restored)
        let keptAnyhow = profile.leaves(of: killed.restored)
        let now = profile.leaves(of: course.restored)
        let lost = shown.keys.sorted().first { path in
            !path.isDrawn && kept[path] == shown[path] && keptAnyhow[path] != shown[path]
                && now[path] != shown[path]
        }
        guard let lost else { return nil }
        return profile.failure(
            "'\(lost)' is kept by a quit in the foreground, and lost by \(end.words)",
            expected: "what a quit keeps", quit.restored, course.restored)
    }
}

/// Tells the app that it is about to leave the foreground, as a call that comes in does.
private struct BecomeInactive: AuditStep {
    var text: String { "Inactive()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.needsRunning() }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.deliver(.inactive)
        return .step
    }
}

extension RuleSet {
    static let foregroundRule = AuditRule(
        "D14", "an end in the foreground leaves what was there at some time since the save",
        requires: ["D1", "S2", "S7"]
    ) { profile in
        // What shows with one action is told by it.
        var trials = profile.trialsOfEndsAfterEach
        trials += profile.walks.prefix(2).enumerated().flatMap { index, walk in
            let ends = index == 0 ? EndInForeground.End.inForeground : [.kill]
            return ends.map { end in
                Trial("\(end.words), \(walk.name)", of: walk, profile) { walk in
                    EndInForeground(end: end, walk: walk, profile: profile)
                }
            }
        }
        trials += profile.trialsOfSavingActions
        // A saved state may be older than the data, and so may be what is done with it.
        if profile.savesState { return .trials(trials) }
        trials += profile.walks.map { walk in
            Trial("a kill, and the same once more, \(walk.name)", of: walk, profile) { walk in
                GoOnAfterKill(walk: walk, profile: profile)
            }
        }
        if let walk = profile.walks.first, !profile.effort.isReduced {
            trials.append(
                Trial(
                    "a kill, one action and then another one",
                    steps: [KillAfterPairs(walk: walk, profile: profile)]))
        }
        return .trials(trials)
    }
}

extension TargetProfile {
    /// The end that another one may lose no more than. A saved state that a target names is that of the last
    /// save, also after a quit (rule D11).
    fileprivate func counterpart(of end: EndInForeground.End) -> EndInForeground.End? {
        switch end {
        case .crash: .kill
        case .quit: savesState ? nil : .background
        default: nil
        }
    }

    /// Actions that save, each where it changes most, as the only one since a save in the background.
    fileprivate var trialsOfSavingActions: [AuditRule.Trial] {
        guard let walk = walks.first else { return [] }
        return otherSaves.flatMap { save -> [AuditRule.Trial] in
            guard case .action(let action) = save.way else { return [] }
            return [
                AuditRule.Trial("a kill after \(action.name) alone", of: save, self) { save in
                    EndInForeground(end: .kill, walk: walk.upTo(save, action), profile: self)
                },
                AuditRule.Trial(
                    "a kill, saved \(save.way.words) after a save in the background", of: save, self
                ) { save in
                    SavedByAction(save: save, time: .afterSave, profile: self)
                },
            ]
        }
    }

    /// Each kind of action as the only one since the save: what others write, they would write with it.
    fileprivate var trialsOfEndsAfterEach: [AuditRule.Trial] {
        guard let walk = walks.first else { return [] }
        return ordinaryActions.compactMap(\.first).flatMap { action in
            var walk = walk
            walk.second = [action]
            return [EndInForeground.End.quit, .terminate].map { [walk] end in
                AuditRule.Trial(
                    "\(end.words) after \(action.name) alone", of: walk, self
                ) { walk in
                    EndInForeground(end: end, walk: walk, profile: self)
                }
            }
        }
    }
}

extension ActionWalk {
    /// All that is done before a save in an action as what is saved, and the action alone after it.
    fileprivate func upTo(_ save: OtherSave, _ action: DrawnAction) -> ActionWalk {
        var walk = between(save)
        (walk.first, walk.second) = (save.saved + save.before, [action])
        return walk
    }
}
