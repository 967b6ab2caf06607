import CrashStates
import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// The data of the user in another version of the app, which has no saved state to decline.
    static func dataThroughUpdates(_ profile: TargetProfile) -> [Trial] {
        guard let walk = profile.walks.first else { return [] }
        let walks = profile.walks.prefix(2) + profile.walksThroughUpdate
        var trials = walks.map { walk in
            Trial("data in the next version, \(walk.name)", ofFirstPart: walk, profile) {
                DataThroughUpdate(walk: $0, profile: profile)
            }
        }
        let lives = profile.isBroken("L1") ? [] : profile.livesThroughUpdate
        trials += lives.map { life in
            Trial("actions in the next version, \(life.name)") {
                LiveThroughUpdate(life: life, profile: profile)
            }
        }
        // Saved state of a later version may be set aside, and with it what it was about.
        if !profile.savesState {
            trials += [profile.choices].compactMap(\.self).map { life in
                Trial("choices in the next version") {
                    ChoicesThroughUpdate(life: life, profile: profile)
                }
            }
            trials.append(
                Trial("to an older version and back, \(walk.name)", ofFirstPart: walk, profile) {
                    DataThroughOlderVersion(walk: $0, profile: profile)
                })
        }
        trials.append(
            Trial("killed anywhere in the next version's first launch, \(walk.name)") {
                LearnUpdatedState(walk: walk, profile: profile)
                saved(walk)
                Kill(.system)
                UpdateApp(version: profile.nextVersion)
                Sweep(.system, statesPerWindow: profile.effort.statesPerWindow) { Launch() }
                    .orNothing()
                Launch()
                Expect(.updatedState(profile))
            })
        return trials
    }
}

/// Launches the next version and looks for what needs no saved state.
struct DataThroughUpdate: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile
    var text: String {
        "Background(); Kill(.system); UpdateApp(version: \"\(profile.nextVersion)\"); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let data = profile.dataLeaves(of: walk)
        // What the next version shows at first, and of the same things where it has made them itself.
        let present = session.build
        try await session.carryOut([UpdateApp(version: profile.nextVersion)])
        try await session.begin()
        let fresh = try await session.state()
        for action in walk.first { _ = try await session.isPerformed(action) }
        try await session.carryOut([Background(), Kill(.system), Launch()])
        let own = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        session.install(present)
        try await session.begin(with: walk.first)
        try await session.carryOut([
            Background(), Kill(.system), UpdateApp(version: profile.nextVersion), LaunchUpdate(),
        ])
        guard session.isTargetRunning else { return .step }
        let shown = try await session.state()
        let lost = profile.lost(data, in: shown, fresh: fresh)
        let changed = profile.changed(data, in: shown, own: own)
        if lost.isEmpty && changed.isEmpty { return .step }
        throw StepFailure(
            "the next version does not show what was there before the update: "
                + Phrases.few(Set(lost + changed).sorted()),
            expected: "the data as it was before the update",
            difference: profile.difference(expected: walk.restored, actual: shown))
    }
}

extension Session {
    /// The build of the app that is installed.
    struct Build {
        fileprivate let executable: String
        fileprivate let bundle: Bundle?
    }

    var build: Build { Build(executable: executable, bundle: world.bundle) }

    func install(_ build: Build) {
        world.bundle = build.bundle
        move(to: container, executable: build.executable)
    }
}

/// Saves in the next version, launches the present one and saves there, and launches the next one again.
struct DataThroughOlderVersion: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile
    private var next: UpdateApp { UpdateApp(version: profile.nextVersion) }
    private var present: UpdateApp {
        UpdateApp(version: profile.hello.version.isEmpty ? "1" : profile.hello.version)
    }
    var text: String {
        "\(next.text); Launch(); …; Background(); Kill(.system); \(present.text); Launch(); "
            + "Background(); Kill(.system); \(next.text); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.carryOut([next])
        try await session.begin()
        let fresh = try await session.state()
        for action in walk.first { _ = try await session.isPerformed(action) }
        try await session.carryOut([Background(), Kill(.system), Launch()])
        let saved = try await session.state()
        try await session.carryOut([Background(), Kill(.system), present])
        do { try await session.carryOut([Launch(), Background(), Kill(.system)]) } catch let failure
            as StepFailure where failure.blame == .target
        {
            // It may refuse what a later version has written; then it must leave that alone.
            try session.terminateAndReap()
        }
        try await session.carryOut([next, Launch()])
        let shown = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        let data = profile.leaves(of: saved).filter {
            profile.leaves(of: fresh)[$0.key] != $0.value
        }
        let lost = profile.lost(data, in: shown, fresh: fresh)
        if lost.isEmpty { return .step }
        throw StepFailure(
            "a launch of an older version in between has lost \(Phrases.few(lost))",
            expected: "what the later version had saved",
            difference: profile.difference(expected: saved, actual: shown))
    }
}

/// Finds out what the first launch of the next version shows, remembers it, and goes back.
struct LearnUpdatedState: AuditStep {
    fileprivate static let key = "audit.updatedState"
    let walk: ActionWalk
    let profile: TargetProfile
    var text: String { "Remember(\"\(Self.key)\", from: \"\")" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let present = session.build
        try await session.begin(with: walk.first)
        try await session.carryOut([
            Background(), Kill(.system), UpdateApp(version: profile.nextVersion), LaunchUpdate(),
        ])
        guard session.isTargetRunning else {
            throw StepFailure.notJudged("the next version does not start on this one's state")
        }
        session.remembered[Self.key] = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        session.install(present)
        try session.container.replaceContents(with: nil)
        return .step
    }
}

extension Expect.Condition {
    /// What an undisturbed first launch of the next version shows. A target that has extended its
    /// restoration when it died throws the state away (rule D7).
    fileprivate static func updatedState(_ profile: TargetProfile) -> Self {
        Self(".updatedState", needsRunning: true) { session in
            let expected = session.remembered[LearnUpdatedState.key] ?? .null
            let shown = try await session.state()
            if profile.isSameShown(expected, shown) { return nil }
            return StepFailure(
                "after a kill in the first launch of the next version, something else is shown",
                expected: "what such a launch shows that is not killed", actual: "another state",
                difference: profile.difference(expected: expected, actual: shown))
        }
        .waived { $0.record.restoration == .skipped(reason: "crashWhileExtended") }
    }
}

extension TargetProfile {
    /// What comes back after a plain death and after a force quit, and is not that of a first launch.
    fileprivate func dataLeaves(of walk: ActionWalk) -> JSON.Members {
        let kept = leaves(of: walk.discard.freshState ?? .null)
        let initial = leaves(of: initialState)
        return leaves(of: walk.restored).filter { path, value in
            kept[path] == value && initial[path] != value
        }
    }

    /// Of some data, what is not there and instead is what a first launch shows, or nothing.
    fileprivate func lost(_ data: JSON.Members, in shown: JSON, fresh: JSON) -> [String] {
        let shown = leaves(of: shown)
        let fresh = leaves(of: fresh)
        return data.filter { path, value in
            shown[path] != value && (shown[path] == nil || shown[path] == fresh[path])
        }.sortedKeys
    }

    /// Of some data, what is neither as it was nor as the next version shows it itself.
    fileprivate func changed(_ data: JSON.Members, in shown: JSON, own: JSON) -> [String] {
        let shown = leaves(of: shown)
        let own = leaves(of: own)
        return data.filter { path, value in
            guard let now = shown[path], let its = own[path] else { return false }
            return [value, its].allSatisfy { $0 != now && !$0.isTime(soonBeforeOrAfter: now) }
        }.sortedKeys
    }
}
