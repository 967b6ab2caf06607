extension Battery {
    /// What comes back.
    static let restoringRules: [AuditRule] = [
        AuditRule("R18", "the second generation is like the first") { profile in
            .each(of: profile.walks) { walk in
                Launch()
                walk.firstSteps
                Background()
                Kill(.system)
                Launch()
                Background()
                Kill(.system)
                Launch()
                Expect(.restoredAsUsual(walk, profile))
            }
        }
    ]
}
