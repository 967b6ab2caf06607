/// The source of a scenario file around one scenario.
package struct SuiteFrame: Sendable {
    /// Up to the scenario, and from behind it on; both in whole lines.
    package var before: String
    package var after: String

    package init(before: String, after: String) {
        self.before = before
        self.after = after
    }
}
