import Relaunch
import RelaunchProtocol

/// What a target owes at its next launch, by all that has happened to it.
struct Belief {
    /// The next launch has to show one of these states; nil where it may show anything.
    var candidates: [JSON]?
    /// Whether there may be others, which only a plainer life can tell.
    var isOpen = false
    /// The state at the last save that was acknowledged.
    var lastSaved: JSON?
    /// What it has shown since then.
    var history: [JSON] = []
    /// How many launches in a row have crashed, as the target may rightly count.
    var crashes = 0...0
    /// Whether there is saved state; nil where that is not known.
    var hasSavedState: Bool? = false
    var isLocked = false
    /// The picture that was taken with the last save.
    var picture: Picture?
    /// Whether the latest launch has suppressed a snapshot, and nothing was done since; and whether that
    /// has been saved since.
    var hasSuppressed = false
    var hasSavedSinceSuppressed = false
    /// What the world has done since the last launch, and what the target died of.
    var death = "first launch"
    var call = ""
    var place: String?
    /// The latest death inside of an action, where that was of a command.
    var interruption: Interruption?
    /// The user's files at the last death that took the saved state.
    var userFiles: [String: UInt64]?
    /// How many files there were after each death in a row, with nothing done between.
    var fileCounts: [Int] = []
    /// Whether the version has changed since the last save.
    var isUpdated = false
    /// Whether the saved state has been damaged since.
    var isDamaged = false

    /// An action of a command that a death came into.
    struct Interruption {
        /// The place of its move.
        var move: Int
        /// What was shown before, and what would have been shown had it ended.
        var before: JSON
        var after: JSON
        var death: String
        var call: String
        var place: String
    }

    mutating func owe(_ states: [JSON]?, isOpen: Bool = false) {
        candidates = states
        self.isOpen = isOpen
    }

    /// Nobody knows what the next launch has to show.
    mutating func oweNothing() { owe(nil) }

    /// The launch that was not complete may have given up restoring, and begun to count anew.
    mutating func mayHaveGivenUp() {
        oweNothing()
        hasSavedState = nil
        crashes = 0...crashes.upperBound + 1
    }

    /// One more launch that was not complete.
    mutating func countCrash(surely: Bool) {
        crashes = crashes.lowerBound + (surely ? 1 : 0)...crashes.upperBound + 1
    }
}
