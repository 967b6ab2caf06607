import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Battery {
    /// Updates of the app, and the time that passes.
    static let updateRules: [AuditRule] = [
        AuditRule("R4", "a screen of a later build gets the state that it had in the build before") {
            $0.updates(rule: "R4")
        },
        AuditRule("R8", "a state of a later build is restored as a whole, or not at all") { profile in
            profile.trials { Downgrade(way: $0, profile: profile) }
        },
        AuditRule("R9", "what another build or another time has saved is looked at before it is used") {
            profile in
            let timed = profile.passableWays.first { $0.state.deadline(after: Date()) != nil }
            let time = timed.map { Trial("time", steps: [PassDeadline(way: $0)]) }
            guard case .trials(let updates) = profile.updates(rule: "R9") else {
                return .notApplicable("no saved state ever makes a difference")
            }
            return .trials(updates + (time.map { [$0] } ?? []))
        },
        AuditRule("R16", "what a later build cannot decode any more is not lost without a word") {
            $0.updates(rule: "R16")
        },
        AuditRule("W2", "an update moves the container, and everything is found again") {
            $0.updates(rule: "W2")
        },
    ]
}

extension TargetProfile {
    fileprivate func updates(rule: String) -> AuditRule.Coverage {
        trials { Update(way: $0, rule: rule, profile: self) }
    }

    fileprivate func trials(_ step: (Way) -> any Step) -> AuditRule.Coverage {
        let ways = restoredWays
        if ways.isEmpty { return .notApplicable("no saved state ever makes a difference") }
        return .trials(ways.map { Trial($0.name, steps: [step($0)]) })
    }

    /// A version that comes after that of the target.
    fileprivate var nextVersion: String {
        if let number = Int(hello.version) { return "\(number + 1)" }
        return hello.version.isEmpty ? "2" : hello.version + ".1"
    }
}

/// Saves, updates the app, launches it and asks whether what came of it breaks one rule.
struct Update: Step {
    let way: Way
    let rule: String
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)

    private var update: UpdateApp {
        rule == "W2" ? UpdateApp() : UpdateApp(version: profile.nextVersion)
    }
    var text: String { "\(way.text); Background(); Kill(.system); \(update.text); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let shown: JSON
        do { shown = try await stateAfterUpdate(.system, session) } catch let failure
            as StepFailure where failure.blame == .target
        {
            // A target that comes up where there is no saved state has died of the state.
            let isOfState = try await comesUpWithoutState(session)
            if rule == (isOfState ? "R9" : "W2") { throw failure }
            return .step
        }
        let record = session.record
        try await session.kill(.system, where: "after the update")
        if rule == "W2" {
            if try await !comesUpWithoutState(session) {
                throw StepFailure("the target does not come up after an update")
            }
        }
        if let failure = try await judge(shown, record, session) { throw failure }
        return .step
    }

    private func judge(
        _ shown: JSON, _ record: LaunchRecord, _ session: isolated Session
    ) async throws -> StepFailure? {
        guard let before = way.road.shown, let fresh = way.road.fresh else { return nil }
        let lost = before.lost(in: shown, fresh: fresh, ignoring: profile.volatile)
        switch rule {
        case "R4":
            guard let issue = record.issues(of: "R4").first else { return nil }
            return failure("the state of a screen goes to no screen: \(issue)", before, shown)
        case "W2":
            guard let path = lost.first else { return nil }
            return failure("'\(path)' is lost when the container moves", before, shown)
        case "R16":
            guard record.restoration == .restored, record.issues.isEmpty, let path = lost.first
            else { return nil }
            // What is lost with the data too, or by the move alone, is no matter of decoding.
            if try await isLostOtherwise(path, before, fresh, session) { return nil }
            return failure("'\(path)' is lost without a word", before, shown)
        default: return nil
        }
    }

    private func isLostOtherwise(
        _ path: String, _ before: JSON, _ fresh: JSON, _ session: isolated Session
    ) async throws -> Bool {
        let moved = try await stateAfter(UpdateApp(), .system, session)
        return before.lost(in: moved, fresh: fresh, ignoring: profile.volatile).contains(path)
    }

    // MARK: Launches

    private func stateAfterUpdate(
        _ manner: Kill.Manner, _ session: isolated Session
    ) async throws -> JSON {
        try await stateAfter(update, manner, session)
    }

    private func stateAfter(
        _ update: UpdateApp, _ manner: Kill.Manner, _ session: isolated Session
    ) async throws -> JSON {
        let executable = session.executable
        let bundle = session.world.bundle
        defer {
            session.world.bundle = bundle
            session.move(to: session.container, executable: executable)
        }
        try await session.go(way)
        try await session.carryOut([Background(), Kill(manner), update])
        try await session.launch()
        return try await session.state()
    }

    private func comesUpWithoutState(_ session: isolated Session) async throws -> Bool {
        if session.isTargetRunning { try await session.kill(.system, where: "after the update") }
        do {
            let update = UpdateApp(version: profile.nextVersion)
            _ = try await stateAfter(update, .forceQuit, session)
        } catch let failure as StepFailure where failure.blame == .target {
            try session.bury()
            return false
        }
        try await session.kill(.system, where: "after the update")
        return true
    }

    private func failure(_ text: String, _ before: JSON, _ shown: JSON) -> StepFailure {
        StepFailure(
            text, expected: "what a launch without an update shows", actual: "another state",
            difference: JSONDifference(
                expected: before.withoutInstances, actual: shown.withoutInstances
            ).description)
    }
}

