import Relaunch
import RelaunchProtocol

extension StepFailure {
    /// Why a trial is not judged: a prerequisite of it does not hold, or another rule tells it.
    static func notJudged(_ reason: String) -> StepFailure {
        StepFailure(blame: .scenario, kind: .notJudged, reason)
    }
}

extension Expect.Condition {
    /// Restoration and state are what a plain death brings back.
    static func asAfterPlainDeath(
        _ walk: ActionWalk, _ profile: TargetProfile, although event: String? = nil
    ) -> Self {
        let state = Self.restoredAsUsual(walk, profile, although: event)
        return Self(".asAfterPlainDeath", needsRunning: true) { session in
            let usual = walk.generation.restoring.restoration
            if session.record.restoration == usual { return try await state.evaluate(session) }
            return StepFailure(
                "the target does not come back as it does after a plain kill in the background",
                expected: usual.words, actual: session.record.restoration.words)
        }
    }

    /// What came before was taken for no crash loop.
    static var notTakenForCrashLoop: Self {
        Self(".notTakenForCrashLoop") { session in
            guard session.record.restoration == .skipped(reason: "crashLoop") else { return nil }
            return StepFailure(
                "the target reports a crash loop where there was none",
                expected: "not 'crashLoop' as the reason of a fresh start", actual: "crashLoop")
        }
    }

    /// The launch gave up restoring because of crashes, and shows that it did.
    static func givesUp(restoring walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".givesUp", needsRunning: true) { session in
            guard session.record.restoration == .skipped(reason: "crashLoop") else {
                return StepFailure(
                    "the target does not give up restoring",
                    expected: "a fresh start, reason 'crashLoop'",
                    actual: session.record.restoration.words)
            }
            return try await session.showsRestoredState(of: walk, profile)
        }
    }

    /// The launch restored nothing, for whatever reason, and shows it.
    static func startsFresh(instead walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".startsFresh", needsRunning: true) { session in
            guard case .skipped = session.record.restoration else {
                return StepFailure(
                    "the target restores", expected: "a fresh start",
                    actual: session.record.restoration.words)
            }
            return try await session.showsRestoredState(of: walk, profile)
        }
    }

    /// The target says that it restored.
    static var restores: Self {
        Self(".restores") { session in
            if session.record.restoration == .restored { return nil }
            return StepFailure(
                "the target does not restore", expected: "restored",
                actual: session.record.restoration.words)
        }
    }
}

extension Session {
    /// A target that says that it did not restore must not show what a restoration gives.
    fileprivate func showsRestoredState(
        of walk: ActionWalk, _ profile: TargetProfile
    ) async throws -> StepFailure? {
        guard let fresh = walk.discard.freshState, !profile.isSame(fresh, walk.restored),
            profile.isSame(try await state(), walk.restored)
        else { return nil }
        return StepFailure(
            "the target says that it did not restore, but shows the saved state",
            expected: "the state of a fresh start", actual: "the saved one")
    }
}

extension Optional where Wrapped == LaunchRecord.Restoration {
    fileprivate var words: String {
        switch self {
        case .restored: "restored"
        case .skipped(let reason): "not restored: \(reason)"
        case nil: "nothing was said about restoration"
        }
    }
}
