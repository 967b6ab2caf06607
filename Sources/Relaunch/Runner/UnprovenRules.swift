/// Rules that keep others from being judged because they are broken, and that no trial has shown broken.
///
/// An audit's probe sees that nothing comes back, and other rules are left out for it. Where no trial of
/// the rule fails, as what it shows goes by itself, nothing is proven: a run with such a rule has not passed.
package struct UnprovenRules: Sendable {
    private var tried: Set<String> = []
    private var broken: Set<String> = []
    private var inTheWay: Set<String> = []

    package init() {}

    package mutating func take(_ result: CaseResult) {
        guard let rule = result.rule else { return }
        if let other = rule.brokenPrerequisite { inTheWay.insert(other) }
        if result.launches > 0 { tried.insert(rule.number) }
        if result.verdict.isBad { broken.insert(rule.number) }
    }

    /// Their numbers. A rule that was not asked for is none: nothing was to be said of it.
    package var numbers: [String] { inTheWay.intersection(tried).subtracting(broken).sorted() }
}
