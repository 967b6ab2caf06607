import Relaunch
import RelaunchProtocol

/// Where a life with deaths is not like one without.
struct LifeBreach: Sendable {
    enum Kind: Sendable {
        /// What was saved has not come back.
        case loss
        /// The launch after a death does not come about.
        case noLaunch(StepFailure)
        /// All came back, and the same actions lead to another state.
        case otherCourse
        /// Nothing has died, and without the saves the same actions lead to another state.
        case interrupted
    }

    /// The part at whose end that is, or in which it is seen.
    var part: Int
    var kind: Kind
    var expected: JSON
    var shown: JSON
    /// The states at the saves up to there.
    var earlier: [JSON] = []
    /// Where the death was.
    var place: String?

    var isOtherCourse: Bool { if case .otherCourse = kind { true } else { false } }

    /// Before the life, at the end of what was wrong.
    static let life = "The life:"

    /// How many steps of a life are told, its last ones.
    private static let stepLimit = 60

    /// The breach in words, with the actions and their arguments.
    func failure(in life: Life, _ profile: TargetProfile) -> StepFailure {
        let part = life.parts[part]
        let launch = life.parts[..<self.part].count { $0.end != .comeback } + 1
        let save = self.part + 1
        let actions = part.actions.isEmpty ? "nothing" : part.actions.names
        let around = life.parts[..<self.part].reduce(nil as Surrounding?) { around, part in
            part.end.surrounding(after: around)
        }
        let place = around.map { $0.isLasting ? " \($0.words)," : "" } ?? ""
        let which =
            launch > 1 ? "launch \(launch), which came after a death,\(place)" : "the first launch"
        let message: String
        var expectation = "the state at that save"
        var lived = life
        switch kind {
        case .loss:
            message =
                "\(shownInWords(profile)): \(which) did \(actions), saved and \(part.end.words)"
        case .noLaunch(let failure):
            message =
                "\(which) did \(actions), saved and \(part.end.words), and then: \(failure.message)"
        case .otherCourse:
            message =
                "\(which) does \(actions), and shows at save \(save) something else than a life without "
                + "deaths"
            expectation = "what the same actions lead to in a life without deaths"
        case .interrupted:
            message =
                "nothing has died; it does \(actions), and shows at save \(save) something else than an app "
                + "that was never in the background"
            expectation = "what the same actions lead to in an app that was never in the background"
            lived = life.withoutDeaths
        }
        return StepFailure(
            ([message, Self.life] + lived.lines(atMost: Self.stepLimit)).joined(separator: "\n"),
            expected: expectation,
            difference: difference(profile))
    }

    private func difference(_ profile: TargetProfile) -> String? {
        if case .noLaunch(let failure) = kind { return failure.difference }
        return profile.difference(expected: expected, actual: shown)
    }

    /// Which state the next launch shows instead, where it is a known one, or what is not as it was.
    private func shownInWords(_ profile: TargetProfile) -> String {
        let save = "save \(part + 1)"
        let older = earlier.dropLast().lastIndex { profile.isSameShown($0, shown) }
        if let older { return "what save \(older + 1) had comes back, and not what \(save) had" }
        let losses = profile.losses(of: expected, in: shown)
        if losses.count != 1, profile.isSameShown(profile.initialState, shown) {
            return "the state of a first launch comes back, and not what \(save) had"
        }
        if losses.first == "" { return "the state is not what it was at \(save)" }
        return losses.first.map { "'\($0)' is not what it was at \(save)" }
            ?? "something else comes back than \(save) had"
    }
}
