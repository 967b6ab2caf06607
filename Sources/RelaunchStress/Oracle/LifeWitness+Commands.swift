import Relaunch
import RelaunchAudit
import RelaunchProtocol

// Programs that run to their ends, and are looked at by what they have left.
extension LifeWitness {
    /// A look at what a command has left is what a launch is to others.
    mutating func noteLook() {
        defer { isLookedAt = true }
        guard !isLookedAt, let interruption = belief.interruption else { return }
        let isBefore = isSame(interruption.before, shown)
        let isAfter = isSame(interruption.after, shown)
        if isBefore != isAfter { course.hasCome[interruption.move] = isAfter }
    }

    /// A death came into an action of a command: what it owes is known from the same run.
    mutating func noteInterruption(
        at place: Session.DeathPlace, after: JSON, of move: Move
    ) {
        isLookedAt = false
        course.deaths[course.moves.count - 1] = Course.Death(call: place.call, place: place.text)
        belief.interruption = Belief.Interruption(
            move: course.moves.count - 1, before: shown, after: after, death: move.kind,
            call: place.call, place: place.text)
        if knowledge.savesEachAction {
            belief.owe(place.isAcknowledged ? [after] : [shown, after])
        } else {
            belief.oweNothing()
        }
    }
}
