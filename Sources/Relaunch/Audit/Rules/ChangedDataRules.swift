extension Battery {
    /// The user's data has become other data than what the saved state is about.
    static let changedDataRule = AuditRule(
        "R13", "what is deleted after the save is skipped, and nothing else"
    ) { profile in
        if profile.dataActions.isEmpty {
            return .notApplicable("no action changes data that is kept without a save")
        }
        guard !profile.walks.isEmpty else { return .trials([]) }
        return .trials(
            profile.starts.map { start in
                Trial(start.name, steps: [ChangeData(start: start, profile: profile)])
            })
    }
}