extension JSON {
    /// What a saved state brings back and is not there now: it is what a launch without one shows.
    func lost(in shown: JSON, fresh: JSON, ignoring volatile: Set<String>) -> [String] {
        let shown = shown.leaves(ignoring: volatile)
        let fresh = fresh.leaves(ignoring: volatile)
        return leaves(ignoring: volatile).filter { path, value in
            fresh[path] != value && shown[path] == fresh[path]
        }.keys.sorted()
    }
}

/// Saves in a later build and restores in the one before.
struct Downgrade: Step {
    let way: Way
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String {
        "UpdateApp(version: \"\(profile.nextVersion)\"); \(way.text); Background(); Kill(.system); "
            + "UpdateApp(version: \"\(profile.hello.version)\"); Launch()"
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.carryOut([UpdateApp(version: profile.nextVersion)])
        try await session.go(way)
        let saved = try await session.state()
        try await session.carryOut([
            Background(), Kill(.system), UpdateApp(version: profile.hello.version),
        ])
        try await session.launch()
        let shown = try await session.state()
        guard let fresh = way.road.fresh else { return .step }
        let lost = saved.lost(in: shown, fresh: fresh, ignoring: profile.volatile)
        let old = fresh.leaves(ignoring: profile.volatile)
        let now = shown.leaves(ignoring: profile.volatile)
        let kept = saved.leaves(ignoring: profile.volatile).filter { path, value in
            old[path] != value && now[path] == value
        }
        guard let part = lost.first, let rest = kept.keys.min() else { return .step }
        throw StepFailure(
            "a part of the later build's state is restored ('\(rest)'), and a part is not ('\(part)')",
            expected: "all of it, or nothing", actual: "a mix",
            difference: JSONDifference(
                expected: saved.withoutInstances, actual: shown.withoutInstances
            ).description)
    }
}

/// Lets a time come that the state holds, once while the target lives and once while it is dead.
struct PassDeadline: Step {
    /// How long before that time the living target is launched, and how long it is looked at.
    private static let margin = 3.0
    private static let watched = Duration.seconds(4)

    let way: Way
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "\(way.text); Background(); Kill(.system); MoveClock(…); Launch()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        try await session.go(way)
        guard let deadline = try await session.state().deadline(after: Date()) else { return .step }
        try await session.carryOut([Background(), Kill(.system)])
        let saved = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: saved.path)
        defer { try? saved.remove() }
        let ahead = deadline.timeIntervalSince(Date()) - Self.margin
        try await session.carryOut([MoveClock(by: .seconds(ahead))])
        try await session.launch()
        let before = try await session.state()
        try session.wait(until: .now + Self.watched)
        let alive = try await session.state()
        try await session.kill(.system, where: "after the time had come")
        guard alive.withoutInstances != before.withoutInstances else { return .step }
        try session.container.replaceContents(with: saved)
        try await session.launch()
        let dead = try await session.state()
        if dead.withoutInstances == alive.withoutInstances { return .step }
        throw StepFailure(
            "a time that comes while the target is dead leaves it another than if it lives",
            expected: "the state of one that lived to see it", actual: "another one",
            difference: JSONDifference(
                expected: alive.withoutInstances, actual: dead.withoutInstances
            ).description)
    }
}

extension JSON {
    /// The next time in it that is still to come, within a year: in seconds since 1970.
    func deadline(after now: Date) -> Date? {
        leaves.values.compactMap(\.number).filter {
            let distance = $0 - now.timeIntervalSince1970
            return distance > 60 && distance < 365 * 86_400
        }.min().map { Date(timeIntervalSince1970: $0) }
    }
}
