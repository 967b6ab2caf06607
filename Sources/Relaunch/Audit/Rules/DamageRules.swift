import RelaunchProtocol

extension Battery {
    /// Saved states that are no longer what the target wrote.
    static let damageRules: [AuditRule] = [
        AuditRule("R7", "a damaged state is restored as a whole or not at all, and never ends it") {
            profile in
            guard !profile.hello.savedState.isEmpty else {
                return .notApplicable("it names no saved state that could be damaged")
            }
            let ways = profile.restoredWays.sorted { first, second in
                first.state.leaves.count > second.state.leaves.count
            }
            guard let way = ways.first, let shown = way.road.shown, let fresh = way.road.fresh else {
                return .notApplicable("no saved state ever makes a difference")
            }
            return .trials(
                harms.map { harm in
                    Trial(harm.name) {
                        Launch()
                        way.steps
                        Background()
                        Kill(.system)
                        Damage(.savedState, harm.harm)
                        Launch()
                        Expect(
                            .like(
                                [shown, fresh], ignoring: profile.volatile,
                                else: "a damaged state is restored in part"))
                    }
                })
        }
    ]

    /// How many places of one file are damaged.
    private static let placesAFile = 40

    private static let harms: [(name: String, harm: Damage.Harm)] = [
        ("cut anywhere", .truncatedAnywhere(atMost: placesAFile)),
        ("a bit flipped anywhere", .bitFlippedAnywhere(atMost: placesAFile)),
        ("empty", .emptied),
        ("of another program", .foreign),
        ("an empty JSON object", .replaced(by: Array("{}".utf8))),
        ("an empty JSON array", .replaced(by: Array("[]".utf8))),
        ("a JSON text", .replaced(by: Array("\"state\"\n".utf8))),
    ]
}
