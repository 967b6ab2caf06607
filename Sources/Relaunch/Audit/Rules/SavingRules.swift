extension Battery {
    /// What is saved, and when.
    static let savingRules: [AuditRule] = [
        AuditRule("S13", "no kill in a save leaves anything but the old state or the new one") {
            profile in
            guard profile.savesToFiles else { return .notApplicable("it saves no files") }
            return .each(of: profile.walks) { walk in
                saveTwice(walk)
                Sweep(.system) { Background() }
                Launch()
                Expect(.stateAsSaved(ignoring: profile.volatilePaths))
            }
        }
    ]

    /// A save of a walk's first state, and all of its way to the second, which is not yet saved.
    @StepsBuilder static func saveTwice(_ walk: ActionWalk) -> [any Step] {
        Launch()
        walk.firstSteps
        Background()
        Foreground()
        walk.secondSteps
    }
}
