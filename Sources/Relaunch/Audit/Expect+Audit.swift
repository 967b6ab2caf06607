import RelaunchProtocol

extension Expect.Condition {
    /// The state is the one that a plain death in the background brings back after the walk's first part:
    /// the saved one, but for what the target leaves out.
    static func restoredAsUsual(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        restored(asOneOf: [walk.restored], profile, text: ".restoredAsUsual")
    }

    /// The state is what a plain death brings back after the first part of the walk, or after both.
    static func restoredAsEither(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        let states = [walk.restored] + [walk.secondRestored].compactMap(\.self)
        return restored(asOneOf: states, profile, text: ".restoredAsEither")
    }

    static func restored(
        asOneOf states: [JSON], _ profile: TargetProfile, text: String
    ) -> Self {
        Self(text, needsRunning: true) { session in
            let shown = try await session.state()
            if states.contains(where: { profile.isSame($0, shown) }) { return nil }
            return StepFailure(
                "the state is not what a plain kill in the background brings back",
                expected: states.count == 1
                    ? "the restored state" : "one of \(states.count) states",
                actual: "another one",
                difference: JSONDifference(
                    expected: profile.comparable(states.last ?? .null),
                    actual: profile.comparable(shown)
                ).description)
        }
    }
}

/// Launches the target after a plain death, and fails where that breaks the rule: see ``Diagnosis``.
struct Diagnose: Step {
    let rule: String
    let walk: ActionWalk
    let profile: TargetProfile
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Launch(); Expect(.everythingBack)" }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.observe([.state])
        rehearsal.launch(endsDead: false)
        rehearsal.judge([.state])
    }

    func perform(in session: isolated Session) async throws -> Next {
        guard let shown = session.evidence.savedStates.last else {
            throw StepFailure(blame: .harness, "no save was observed")
        }
        let generation = try await session.nextGeneration(after: shown, typed: walk.typed)
        let diagnosis = Diagnosis(
            profile: profile, generation: generation, afterQuit: walk.afterQuit,
            afterWait: walk.afterWait)
        for finding in diagnosis.findings where finding.rule == rule {
            throw StepFailure(
                finding.message, expected: finding.expected, difference: finding.difference)
        }
        return .step
    }
}
