import Relaunch
import RelaunchProtocol

extension RuleSet {
    /// Saved states that are no longer what the target wrote.
    static let damageRule = AuditRule(
        "R7", "a damaged state is restored as a whole or not at all, and no file ends the app"
    ) { profile in
        let keepsData = profile.keepsPlainFiles
        guard profile.savesState || keepsData else {
            return .notApplicable("it leaves no file that could be damaged")
        }
        let dataTrials = profile.walks.prefix(keepsData ? 1 : 0).flatMap { walk in
            DamageData.Harm.allCases.map { harm in
                Trial(
                    "data \(harm.rawValue)",
                    steps: [DamageData(harm: harm, walk: walk, profile: profile)])
            }
        }
        return .trials(
            dataTrials
                + profile.walks.prefix(profile.savesState ? 1 : 0).flatMap { walk in
                    harms(atMost: profile.effort.placesAFile).map { harm in
                        Trial(harm.name) {
                            LearnFreshState(walk: walk)
                            plainDeath(walk)
                            Damage(.savedState, harm.harm)
                            Launch()
                            Expect(.wholeOrFresh(walk, profile))
                        }
                    }
                })
    }

    private static func harms(
        atMost placesAFile: Int
    ) -> [(name: String, harm: Damage.Harm)] {
        [
            ("cut anywhere", .truncatedAnywhere(atMost: placesAFile)),
            ("a bit flipped anywhere", .bitFlippedAnywhere(atMost: placesAFile)),
            ("empty", .emptied),
            ("of another program", .foreign),
            ("an empty JSON object", .replaced(by: Array("{}".utf8))),
            ("an empty JSON array", .replaced(by: Array("[]".utf8))),
            ("a JSON text", .replaced(by: Array("\"state\"\n".utf8))),
        ]
    }
}

/// Finds out what a launch shows that has no saved state, but the same data of the user, and remembers
/// it. The container is empty afterwards.
struct LearnFreshState: Step {
    static let key = "without a saved state"

    let walk: ActionWalk
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Remember(\"\(Self.key)\", from: \"\")" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let state = try await session.stateWithoutSavedOne(after: walk.first)
        session.remembered[Self.key] = state
        try session.container.replaceContents(with: nil)
        return .step
    }
}

extension Expect.Condition {
    /// The state is what a plain death brings back, or what a launch without a saved state shows. See
    /// ``LearnFreshState``.
    static func wholeOrFresh(_ walk: ActionWalk, _ profile: TargetProfile) -> Self {
        Self(".wholeOrFresh", needsRunning: true) { session in
            let fresh = session.remembered[LearnFreshState.key] ?? .null
            return try await restored(
                asOneOf: [fresh, walk.restored], profile, text: ".wholeOrFresh",
                expected: "\(whatIsUsual), or what a launch without a saved state shows"
            ).evaluate(session)
        }
    }
}
