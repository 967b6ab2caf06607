import RelaunchProtocol

/// What a target is like: learnt by driving it before its rules are checked.
package struct TargetProfile: Sendable {
    /// How it introduced itself.
    var hello: Hello
    /// The state of a first launch.
    var initialState: JSON
    /// Paths of the state that differ from run to run although the same was done: times, process ids.
    var volatilePaths: [String]
    /// Ways to states that a first launch does not show.
    var walks: [ActionWalk]
    /// What it said of itself in a launch with a save, and in the launch after that.
    var saving: LaunchRecord
    var restoring: LaunchRecord
    /// The files that were in the container after that save.
    var files: [String]
    var options: AuditOptions

    /// Whether it ever says that it restored.
    var restores: Bool { restoring.restoration == .restored }
    var takesSnapshots: Bool { saving.snapshots.contains { $0.event == "taken" } }
    /// Whether it says when it restores, so that it can be killed there.
    var saysRestoring: Bool { restoring.phases.contains(.restoring) }
    var savesToFiles: Bool { !files.isEmpty }
}

/// Actions that were drawn at random, in two parts: the first leads from a first launch to another state,
/// the second from there to a third one.
package struct ActionWalk: Sendable {
    var name: String
    var first: [DrawnAction]
    var second: [DrawnAction]
    /// The states to which they lead.
    var firstState: JSON
    var secondState: JSON
    /// What a plain death in the first state brings back; nil where the target does not start then.
    var plainDeath: PlainDeath?

    var firstSteps: [any Step] { first.map(\.step) }
    var secondSteps: [any Step] { second.map(\.step) }
}

/// One action with its arguments.
struct DrawnAction: Sendable, Equatable {
    var name: String
    var arguments: [String: JSON]

    var step: any Step { Perform(name, arguments) }
}
