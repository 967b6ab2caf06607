import CrashStates
import RealDisk
import SystemPackage

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
public struct Sweep: CompositeStep {
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

    /// What ends the target.
    public let death: Death
    /// How many calls that change files the steps may make.
    public let callLimit: Int
    /// What is swept: every state that a death in these steps can leave is visited.
    public private(set) var steps: [any Step]
    /// How many states of a power failure are visited between two syncs, or messages to the outside.
    public let statesPerWindow: Int
    /// On how many images of a real disk the target is relaunched, too; nil where the run says it.
    public let realImages: Int?
    private static let statesLimit = 1_000_000
    private var mayChangeNothing = false
    public let location: FileLocation

    /// - Parameters:
    ///   - death: what ends the target.
    ///   - callLimit: how many calls that change files the steps may make. With more calls the sweep is
    ///     an error: a part is not swept.
    ///   - statesPerWindow: how many states of a power failure are visited between two syncs, or
    ///     messages to the outside. Where there are more, the most telling ones come first, and the
    ///     seed draws the others.
    ///   - onRealDisk: on how many images of a real disk the target is relaunched, too: the steps are
    ///     carried out once more on a file system of that kind, and its power is cut. It needs root, FUSE
    ///     and loop devices; elsewhere a note of the case says what is missing.
    ///   - steps: what is swept.
    public init(
        _ death: Death, callLimit: Int = 200_000, statesPerWindow: Int = 1_000,
        onRealDisk: Int? = nil,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        self.death = death
        self.callLimit = callLimit
        self.statesPerWindow = statesPerWindow
        realImages = onRealDisk
        self.steps = steps()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// The same of steps that may rightly change nothing: the state before them is visited then, and
    /// it is no error of the scenario.
    package func orNothing() -> Sweep {
        var sweep = self
        sweep.mayChangeNothing = true
        return sweep
    }

    /// The same of other steps.
    func sweeping(_ steps: [any Step]) -> Sweep {
        var sweep = self
        sweep.steps = steps
        return sweep
    }

    public var text: String {
        "Sweep(\(death.source)) { \(steps.map(\.text).joined(separator: "; ")) }"
    }

    public var traits: StepTraits { .keepsState }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if steps.isEmpty { rehearsal.problem("the sweep has no steps; nothing can die in it") }
        if statesPerWindow > Self.statesLimit {
            rehearsal.problem(
                "\(statesPerWindow) states per window are more than a sweep visits; take up to "
                    + "\(Self.statesLimit)")
        }
        if statesPerWindow < 1 {
            rehearsal.problem(
                "a sweep of \(statesPerWindow) states per window visits none; take 1 or more")
        }
        if callLimit < 1 {
            rehearsal.problem("a sweep of \(callLimit) calls has nothing in it; allow 1 at least")
        }
        if let problem = realDiskProblem { rehearsal.problem(problem) }
        rehearsal.rehearse(recorded: steps)
        rehearsal.sweep()
    }

    /// What is wrong with the real disk that is asked for.
    private var realDiskProblem: String? {
        guard let realImages else { return nil }
        if realImages < 1 { return "a sweep on \(realImages) real images has none; take 1 or more" }
        guard let profile = death.profile else {
            return """
                a kill needs no real disk: write `Sweep(.powerLoss(.ext4), onRealDisk: \(realImages))`, \
                or let `relaunch run --kernel-check` kill the target for real
                """
        }
        if DiskFileSystem.ofProfile(profile) != nil { return nil }
        let names = DiskFileSystem.profiled.map(\.name).joined(separator: ", ")
        return "there is no real disk for the profile '\(profile.name)'; there are: \(names)"
    }

    public func perform(in session: isolated Session) async throws -> Next {
        if let reason = try session.tracingError() {
            return try await count(in: session, because: reason)
        }
        let limits = RecordingLimits(calls: callLimit)
        let recorded = try await session.recordToDeath(steps, limits: limits)
        // In a state of another sweep there may be nothing to do; not in all of them.
        guard recorded.changesFiles || recorded.isInsideSweep || mayChangeNothing else {
            throw Self.nothing(in: recorded.calls.count)
        }
        var states = SweptStates(
            try StateVisitor(
                recorded, death: death, statesPerWindow: statesPerWindow, seed: session.seed))
        states.steps = steps
        states.limits = limits
        states.profile = death.profile
        states.statesPerWindow = statesPerWindow
        states.realImages = realImages ?? 0
        return .sweep(states)
    }

    static func nothing(in calls: Int) -> StepFailure {
        StepFailure(
            blame: .scenario, "the swept steps change nothing in the container",
            expected: "at least one call that changes a file, to die before and after",
            actual: "\(calls) calls that change no file")
    }

    /// What is left of a sweep where nothing can be traced.
    private func count(in session: isolated Session, because reason: Errno) async throws -> Next {
        guard death == .system else { throw StepFailure.notTraced("\(text)", because: reason) }
        guard !session.observations.contains(.sweptSteps) else {
            throw StepFailure(
                blame: .scenario, kind: .unavailable,
                """
                ptrace is not permitted here (\(reason)), and without a recording Relaunch cannot judge \
                a sweep by itself; put `Launch()` and an `Expect(…)` after it
                """)
        }
        let (count, error) = try await session.count(steps)
        if let error { throw error }
        guard count.calls > 0 || mayChangeNothing else { throw Self.nothing(in: 0) }
        let sweep = CountedSweep(steps, count, because: reason, saved: session.evidence)
        return .again(RepeatedBranches(sweep.branches, summary: { sweep.summary }))
    }
}

extension RecordedSteps {
    var changesFiles: Bool { calls.contains(where: \.changesFiles) }
}

extension StepFailure {
    /// A step that records cannot do its work on this machine.
    static func notTraced(_ step: String, because reason: Errno) -> StepFailure {
        StepFailure(
            blame: .harness, kind: .unavailable,
            """
            ptrace is not permitted here (\(reason)), and \(step) needs a recording of what each call \
            wrote; allow it, in a container by `--cap-add=SYS_PTRACE` (`Sweep(.system)` works without)
            """)
    }
}

extension RecordedCall {
    /// Whether it did more than talk to the outside.
    var changesFiles: Bool {
        operations.contains { operation in
            if case .acknowledge = operation { false } else { true }
        }
    }
}
