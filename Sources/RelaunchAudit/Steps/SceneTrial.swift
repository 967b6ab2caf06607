import Relaunch
import RelaunchProtocol

/// Two lives of an app with two windows, which differ in what becomes of one of them, and are to end alike.
struct SceneTrial: AuditStep {
    /// The actions that drive windows.
    static let actions = [
        "scene.open", "scene.show", "scene.hide", "scene.disconnect", "scene.close",
    ]

    enum Place: String, Sendable, CustomStringConvertible {
        case first, last
        var description: String { rawValue }
    }

    /// Something that the user or the system does.
    enum Move: Sendable, Equatable {
        case open
        case hide(Place), show(Place), disconnect(Place), close(Place)
        /// The second part of the walk, and each action alone, on the windows that take them.
        case use
        /// To the background and back.
        case save
        /// To the background, and killed there; launched again.
        case saveAndKill
        case killInForeground
        /// To the background, and killed there; launched while the device is locked, killed in the background
        /// again or on the screen, and launched once it is unlocked.
        case launchLocked(save: Bool)
    }

    /// The parts of the walk that are repeated when there are two windows.
    enum Second: Sendable { case nothing, first, both }

    enum Comparison: Sendable {
        /// Everything that is shown.
        case whole
        /// Which windows there are, and where.
        case windows
    }

    var name: String
    let walk: ActionWalk
    /// What is done in the second window, to give it a state of its own.
    var second = Second.both
    let plain: [Move]
    let tried: [Move]
    var compares = Comparison.whole
    var profile: TargetProfile?

    init(
        _ name: String, _ walk: ActionWalk, second: Second = .both, plain: [Move],
        tried: [Move], compares: Comparison = .whole
    ) {
        (self.name, self.walk, self.second) = (name, walk, second)
        (self.plain, self.tried, self.compares) = (plain, tried, compares)
    }

    func judged(by profile: TargetProfile) -> Self {
        var trial = self
        trial.profile = profile
        return trial
    }

    var text: String {
        "Launch(); …; Perform(\"scene.open\"); …; " + tried.map(\.text).joined(separator: "; ")
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        guard let profile else { return .step }
        let expected: Outcome
        do { expected = try await live(plain, session) } catch let failure as StepFailure
            where failure.blame == .target
        {
            throw StepFailure.notJudged("also without it: \(failure.message)")
        }
        let actual = try await live(tried, session)
        let place = session.lastKillPoint
        try await session.kill(.system, where: "in the foreground")
        session.lastKillPoint = place
        if let failure = judge(expected, actual, profile) { throw failure }
        return .step
    }

    // MARK: The lives

    /// How a life has ended.
    private struct Outcome {
        var state: JSON
        /// The window that was closed, and the leaves of the state that closing it has changed.
        var closed: String?
        var changedByClosing: Set<String> = []
    }

    private func live(_ moves: [Move], _ session: isolated Session) async throws -> Outcome {
        try await session.begin(with: walk.first)
        let before = try await session.state().windows
        do { try await session.perform("scene.open", [:]) } catch let failure as StepFailure
            where failure.kind == .refused
        {
            throw StepFailure.notJudged("it opens no second window: \(failure.message)")
        }
        guard let new = try await session.state().windows.last(where: { !before.contains($0) })
        else { throw StepFailure.notJudged("it opens no second window") }
        let repeated =
            switch second {
            case .nothing: [DrawnAction]()
            case .first: walk.first
            case .both: walk.first + walk.second
            }
        for action in repeated { _ = try await session.isPerformed(action) }
        // What was done may have closed or opened others.
        let windows = try await session.state().windows
        guard let first = windows.first(where: { $0 != new }), windows.contains(new) else {
            throw StepFailure.notJudged("the walk itself closes windows")
        }
        try await session.carryOut([Background(), Foreground()])
        for window in [first, new] { try await session.tell("scene.show", window) }
        var outcome = Outcome(state: .null)
        for move in moves {
            try await make(move, of: [.first: first, .last: new], &outcome, session)
        }
        outcome.state = try await session.state()
        return outcome
    }

    private func make(
        _ move: Move, of windows: [Place: String], _ outcome: inout Outcome,
        _ session: isolated Session
    ) async throws {
        switch move {
        case .open: try await session.perform("scene.open", [:])
        case .hide(let place): try await session.tell("scene.hide", windows[place])
        case .show(let place): try await session.tell("scene.show", windows[place])
        case .disconnect(let place):
            let before = try await session.state()
            try await session.tell("scene.disconnect", windows[place])
            try await judgeOthers(than: windows[place], before, session)
        case .close(let place):
            let before = try await session.state()
            try await session.tell("scene.close", windows[place])
            outcome.closed = windows[place]
            outcome.changedByClosing = Set(
                profile?.differences(before, try await session.state()) ?? [])
        case .use:
            let single = (profile?.starts ?? []).map(\.action).filter {
                profile?.isOfScenes($0.name) == false
            }
            for action in walk.second + single { _ = try await session.isPerformed(action) }
        case .save: try await session.carryOut([Background(), Foreground()])
        case .saveAndKill: try await session.carryOut([Background(), Kill(.system), Launch()])
        case .killInForeground: try await session.carryOut([Kill(.system), Launch()])
        case .launchLocked(let save): try await session.launchLocked(andSave: save)
        }
    }

