import RelaunchProtocol

extension StepFailure {
    /// Why a rule is not judged: what it stands on does not hold.
    static func notJudged(_ reason: String) -> StepFailure {
        StepFailure(blame: .scenario, "not judged: \(reason)")
    }
}

extension Expect.Condition {
    /// Restoration and state are what a plain death brings back.
    static func asAfterPlainDeath(of walk: ActionWalk, ignoring volatile: [String]) -> Self {
        Self(".asAfterPlainDeath", needsRunning: true) { session in
            guard let plain = walk.plainDeath else { throw StepFailure.noPlainDeath }
            guard session.record.restoration == plain.record.restoration else {
                return StepFailure(
                    "the target does not come back as it does after a plain death",
                    expected: plain.record.restoration.words,
                    actual: session.record.restoration.words)
            }
            let shown = try await session.state().comparable(ignoring: volatile)
            let expected = try plain.state.comparable(ignoring: volatile)
            if shown == expected { return nil }
            return StepFailure(
                "the state is not the one that comes back after a plain death",
                expected: "the state after a plain death", actual: "another one",
                difference: JSONDifference(expected: expected, actual: shown).description)
        }
    }

    /// What came before was taken for no crash loop.
    static var notTakenForCrashLoop: Self {
        Self(".notTakenForCrashLoop") { session in
            guard session.record.restoration == .skipped(reason: "crashLoop") else { return nil }
            return StepFailure(
                "the target takes for a crash loop what is none",
                expected: "not 'crashLoop' as the reason of a fresh start", actual: "crashLoop")
        }
    }

    /// The launch gave up restoring because of crashes, and shows that it did.
    static func givesUp(restoring walk: ActionWalk, ignoring volatile: [String]) -> Self {
        Self(".givesUp", needsRunning: true) { session in
            guard session.record.restoration == .skipped(reason: "crashLoop") else {
                return StepFailure(
                    "the target does not give up restoring",
                    expected: "a fresh start, reason 'crashLoop'",
                    actual: session.record.restoration.words)
            }
            return try await session.showsRestoredState(of: walk, ignoring: volatile)
        }
    }

    /// The launch restored nothing, for whatever reason, and shows it.
    static func startsFresh(instead walk: ActionWalk, ignoring volatile: [String]) -> Self {
        Self(".startsFresh", needsRunning: true) { session in
            guard case .skipped = session.record.restoration else {
                return StepFailure(
                    "the target restores", expected: "a fresh start",
                    actual: session.record.restoration.words)
            }
            return try await session.showsRestoredState(of: walk, ignoring: volatile)
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

extension StepFailure {
    static var noPlainDeath: StepFailure {
        notJudged("D1: the target does not even start after a plain death")
    }
}

extension Session {
    /// A target that says that it did not restore must not show what a restoration gives.
    fileprivate func showsRestoredState(
        of walk: ActionWalk, ignoring volatile: [String]
    ) async throws -> StepFailure? {
        guard let plain = walk.plainDeath else { throw StepFailure.noPlainDeath }
        let restored = try plain.state.comparable(ignoring: volatile)
        guard try plain.freshState.comparable(ignoring: volatile) != restored,
            try await state().comparable(ignoring: volatile) == restored
        else { return nil }
        return StepFailure(
            "the target says that it did not restore, and shows the saved state",
            expected: "the state of a fresh start", actual: "the saved one")
    }
}

extension Optional where Wrapped == LaunchRecord.Restoration {
    fileprivate var words: String {
        switch self {
        case .restored: "restored"
        case .skipped(let reason): "not restored: \(reason)"
        case nil: "nothing was said of restoration"
        }
    }
}

extension JSON {
    /// What is to be the same in two runs.
    func comparable(ignoring paths: [String]) throws -> JSON {
        try paths.reduce(withoutInstances) { $0.removing(try JSONPath(parsing: $1)) }
    }
}
