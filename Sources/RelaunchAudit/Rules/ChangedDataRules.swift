import Relaunch

extension RuleSet {
    /// The user's data has become other data than what the saved state is about.
    static let changedDataRule = AuditRule(
        "R13", "what is deleted after the save is skipped, and nothing else"
    ) { profile in
        if profile.dataActions.isEmpty {
            return .notApplicable("no action changes data that is kept without a save")
        }
        return .trials(changes(of: profile, .ofElement))
    }

    static let sameElementRule = AuditRule(
        "S11", "a selection is that of the same element, though others come and go"
    ) { profile in
        let walks = profile.walks.filter { !$0.dataActions.isEmpty }
        guard !walks.isEmpty || profile.walks.isEmpty || !profile.dataActions.isEmpty else {
            return .notApplicable("its data cannot be changed without its screen")
        }
        let walked = walks.map { walk in
            Trial(walk.name) {
                Launch()
                walk.firstSteps
                Background()
                Kill(.system)
                Launch()
                walk.dataSteps
                Kill(.system)
                Launch()
                Expect(.sameElements(walk, profile))
            }
        }
        return .trials(walked + changes(of: profile, .ofPlace))
    }

    /// From each start, the data is changed behind the saved state's back.
    private static func changes(of profile: TargetProfile, _ loss: ChangeData.Loss) -> [Trial] {
        guard !profile.walks.isEmpty, !profile.dataActions.isEmpty else { return [] }
        return profile.starts.map { start in
            Trial(start.name, steps: [ChangeData(start: start, loss: loss, profile: profile)])
        }
    }
}
