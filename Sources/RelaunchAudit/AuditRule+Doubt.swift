import CrashStates
import Relaunch
import RelaunchProtocol

extension AuditRule {
    /// Why a failing trial may tell nothing of its rule: time alone does the same, or a plainer trial of
    /// another rule fails as well.
    static func doubt(of trial: Trial, in profile: TargetProfile) -> Scenario.Doubt? {
        let byTime = doubt(of: trial.steps, in: profile)
        guard let plainer = trial.plainer else { return byTime }
        return { session, time in
            // Nothing has happened in this session yet.
            if try await session.fails(plainer.steps) { return "\(plainer.rule) breaks by less" }
            return try await byTime?(session, time)
        }
    }

    /// A failing trial tells of no death where the target shows something else after the same actions and
    /// the same time although it lives on, such as messages that expire.
    private static func doubt(
        of steps: [any Step], in profile: TargetProfile
    ) -> Scenario.Doubt? {
        let parts = steps.savedActions.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return nil }
        /// For how long the trial's states have been seen to stay as they are.
        let steadyTime = Locked(Duration.zero)
        return { session, time in
            let time = max(time, shortestWatch)
            if steadyTime.withLock({ $0 >= time }) { return nil }
            for count in parts.indices.map({ $0 + 1 }) {
                let actions = Array(parts.prefix(count).joined())
                try await session.begin()
                for action in actions { _ = try await action.perform(in: session) }
                let shown = try await session.lookTwice(apart: time)
                // Where this machine is slow today, it is gone before anybody looks.
                let drawn = profile.state(after: actions)
                let isSteady = drawn.map { profile.isSameShown($0, shown.later) } ?? true
                if !isSteady || !profile.isSameShown(shown.now, shown.later) {
                    return "what its actions lead to changes by itself, within \(time.shortText)"
                }
            }
            steadyTime.withLock { $0 = max($0, time) }
            return nil
        }
    }

    /// A state of a sweep is one of many, and comes up some time after the actions that lead to it.
    static let shortestWatch = Duration.seconds(1)
}

extension TargetProfile {
    /// The state to which the first part of a walk has led when it was drawn, or both; nil for other actions.
    fileprivate func state(after actions: [any Step]) -> JSON? {
        let texts = actions.map(\.text)
        for walk in allWalks {
            let first = walk.firstSteps.map(\.text)
            if texts == first { return walk.firstState }
            if texts == first + walk.secondSteps.map(\.text) { return walk.secondState }
        }
        return nil
    }
}

extension [any Step] {
    /// The actions in them, without anything that ends the target; those of each save by themselves.
    fileprivate var savedActions: [[any Step]] {
        var parts: [[any Step]] = [[]]
        for step in self {
            switch step {
            case let action as Perform where action.killPoint == nil:
                parts[parts.count - 1].append(action)
            case let attempt as Attempt: parts[parts.count - 1].append(attempt)
            case is Background: parts.append([])
            case let composite as any CompositeStep:
                let inside = composite.steps.savedActions
                parts[parts.count - 1] += inside[0]
                parts += inside.dropFirst()
            case let step as any WalkStep: parts += [step.walk.firstSteps, step.walk.secondSteps]
            default: break
            }
        }
        return parts
    }
}

/// A step that takes a walk itself.
protocol WalkStep: Step {
    var walk: ActionWalk { get }
}

extension DataThroughUpdate: WalkStep {}
extension DataThroughOlderVersion: WalkStep {}
extension LearnUpdatedState: WalkStep {}
extension EndInForeground: WalkStep {}
