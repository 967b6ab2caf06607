import CrashStates
import Relaunch
import RelaunchProtocol

/// Looks for what an action saves by itself where the launch has saved nothing else: it saves that at another time,
/// too.
struct SavedByAction: AuditStep {
    /// When else it is done.
    enum Time {
        /// After a save in the background, whose older state must not take its place (rule D14).
        case afterSave
        /// In the background, after the save there (rule S2).
        case inBackground
    }

    let save: OtherSave
    let time: Time
    let profile: TargetProfile
    var text: String {
        let steps =
            time == .afterSave ? [Background(), Foreground()] : [Background()] as [any Step]
        return (steps + [save.way.step, Kill(.system), Launch()]).map(\.text).joined(
            separator: "; ")
    }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let without = try await course(at: nil, acts: false, session)
        if let without, let alone = try await course(at: nil, session),
            let other = try await course(at: time, session)
        {
            let saved = alone.changed.filter {
                alone.after[$0] == alone.shown[$0] && alone.after[$0] != without.after[$0]
            }
            var lost = saved.intersection(other.lost)
            // What any action loses after a save is not the background's.
            if time == .inBackground, !lost.isEmpty,
                let anywhere = try await course(at: .afterSave, session)
            {
                lost.subtract(anywhere.lost)
            }
            if !lost.isEmpty { throw failure(lost.sorted(), other) }
        }
        try await session.killIfRunning()
        return .step
    }

    private func failure(_ lost: [String], _ course: Course) -> StepFailure {
        let what =
            time == .afterSave
            ? "is lost where there has been a save in the background before it"
            : "is not saved where the app is in the background"
        return StepFailure(
            "what the action saves by itself \(what): " + Phrases.few(lost),
            expected: "what was shown before the kill",
            difference: profile.difference(expected: course.state, actual: course.restored))
    }

    // MARK: A course

    private struct Course {
        var state: JSON
        var restored: JSON
        /// The leaves before the action, after it, and after the death.
        var before: JSON.Members
        var shown: JSON.Members
        var after: JSON.Members

        /// What the action has changed.
        var changed: Set<String> {
            Set(before.keys).union(shown.keys).filter { before[$0] != shown[$0] }
        }

        /// What of that is after the death as it was before the action.
        var lost: Set<String> {
            changed.filter { !$0.isDrawn && after[$0] != shown[$0] && after[$0] == before[$0] }
        }
    }

    /// Nil where the action is refused, or a launch does not come about, which is the matter of other rules.
    private func course(
        at time: Time?, acts: Bool = true, _ session: isolated Session
    ) async throws -> Course? {
        do {
            try await session.begin()
            for action in save.saved + save.before { _ = try await session.isPerformed(action) }
            // Where music plays on, or a download ends, the system has not stopped it yet.
            if time != nil { try await session.deliver(.background) }
            if time == .afterSave { try await session.carryOut([Foreground()]) }
            let before = try await session.state()
            if acts { try await session.carryOut([save.way.step]) }
            let state = try await session.state()
            let place = time == .inBackground ? "in the background" : "in the foreground"
            try await session.kill(.system, where: place)
            try await session.launch()
            let restored = try await session.state()
            return Course(
                state: state, restored: restored, before: profile.leaves(of: before),
                shown: profile.leaves(of: state), after: profile.leaves(of: restored))
        } catch let failure as StepFailure where failure.blame == .target {
            try session.terminateAndReap()
            return nil
        }
    }
}
