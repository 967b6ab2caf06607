import Relaunch
import RelaunchProtocol

/// Saves, updates the app, launches it and asks whether what came of it breaks one rule.
struct Update: Step {
    let walk: ActionWalk
    let rule: String
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)

    var text: String {
        "Background(); Kill(.system); UpdateApp(version: \"\(profile.nextVersion)\"); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let update = UpdateApp(version: profile.nextVersion)
        let shown: JSON
        do { shown = try await state(after: update, session) } catch let failure as StepFailure
            where failure.blame == .target
        {
            // What has died elsewhere has not died of the saved state.
            if rule == "R9", session.record.phases.contains(.restoring) { throw failure }
            return .step
        }
        let record = session.record
        try await session.kill(.system, where: "after the update")
        switch rule {
        case "R4":
            guard let issue = record.issues(of: "R4").first else { return .step }
            throw failure("the state of a screen goes to no screen: \(issue)", shown)
        case "R16":
            let fresh = try await session.stateWithoutSavedOne(after: walk.first)
            guard record.restoration == .restored, record.issues.isEmpty,
                let path = profile.lost(walk.restored, in: shown, fresh: fresh).first
            else { return .step }
            // What the move of the container loses was not lost in decoding.
            let moved = try await state(after: UpdateApp(), session)
            if profile.lost(walk.restored, in: moved, fresh: fresh).contains(path) { return .step }
            throw failure("'\(path)' is lost silently", shown)
        default: return .step
        }
    }

    private func state(
        after update: UpdateApp, _ session: isolated Session
    ) async throws -> JSON {
        let present = session.build
        defer { session.install(present) }
        try await session.begin(with: walk.first)
        try await session.carryOut([Background(), Kill(.system), update])
        try await session.launch()
        return try await session.state()
    }

    private func failure(_ text: String, _ shown: JSON) -> StepFailure {
        StepFailure(
            text, expected: "what a launch without an update shows", actual: "another state",
            difference: profile.difference(expected: walk.restored, actual: shown))
    }
}

extension TargetProfile {
    /// What a saved state brings back and is not there now: instead there is what a launch shows that
    /// has none.
    func lost(_ saved: JSON, in shown: JSON, fresh: JSON) -> [String] {
        let shown = leaves(of: shown)
        let fresh = leaves(of: fresh)
        return leaves(of: saved).filter { path, value in
            fresh[path] != value && shown[path] == fresh[path]
        }.keys.sorted()
    }
}

/// Saves in a later build and restores in the one before.
struct Downgrade: Step {
    let walk: ActionWalk
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)

    var text: String {
        "Background(); Kill(.system); UpdateApp(version: \"\(profile.hello.version)\"); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let fresh = try await session.stateWithoutSavedOne(after: walk.first)
        try await session.carryOut([UpdateApp(version: profile.nextVersion)])
        let next = profile.leaves(of: try await session.stateWithoutSavedOne(after: walk.first))
        try await session.begin(with: walk.first)
        let saved = try await session.state()
        try await session.carryOut([
            Background(), Kill(.system),
            UpdateApp(version: profile.hello.version.isEmpty ? "1" : profile.hello.version),
        ])
        try await session.launch()
        let shown = try await session.state()
        try await session.kill(.system, where: "in the foreground")
        let now = profile.leaves(of: shown)
        let without = profile.leaves(of: fresh)
        let kept = profile.leaves(of: saved).filter { path, value in
            without[path] != value && now[path] == value
        }
        // What differs between the builds by themselves was not saved, nor what no launch brings back.
        let usual = profile.leaves(of: walk.restored)
        let lost = profile.lost(saved, in: shown, fresh: fresh).filter {
            next[$0] == without[$0] && usual[$0] != without[$0]
        }
        guard let part = lost.first, let rest = kept.keys.min() else { return .step }
        throw StepFailure(
            "only a part of a later build's state is restored: '\(rest)' is, '\(part)' is not",
            expected: "all of it, or nothing", actual: "a part",
            difference: profile.difference(expected: saved, actual: shown))
    }
}
