import Relaunch
import RelaunchProtocol

/// Remembers whether and why the launch suppressed the snapshot.
struct RememberSuppression: AuditStep {
    fileprivate static let name = "audit.suppression"

    var text: String { "RememberSuppression()" }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[Self.name] = .bool(
            session.record.snapshots.contains(event: "suppressed"))
        return .step
    }
}

/// Remembers how often the target has been told so far that a call came outside a save.
struct RememberIgnoredCalls: AuditStep {
    fileprivate static let name = "audit.ignoredCalls"

    var text: String { "RememberIgnoredCalls()" }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[Self.name] = .integer(session.record.ignoredCalls)
        return .step
    }
}

extension Expect.Condition {
    /// A launch that suppresses its snapshot restores all the same (rule N2).
    static var restoresWithoutSnapshot: Self {
        Self(".restoresWithoutSnapshot") { session in
            guard session.record.snapshots.contains(event: "suppressed") else { return nil }
            return try await Self.restores.evaluate(session)
        }
    }

    /// The snapshot was not suppressed in the launch before, or is not in this one (rule N3).
    static var notSuppressedAgain: Self {
        Self(".notSuppressedAgain") { session in
            guard session.remembered[RememberSuppression.name] == true,
                session.record.snapshots.contains(event: "suppressed")
            else { return nil }
            return StepFailure(
                "a snapshot that was to be suppressed once is suppressed again",
                expected: "suppressed at the next launch only", actual: "suppressed twice")
        }
    }

    /// The target's own wish for no snapshot does not come when it has no effect (rule N4).
    static var noFurtherIgnoredCall: Self {
        Self(".noFurtherIgnoredCall") { session in
            let before = session.remembered[RememberIgnoredCalls.name]?.integer ?? 0
            guard session.record.ignoredCalls > before else { return nil }
            return StepFailure(
                "going to the background, the target asks for no snapshot at a time when that has no effect",
                expected: "asked during the save", actual: "asked outside the save, and ignored")
        }
    }

    /// What the snapshot showed is what the restored target shows, where its state has come back
    /// (rule N5).
    static var snapshotShowsWhatComesBack: Self {
        Self(".snapshotShowsWhatComesBack", observations: [.state, .snapshot], needsRunning: true) {
            session in
            guard let shown = session.record.screenWithSnapshot,
                session.record.snapshots.contains(event: "shown"),
                shown == session.evidence.lastSnapshot,
                let saved = session.evidence.savedStates.last,
                try await session.state().withoutInstances == saved.withoutInstances
            else { return nil }
            let screen = try await session.screenshot()
            if screen == shown { return nil }
            return StepFailure(
                "the snapshot shows what has not come back, and was not suppressed",
                expected: "the screen as on the snapshot", actual: "another screen",
                difference: shown.isText && screen.isText
                    ? TextDifference(expected: shown.content, actual: screen.content).description
                    : nil)
        }
    }

    /// Where a snapshot is shown, it is the one that was taken last (rule N8).
    static var shownSnapshotIsTheLast: Self {
        let shown = Self.snapshotShown
        return Self(shown.text, observations: shown.observations) { session in
            guard session.record.snapshots.contains(event: "shown") else { return nil }
            return try await shown.evaluate(session)
        }
    }
}

extension LaunchRecord {
    fileprivate var ignoredCalls: Int64 { Int64(snapshots.count { $0.event == "ignored" }) }
}

extension [LaunchRecord.Snapshot] {
    fileprivate func contains(event: String) -> Bool { contains { $0.event == event } }
}
