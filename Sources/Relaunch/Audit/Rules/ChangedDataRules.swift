extension Battery {
    /// The user's data has become other data than what the saved state is about.
    static let deletedDataRule = AuditRule(
        "R13", "what is deleted after the save is skipped, and nothing else"
    ) { $0.changedData(rule: "R13") }

    static let movedDataRule = AuditRule(
        "S11", "what is selected is known by its key, wherever it has moved"
    ) { $0.changedData(rule: "S11") }

    /// Whether the probe has to look for single actions and for those that change data.
    static func needsStarts(_ options: AuditOptions) -> Bool {
        options.includes(deletedDataRule) || options.includes(movedDataRule)
    }
}

extension TargetProfile {
    fileprivate func changedData(rule: String) -> AuditRule.Coverage {
        if dataActions.isEmpty {
            return .notApplicable("no action changes data that is kept without a save")
        }
        guard !walks.isEmpty else { return .trials([]) }
        return .trials(
            starts.map { start in
                Trial(start.name, steps: [ChangeData(start: start, rule: rule, profile: self)])
            })
    }
}
