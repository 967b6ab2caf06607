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
            let shown = try await session.state()
            try session.wait(until: .now + time)
            let later = try await session.state()
            guard !profile.isSameShown(shown, later) else { return nil }
            return "what its actions lead to changes by itself, within \(time.shortText)"
        }
    }
}

extension Step {
    /// The actions in it, without anything that ends the target.
    fileprivate var actionsAlone: [any Step] {
        switch self {
        case let action as Perform where action.killPoint == nil: [action]
        case let attempt as Attempt: [attempt]
        case let sweep as Sweep: sweep.steps.flatMap(\.actionsAlone)
        case let fail as Fail: fail.steps.flatMap(\.actionsAlone)
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
