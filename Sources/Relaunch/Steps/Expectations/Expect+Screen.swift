import RelaunchProtocol

extension Expect.Condition {
    /// The screen is the one of the last save.
    public static var screenAsBefore: Self {
        Self(".screenAsBefore", observations: [.screen], needsRunning: true) { session in
            let screens = session.evidence.savedScreens
            guard let before = screens.last else {
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    "no screen was seen at a save; put a `Background()` before it")
            }
            let screen = try await session.screenshot()
            if screens.contains(screen) { return nil }
            return difference("the screen is not the one of the last save", before, screen)
        }
    }

    /// The screen is the snapshot that was taken with the last save.
    public static var screenAsSnapshot: Self {
        Self(".screenAsSnapshot", needs: [.screen], needsRunning: true) { session in
            guard let snapshot = session.evidence.lastSnapshot else { return noSnapshot }
            let screen = try await session.screenshot()
            if screen == snapshot { return nil }
            return difference("the screen is not the snapshot of the last save", snapshot, screen)
        }
    }

    /// The target took a snapshot with its last save and said so with the picture.
    public static var snapshotTaken: Self {
        Self(".snapshotTaken", needs: [.reports]) { session in
            let snapshots = session.record.snapshots
            if snapshots.contains(where: { $0.event == "taken" && $0.picture != nil }) {
                return nil
            }
            return StepFailure(
                "the target took no snapshot in this launch", expected: "taken, with its picture",
                actual: events(snapshots))
        }
    }

    /// The snapshot of the last save was shown in this launch: the target says so, and its screen showed
    /// that picture at that moment.
    public static var snapshotShown: Self {
        Self(".snapshotShown", observations: [.snapshot]) { session in
            let snapshots = session.record.snapshots
            guard snapshots.contains(where: { $0.event == "shown" }) else {
                return StepFailure(
                    "the snapshot was not shown", expected: "shown", actual: events(snapshots))
            }
            guard let taken = session.evidence.lastSnapshot else { return noSnapshot }
            guard let screen = session.record.screenWithSnapshot else {
                return StepFailure(
                    "the target did not wait while it showed the snapshot, so nothing was seen",
                    expected: "'snapshot' sent as a request, which holds the target",
                    actual: "a notification")
            }
            if screen == taken { return nil }
            return difference(
                "the target says it shows the snapshot, but its screen shows something else", taken,
                screen)
        }
    }

    /// No snapshot was shown in this launch.
    public static var snapshotNotShown: Self {
        Self(".snapshotNotShown", needs: [.reports]) { session in
            let snapshots = session.record.snapshots
            guard snapshots.contains(where: { $0.event == "shown" }) else { return nil }
            return StepFailure(
                "a snapshot was shown", expected: "not shown", actual: events(snapshots))
        }
    }

    /// The target said that it suppressed the snapshot, in this launch.
    public static var snapshotSuppressed: Self { snapshot("suppressed") }

    /// The target said that it ignored a call to suppress the snapshot outside a save (rule N4).
    public static var snapshotCallIgnored: Self { snapshot("ignored") }

    private static func snapshot(_ event: String) -> Self {
        Self(
            event == "ignored" ? ".snapshotCallIgnored" : ".snapshotSuppressed", needs: [.reports]
        ) { session in
            let snapshots = session.record.snapshots
            if snapshots.contains(where: { $0.event == event }) { return nil }
            return StepFailure(
                "the target did not say this about its snapshot", expected: event,
                actual: events(snapshots))
        }
    }

    private static func events(_ snapshots: [LaunchRecord.Snapshot]) -> String {
        snapshots.isEmpty
            ? "nothing was said about snapshots"
            : snapshots.map { $0.event + ($0.reason.map { " (\($0))" } ?? "") }
                .joined(separator: ", ")
    }

    private static var noSnapshot: StepFailure {
        StepFailure(
            "there is no snapshot to compare with", expected: "a snapshot taken at a save before",
            actual: "none")
    }

    private static func difference(
        _ message: String, _ expected: Picture, _ actual: Picture
    ) -> StepFailure {
        let isText = expected.isText && actual.isText
        return StepFailure(
            message, expected: isText ? "the saved picture" : shortened(expected.content),
            actual: isText ? "another picture" : shortened(actual.content),
            difference: isText
                ? TextDifference(expected: expected.content, actual: actual.content).description
                : nil)
    }
}
