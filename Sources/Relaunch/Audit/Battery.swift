/// The rules that can be checked from outside, in the order in which they are reported.
package enum Battery {
    static let rules: [AuditRule] =
        plainDeathRules + savingRules + restoringRules + deathRules + crashRules + snapshotRules
        + worldRules

    /// The numbers of the rules, for the command's help and messages.
    package static var ruleNumbers: [String] {
        rules.map(\.number).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
