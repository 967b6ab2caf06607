import CrashStates
import RelaunchProtocol

/// The states of one recording: made one after the other, each built in the container of whoever visits
/// it, and counted.
final class StateVisitor: Sendable {
    let states: States
    private let recording: Locked<RecordedSteps>
    private let begin = ContinuousClock.now
    private let builders = Locked<[String: StateBuilder]>([:])
    private let counts: Locked<SweepFigures>
    /// How many states have been made, equal ones too.
    private let made = Locked(0)

    /// By what the target dies.
    enum States: Sendable {
        case kill(KillStates)
        case powerLoss(PowerLossStates)

        fileprivate var all: any Sequence<CrashState> & Sendable {
            switch self {
            case .kill(let states): states
            case .powerLoss(let states): states
            }
        }

        fileprivate func state(named name: String) -> CrashState? {
            switch self {
            case .kill(let states): states.state(named: name)
            case .powerLoss(let states): states.state(named: name)
            }
        }
    }

    init(
        _ recorded: RecordedSteps, death: Sweep.Death, statesPerWindow: Int, seed: UInt64
    ) throws {
        recording = Locked(recorded)
        var figures = SweepFigures()
        if let profile = death.profile {
            let states = try PowerLossStates(
                base: recorded.base, calls: recorded.calls, profile: profile,
                limit: statesPerWindow, seed: seed)
            figures.calls = recorded.calls.count
            figures.powerBound = states.figures
            self.states = .powerLoss(states)
        } else {
            let states = try KillStates(base: recorded.base, calls: recorded.calls, seed: seed)
            figures.add(states.figures)
            self.states = .kill(states)
        }
        counts = Locked(figures)
    }

    var recorded: RecordedSteps { recording.withLock { $0 } }

    /// Takes in which names differ from run to run, before the first state is made.
    func take(_ names: VaryingNames) { recording.withLock { $0.take(names) } }

    /// What the sweep has consisted of so far, but for the relaunches.
    var figures: SweepFigures {
        var figures = counts.withLock { $0 }
        figures.duration = begin.duration(to: .now)
        return figures
    }

    /// How many distinct states there will be: what is still to come is taken to be as what has come.
    var expectedCount: ExpectedCount {
        let all =
            switch states {
            case .kill(let states): states.figures.prefixes + states.figures.cuts
            case .powerLoss(let states):
                states.figures.exhaustiveStates
                    + (states.figures.windows - states.figures.exhaustiveWindows)
                    * states.figures.limit
            }
        let made = made.withLock { $0 }
        let distinct = counts.withLock { $0.distinct }
        guard made > 0, made < all else {
            return ExpectedCount(count: made > 0 ? distinct : all, isEstimated: true)
        }
        let share = Double(distinct) / Double(made)
        return ExpectedCount(
            count: distinct + Int(Double(all - made) * share), isEstimated: true)
    }

    /// What a person should know about the recording.
    var notes: [String] { recorded.notes }

    // MARK: Branches

    fileprivate func count(_ state: CrashState, isDistinct: Bool, merged: MergedStates) {
        made.withLock { $0 += 1 }
        counts.withLock { counts in
            counts.merged = merged
            if counts.powerBound != nil { counts.powerStates += 1 }
            if isDistinct { counts.distinct += 1 }
        }
    }

    /// The branch that builds a state.
    func branch(_ state: CrashState) -> Branch {
        Branch(state.name) { [self] session in
            try builder(of: session.container).build(state)
            session.stand(in: state, of: recorded)
        }
    }

    func branch(named name: String) -> Branch? { states.state(named: name).map(branch) }

    /// What states are called, for whoever names one that is not there.
    var nameRange: String {
        let count = recorded.calls.count
        return "0 (before the first call) to \(count) (after the last)"
    }

    /// The state in which everything was done and acknowledged.
    var settledBranch: Branch {
        branch(CrashState.settled(after: recorded.calls, end: recorded.end))
    }

    private func builder(of container: Container) throws -> StateBuilder {
        try builders.withLock { builders in
            if let builder = builders[container.path] { return builder }
            let builder = try StateBuilder(container)
            builders[container.path] = builder
            return builder
        }
    }
}

/// Builds one state after the other in one container, changing what is different.
private final class StateBuilder: Sendable {
    private let materializer: Locked<Materializer>

    init(_ container: Container) throws {
        materializer = Locked(try Materializer(root: container.path))
    }

    func build(_ state: CrashState) throws {
        try materializer.withLock { try $0.materialize(state.tree) }
    }
}

/// The branches of a sweep: each state that no state before was the same as.
struct StateBranches: Sequence, Sendable {
    let visitor: StateVisitor

    func makeIterator() -> AnyIterator<Branch> {
        var states: any IteratorProtocol<CrashState> = visitor.states.all.makeIterator()
        let recorded = visitor.recorded
        var distinct = DistinctStates(
            names: recorded.names, acknowledgements: recorded.acknowledgementCount)
        return AnyIterator { [visitor] in
            while let state = states.next() {
                let isDistinct = distinct.insert(state)
                visitor.count(state, isDistinct: isDistinct, merged: distinct.merged)
                if isDistinct { return visitor.branch(state) }
            }
            return nil
        }
    }
}

extension Session {
    fileprivate func stand(in state: CrashState, of recorded: RecordedSteps) {
        stand(
            at: state.killPoint, in: recorded,
            isAcknowledged: state.hasAcknowledgedAll(recorded.acknowledgementCount))
        caseState.lostChanges = state.lost.count
    }

    /// Goes on from a state that a death has left. A save that has been acknowledged is the only one
    /// that may come back; before, or where nothing is ever told, either is right.
    func stand(at killPoint: String, in recorded: RecordedSteps, isAcknowledged: Bool) {
        evidence.savedStates =
            isAcknowledged
            ? recorded.statesAfter
            : recorded.statesBefore + recorded.statesBetween + recorded.statesAfter
        evidence.savedScreens =
            isAcknowledged
            ? recorded.screensAfter : recorded.screensBefore + recorded.screensAfter
        evidence.isActionInterrupted = false
        evidence.swept = SweptEvidence(recorded: recorded, isAcknowledged: isAcknowledged)
        lastKillPoint = killPoint
        log("the container is as this death leaves it: \(killPoint)")
    }
}

/// What a case that stands in a crash state knows of the steps that it comes from.
package struct SweptEvidence: Sendable {
    package var recorded: RecordedSteps
    /// Whether the target had told the outside that it was done.
    package var isAcknowledged: Bool
}
