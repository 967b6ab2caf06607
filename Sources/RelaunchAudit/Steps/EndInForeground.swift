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
        guard var course = try await live(to: end, session) else { return .step }
        if course.failure(after: end.words, profile) != nil {
            let place = session.lastKillPoint
            // What the plainest death makes of the same actions has nothing to do with the foreground.
            if let plain = try await live(to: .background, session) {
                course.known.append(plain.restored)
            }
            session.lastKillPoint = place
            if let failure = course.failure(after: end.words, profile) { throw failure }
        }
        if let other = profile.counterpart(of: end),
            let failure = try await lost(course, unlikeBy: other, session)
        {
            throw failure
        }
        // An app that tells of its callbacks has a system that ends it by one of them.
        let isAsked = end.isRequest && !profile.saving.saysCallbacks
        guard isAsked, let failure = try await lostUnlikeByQuit(course, session) else {
            return .step
        }
        throw failure
    }

    /// What has come back after an end; nil where the app does not mind it.
    private func live(
        to end: End, _ session: isolated Session
    ) async throws -> ForegroundCourse? {
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
        let place = session.lastKillPoint
        guard let last = course.shown.last else { return nil }
        var lost = profile.losses(of: last, in: course.restored)
        for (end, loses) in [(other, false), (end, true), (other, false)] where !lost.isEmpty {
            guard let course = try await live(to: end, session) else { return nil }
            let losses = Set(profile.losses(of: last, in: course.restored))
            lost = lost.filter { losses.contains($0) == loses }
        }
        session.lastKillPoint = place
        guard let lost = lost.first else { return nil }
        return profile.failure(
            "'\(lost)' is kept by \(other.words), and lost by \(end.words) in the foreground",
            expected: "what \(other.words) keeps", last, course.restored)
    }

    /// Something that a quit keeps and a kill does not, and that this end does not keep either.
    private func lostUnlikeByQuit(
        _ course: ForegroundCourse, _ session: isolated Session
    ) async throws -> StepFailure? {
        let place = session.lastKillPoint
        guard let last = course.shown.last,
            let quit = try await live(to: .quit, session),
            let killed = try await live(to: .kill, session)
        else { return nil }
        session.lastKillPoint = place
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
                Trial(
                    "\(end.words), \(walk.name)",
                    steps: [EndInForeground(end: end, walk: walk, profile: profile)])
            }
        }
        trials += profile.trialsOfSavingActions
        // A saved state may be older than the data, and so may be what is done with it.
        if profile.savesState { return .trials(trials) }
        trials += profile.walks.map { walk in
            Trial(
                "a kill, and the same once more, \(walk.name)",
                steps: [GoOnAfterKill(walk: walk, profile: profile)])
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
            var walk = walk.between(save)
            (walk.first, walk.second) = (save.saved + save.before, [action])
            return [
                AuditRule.Trial("a kill after \(action.name) alone") { [walk] in
                    EndInForeground(end: .kill, walk: walk, profile: self)
                },
                AuditRule.Trial("a kill, saved \(save.way.words) after a save in the background") {
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
                    "\(end.words) after \(action.name) alone",
                    steps: [EndInForeground(end: end, walk: walk, profile: self)])
            }
        }
    }
}
