// What a probe has to say that is about no rule.
extension TargetProfile {
    /// Arguments that the schema of an action does not exclude, and that the target does not survive: a
    /// right one need not be able to take them, so others of their kind are not drawn any more.
    mutating func noteExtreme(_ action: DrawnAction, _ death: StepFailure) {
        takesExtremes = false
        notes.append(
            """
            \(action.step.text) ends the target: \(death.message). Say in its schema what it takes; \
            such values are not drawn again
            """)
    }

    /// The actions that were never carried out, each with the reason, and the arguments that were always
    /// left out.
    func notesOnActions(refused: [String: String]) -> [String] {
        refused.sorted { $0.key < $1.key }.filter { !performed.contains($0.key) }.map {
            name, reason in
            reason.hasPrefix(Self.notDrawn)
                ? "not drawn: \(name) – \(reason.dropFirst(Self.notDrawn.count))"
                : "not tried: \(name) was refused whenever it was drawn, with \(reason)"
        }
    }

    static let notDrawn = "not drawn: "
}
