import Relaunch
import RelaunchProtocol

extension AuditRule {
    /// A failing trial tells of no death where the target shows something else after the same actions and
    /// the same time although it lives on, such as messages that expire.
    static func doubt(of steps: [any Step], in profile: TargetProfile) -> Scenario.Doubt? {
        let actions = steps.flatMap(\.actionsAlone)
        guard !actions.isEmpty else { return nil }
        return { session, time in
            try await session.launch()
            for action in actions { _ = try await action.perform(in: session) }
            let shown = try await session.lookTwice(apart: time)
            // Where this machine is slow today, it is gone before anybody looks.
            let drawn = profile.state(after: actions)
            let isSteady = drawn.map { profile.isSameShown($0, shown.later) } ?? true
            guard !isSteady || !profile.isSameShown(shown.now, shown.later) else { return nil }
            return "what its actions lead to changes by itself, within \(time.shortText)"
        }
    }
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

extension Step {
    /// The actions in it, without anything that ends the target.
    fileprivate var actionsAlone: [any Step] {
        switch self {
        case let action as Perform where action.killPoint == nil: [action]
        case let attempt as Attempt: [attempt]
        case let composite as any CompositeStep: composite.steps.flatMap(\.actionsAlone)
        case let step as any WalkStep: step.walk.firstSteps + step.walk.secondSteps
        default: []
        }
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
