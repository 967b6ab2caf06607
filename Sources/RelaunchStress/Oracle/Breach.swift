import RelaunchProtocol

/// What is wrong in a life.
package struct Breach: Sendable, Codable {
    /// What the oracle says of every target.
    package enum Clause: String, Sendable, Codable, CaseIterable {
        /// A launch does not come about.
        case noStart
        /// It ends by itself while it does something.
        case endsByItself
        /// What it shows is neither what was saved last nor what was being saved.
        case otherState
        /// Something has become another thing than it was when it was saved.
        case strayed
        /// It shows another state after it came back from the background, though nothing died.
        case comeback
        /// A memory warning has changed the state.
        case memoryWarning
        /// After crash upon crash it restores.
        case crashLoopGoesOn
        /// It takes for a crash loop what is none.
        case falseCrashLoop
        case restoredWhileLocked
        case savedWhileLocked
        /// Files of the user are gone or changed after a launch without the saved state.
        case userData
        case snapshotAfterDiscard
        case snapshotMissing
        case oldSnapshot
        /// What does not come back is on the snapshot.
        case untrueSnapshot
        /// It asks for no snapshot when that has no effect.
        case ignoredCall
        /// A snapshot that was to be suppressed once is suppressed again.
        case suppressedAgain
        /// Each death leaves more files.
        case pilesUp
        /// With deaths in between, or after one, the same actions lead to something else.
        case otherCourse
        case writesOutside
        /// What the suite says of the target whenever it runs.
        case invariant
        /// After a death a command refuses what it does in the same life without one.
        case commandFails
        /// The plainest death takes it, whatever was done: found before the first life.
        case plainLoss
    }

    package var clause: Clause
    /// The move at which it is seen, by its place in the life.
    package var move: Int
    /// What the target died of before, or what was done to its world.
    package var death: String
    /// The last call before a death inside of calls, or the one that failed.
    package var call = ""
    /// The first leaf that is wrong, without the numbers of elements.
    package var leaf = ""
    package var message: String
    /// Where it died, in words.
    package var place: String?
    package var expected: JSON?
    package var shown: JSON?
    /// Every state that would have been right, where that was looked for.
    package var alternatives: [JSON]?
    /// Whether a plainer death might show the same, which then is the target's way.
    package var isOpen = false
    /// Whether the saved state was damaged before: then the target may start without it.
    package var isAfterDamage = false
    /// The rule of an audit, for what the plainest death takes; the name of an invariant.
    package var rule: String?
    /// The rule of the issue by which the target itself reports it, where no value of the state tells of
    /// it; and whether it does so while it saves.
    package var issue: String?
    package var isReportedBySave = false

    package init(
        clause: Clause, move: Int, death: String, call: String = "", leaf: String = "",
        message: String, place: String? = nil, expected: JSON? = nil, shown: JSON? = nil
    ) {
        self.clause = clause
        self.move = move
        self.death = death
        self.call = call
        self.leaf = leaf
        self.message = message
        self.place = place
        self.expected = expected
        self.shown = shown
    }

    /// Tells failures apart: which clause, and after what death. Where in a save a death came, and in
    /// which value it shows, are ways in which one bug can be seen.
    package var cause: String {
        [clause.rawValue, rule ?? tellingDeath].joined(separator: " · ")
    }

    /// Whether it is what the plainest death takes, as it was found before the first life.
    var isPlain: Bool { clause == .plainLoss || clause == .noStart && rule != nil }

    /// What was done to the world counts where the state is wrong, and not where the crash rule is.
    private var tellingDeath: String {
        switch clause {
        case .crashLoopGoesOn, .falseCrashLoop:
            String(death.split(separator: "·").first ?? "").filter { $0 != "·" }.trimmed
        default: death
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension Breach.Clause {
    /// The rule of an audit by which a target can say that it is so by design.
    var rule: String? {
        switch self {
        case .comeback: "R15"
        case .memoryWarning: "W4"
        case .crashLoopGoesOn, .falseCrashLoop: "D4"
        case .restoredWhileLocked: "R11"
        case .savedWhileLocked: "S15"
        case .userData: "D13"
        case .snapshotAfterDiscard, .snapshotMissing, .oldSnapshot: "N1"
        case .untrueSnapshot: "N8"
        case .ignoredCall: "N4"
        case .suppressedAgain: "N3"
        case .writesOutside: "W5"
        case .noStart, .endsByItself, .otherState, .strayed, .pilesUp, .otherCourse, .invariant,
            .commandFails, .plainLoss:
            nil
        }
    }

    /// In a few words, for headlines.
    package var title: String {
        switch self {
        case .noStart: "it does not start again"
        case .endsByItself: "it ends by itself"
        case .otherState: "what comes back is not what was saved"
        case .strayed: "what was saved as one thing comes back as another"
        case .comeback: "coming back from the background changes what it shows"
        case .memoryWarning: "a memory warning changes what it shows"
        case .crashLoopGoesOn: "a crash loop does not end"
        case .falseCrashLoop: "it gives up restoring where there was no crash loop"
        case .restoredWhileLocked: "it restores while the device is locked"
        case .savedWhileLocked: "it saves while the device is locked"
        case .userData: "a launch without saved state changes the user's data"
        case .snapshotAfterDiscard: "it shows a snapshot of what was discarded"
        case .snapshotMissing: "it shows no snapshot"
        case .oldSnapshot: "it shows an older snapshot than the last"
        case .untrueSnapshot: "the snapshot shows what does not come back"
        case .ignoredCall: "it asks for no snapshot outside of a save"
        case .suppressedAgain: "a snapshot that was suppressed once is suppressed again"
        case .pilesUp: "files pile up"
        case .otherCourse: "after deaths the same actions lead to something else"
        case .writesOutside: "it writes outside of its container"
        case .invariant: "an invariant of the suite does not hold"
        case .commandFails: "after a death a command fails"
        case .plainLoss: "a plain kill takes what was saved"
        }
    }
}

/// What came of a life.
package struct Course: Sendable {
    /// The moves as they were carried out: each drawn action with its arguments, and no move that could
    /// not be made.
    package var moves: [Move] = []
    package var breach: Breach?
    /// What was reached, as words that sort.
    package var reached: Set<String> = []
    /// The states at saves, of lives that are compared.
    package var saved: [JSON] = []
    /// How many of these saves a life without deaths leads to as well: a launch that lacks what was shown
    /// before, by right, may go another way from there. Nil where each launch has shown all of it.
    var comparableSaves: Int?
    /// How many launches it had, those of the life without deaths that it was compared with included.
    package var launches = 0
    /// How long the life took, with its session.
    var duration = Duration.zero
    /// The rules of the issues that the target has reported.
    package var issues: Set<String> = []
    /// What each launch has shown, by the place of its move.
    package var shown: [Int: JSON] = [:]
    /// What it showed last.
    package var last: JSON?
    /// What a command has left after each action, by the place of its move.
    var after: [Int: JSON] = [:]
    /// Where a death came into each action of a command, by the place of its move.
    var deaths: [Int: Death] = [:]
    /// What to say of each action of a command that was refused, by the place of its move.
    var refusals: [Int: Breach] = [:]
    /// Whether an action of a command that a death came into was there afterwards, by the place of its
    /// move; none where nobody can tell.
    var hasCome: [Int: Bool] = [:]

    /// A death inside of the calls of an action.
    struct Death {
        /// The last call before it.
        var call: String
        /// In words.
        var place: String
    }

    package init() {}
}
