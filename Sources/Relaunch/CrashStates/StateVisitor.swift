import RelaunchProtocol
import Synchronization

/// Builds one state of a sweep after the other in one container, and counts.
final class StateVisitor: Sendable {
    let container: Container
    private let recorded: RecordedSteps
    private let materializer: Mutex<Materializer>
    private let counts = Mutex(Counts())

    private struct Counts {
        var generated = ""
        var distinct = 0
        var begin = ContinuousClock.now
    }

    init(_ recorded: RecordedSteps, container: Container) throws {
        self.recorded = recorded
        self.container = container
        materializer = Mutex(try Materializer(root: container.path))
    }

    /// Names that differ from run to run are the same for telling states apart.
    var names: CanonicalNames {
        CanonicalNames(
            base: recorded.base, calls: recorded.calls, seconds: recorded.secondsSince1970)
    }

    func describe(_ figures: KillStates.Figures) {
        var text = "\(figures.prefixes) prefixes, \(figures.cuts) cuts"
        if figures.cutsLeftOut > 0 { text += " (\(figures.cutsLeftOut) more were left out)" }
        counts.withLock { $0.generated = text }
    }

    func describe(_ figures: PowerLossStates.Figures) {
        counts.withLock { $0.generated = figures.description }
    }

    /// The branch that builds a state.
    func branch(_ state: CrashState) -> Branch {
        counts.withLock { $0.distinct += 1 }
        return Branch(state.name) { [self] session in
            try materializer.withLock { try $0.materialize(state.tree) }
            session.stand(
                in: state, savedStates: savedStates(in: state), screens: savedScreens(in: state),
                isAcknowledged: recorded.acknowledgementCount > 0 && isAcknowledged(state))
        }
    }

    /// A save that has been acknowledged is the only one that may come back; before, either is right.
    private func savedStates(in state: CrashState) -> [JSON] {
        isAcknowledged(state) ? recorded.statesAfter : recorded.statesBefore + recorded.statesAfter
    }

    private func savedScreens(in state: CrashState) -> [Picture] {
        isAcknowledged(state)
            ? recorded.screensAfter : recorded.screensBefore + recorded.screensAfter
    }

    private func isAcknowledged(_ state: CrashState) -> Bool {
        state.acknowledgements.count >= recorded.acknowledgementCount
    }

    /// One line of figures.
    var summary: [String] {
        counts.withLock { counts in
            [
                """
                sweep: \(recorded.calls.count) calls recorded, \(counts.generated), \
                \(counts.distinct) distinct states relaunched in \
                \(counts.begin.duration(to: .now).shortText)
                """
            ] + recorded.notes
        }
    }
}

/// The branches of a sweep: each state that no state before was the same as.
struct StateBranches: Sequence, Sendable {
    let states: any Sequence<CrashState> & Sendable
    let visitor: StateVisitor

    func makeIterator() -> AnyIterator<Branch> {
        var states: any IteratorProtocol<CrashState> = self.states.makeIterator()
        var distinct = DistinctStates(names: visitor.names)
        return AnyIterator {
            while let state = states.next() {
                if distinct.insert(state) { return visitor.branch(state) }
            }
            return nil
        }
    }
}

extension Session {
    /// Goes on from a state that a death has left.
    func stand(
        in state: CrashState, savedStates: [JSON], screens: [Picture], isAcknowledged: Bool
    ) {
        evidence.isAcknowledged = isAcknowledged
        evidence.savedStates = savedStates
        evidence.savedScreens = screens
        lastKillPoint = state.killPoint
        log("the container is as it was when the target was \(state.killPoint)")
    }
}