    /// While one window is disconnected, the others are the same objects, in the same state.
    private func judgeOthers(
        than window: String?, _ before: JSON, _ session: isolated Session
    ) async throws {
        let after = try await session.state()
        for other in before.windows where other != window {
            let (old, new) = (before["scenes"]?[other], after["scenes"]?[other])
            guard let profile, let old, let new, old["$instance"] == new["$instance"],
                profile.isSame(old, new)
            else {
                throw StepFailure(
                    "when the system disconnects window \(window ?? ""), window \(other) changes",
                    expected: "the same window, in the same state",
                    difference: JSONDifference(expected: old ?? nil, actual: new ?? nil)
                        .description)
            }
        }
    }

    // MARK: The comparison

    private func judge(
        _ expected: Outcome, _ actual: Outcome, _ profile: TargetProfile
    ) -> StepFailure? {
        let windows = expected.state.windows.filter { $0 != actual.closed }
        guard actual.state.windows == windows else {
            return StepFailure(
                "other windows are there than should be",
                expected: "windows " + windows.joined(separator: ", "),
                actual: "windows " + actual.state.windows.joined(separator: ", "))
        }
        let different = profile.losses(of: expected.state, in: actual.state).filter { leaf in
            if compares == .windows {
                return leaf.hasPrefix(".scenes.") && leaf.hasSuffix(".state")
            }
            return actual.closed == nil || !isOfClosed(leaf, actual)
        }
        guard let leaf = different.first else { return nil }
        return StepFailure(
            "'\(leaf)' is not what it is in the same life without this",
            expected: "the state of that life", actual: "another one",
            difference: profile.difference(expected: expected.state, actual: actual.state))
    }

    /// Whether the closed window may be the reason that a leaf of the state is another one.
    private func isOfClosed(_ leaf: String, _ outcome: Outcome) -> Bool {
        leaf.hasPrefix(".scenes.\(outcome.closed ?? "").")
            || outcome.changedByClosing.contains { leaf == $0 || leaf.hasPrefix($0 + ".") }
    }
}

extension SceneTrial.Move {
    fileprivate var text: String {
        switch self {
        case .open: "Perform(\"scene.open\")"
        case .hide(let place): "Perform(\"scene.hide\", \(place))"
        case .show(let place): "Perform(\"scene.show\", \(place))"
        case .disconnect(let place): "Perform(\"scene.disconnect\", \(place))"
        case .close(let place): "Perform(\"scene.close\", \(place))"
        case .use: "…"
        case .save: "Background(); Foreground()"
        case .saveAndKill: "Background(); Kill(.system); Launch()"
        case .killInForeground: "Kill(.system); Launch()"
        case .launchLocked(let save):
            "Background(); Kill(.system); LockDevice(); Launch(); "
                + (save ? "Background(); " : "") + "Kill(.system); UnlockDevice(); Launch()"
        }
    }
}

extension Session {
    /// Performs an action on a window of a number.
    fileprivate func tell(_ action: String, _ window: String?) async throws {
        try await perform(action, ["scene": .integer(window.flatMap(Int64.init) ?? 0)])
    }

    /// Takes the app through a launch on a locked device, which shows the windows with nothing of what was
    /// saved of them.
    fileprivate func launchLocked(andSave save: Bool) async throws {
        let before = try await state().windows
        try await carryOut([Background(), Kill(.system), LockDevice(), Launch()])
        let windows = try await state().windows
        guard windows == before else {
            throw StepFailure(
                "launched while the device is locked, it shows other windows than before",
                expected: "windows " + before.joined(separator: ", "),
                actual: "windows " + windows.joined(separator: ", "))
        }
        guard record.restoration != .restored else {
            throw StepFailure(
                "launched while the device is locked, it says that it restored",
                expected: "'restored: false', as nothing that was saved can be read")
        }
        if save { try await carryOut([Background()]) }
        try await carryOut([Kill(.system), UnlockDevice(), Launch()])
    }
}

extension JSON {
    /// The numbers of the windows that it shows, the oldest first.
    var windows: [String] {
        (self["scenes"]?.object ?? [:]).map(\.key).sorted {
            (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1)
        }
    }
}

extension SceneTrial: WalkStep {}
