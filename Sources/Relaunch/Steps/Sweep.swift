/// Visits every state that a death at any point of some steps can leave on disk.
///
/// The steps are carried out once, with every call recorded that changes the container. From that the
/// states are generated, and those that are the same are visited once. The target is dead afterwards:
/// the steps that follow are carried out for each state, and begin with a `Launch()`.
///
/// ```swift
/// Sweep(.system) { Background() }
/// Launch()
/// Expect("editor.text", isOneOf: "old", "new")
/// ```
public struct Sweep: Step {
    /// What ends the target.
    public struct Death: Sendable, Hashable, CustomStringConvertible {
        let profile: PowerLossProfile?

        /// SIGKILL at any point: between two calls, or inside a write at the end of a page.
        public static let system = Death(profile: nil)

        /// The power fails: what was not synced may be missing, reordered or torn, as POSIX allows.
        public static let powerLoss = powerLoss(.strict)

        /// The power fails on a certain file system.
        public static func powerLoss(_ profile: PowerLossProfile) -> Death {
            Death(profile: profile)
        }

        public var description: String {
            profile.map { "power loss (\($0.name))" } ?? "SIGKILL"
        }

        var source: String { profile.map { ".powerLoss(.\($0.name))" } ?? ".system" }
    }

    public let death: Death
    public let steps: [any Step]
    public let location: FileLocation

    public init(
        _ death: Death, fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.death = death
        self.steps = steps()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        "Sweep(\(death.source)) { \(steps.map(\.text).joined(separator: "; ")) }"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if steps.isEmpty { rehearsal.problem("the sweep has no steps; nothing can die in it") }
        for step in steps {
            if step is Sweep {
                rehearsal.problem("a sweep cannot stand inside a sweep; put it behind")
            }
            step.rehearse(&rehearsal)
        }
        rehearsal.sweep()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let recorded = try await session.record(steps)
        // In a state of another sweep there may be nothing to do; not in all of them.
        guard recorded.changesFiles || recorded.isInsideSweep else {
            throw Self.nothing(in: recorded.calls.count)
        }
        return .sweep(
            SweptStates(try StateVisitor(recorded, death: death, seed: session.seed)))
    }

    static func nothing(in calls: Int) -> StepFailure {
        StepFailure(
            blame: .scenario, "the swept steps change nothing in the container",
            expected: "at least one call that changes a file, to die before and after",
            actual: "\(calls) calls, none of them")
    }
}

extension RecordedSteps {
    var changesFiles: Bool { calls.contains(where: \.changesFiles) }
}

extension RecordedCall {
    /// Whether it did more than talk to the outside.
    fileprivate var changesFiles: Bool {
        operations.contains { operation in
            if case .acknowledge = operation { false } else { true }
        }
    }
}
