extension Battery {
    /// Deaths and the crash rule.
    static let deathRules: [AuditRule] = [
        AuditRule("D4", "crash after crash while restoring, and it starts without restoring") {
            profile in
            guard profile.saysRestoring else {
                return .notApplicable("it does not say when it restores")
            }
            let limit = profile.options.crashLimit
            return .first(of: profile.walks) { walk in
                Launch()
                walk.firstSteps
                Background()
                Kill(.system)
                Ladder(atMost: limit + 3)
                Expect(.notRestored(.crashLoop))
                Expect(.ladder(limit))
            }
        }
    ]
}
