import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// Lives through lives and judges them. What looks wrong is looked at again before it is called so.
package struct LifeJudge: Sendable {
    package let knowledge: TargetKnowledge
    let runDirectory: RunDirectory
    private let timeLimit: Duration
    private let timeFactor: Double
    /// Leaves that show another version, without the numbers of elements.
    private var versionLeaves: Set<String> = []

    package init(knowledge: TargetKnowledge, runDirectory: RunDirectory) {
        self.knowledge = knowledge
        self.runDirectory = runDirectory
        let options = knowledge.options
        timeLimit = .seconds(options.timeLimitSeconds)
        timeFactor = options.timeoutFactor ?? 1
    }

    /// Finds out what a first launch of another version shows otherwise.
    package mutating func findVersionLeaves(on worker: Worker) async throws {
        guard knowledge.isApp else { return }
        let life = StressLife(moves: [.update(version: "2"), .launch])
        guard let shown = try await course(of: life, on: worker).last else { return }
        versionLeaves = Set(
            knowledge.differences(knowledge.initialState, shown).map(\.withoutElementNumbers))
    }

    // MARK: One life

    /// Lives through a life and says what is seen, looked at once.
    package func course(
        of life: StressLife, masksLosses: Bool = true, on worker: Worker
    ) async throws -> Course {
        var observations: Set<Rehearsal.Observation> = []
        if knowledge.showsSnapshots { observations.insert(.snapshot) }
        if life.watchesOutside { observations.insert(.writesOutside) }
        return try await LifeActor(worker).live(life, self, observations, masksLosses)
    }

    fileprivate func live(
        _ life: StressLife, on worker: Worker, _ observations: Set<Rehearsal.Observation>,
        _ masksLosses: Bool
    ) throws -> (Session, LifeWitness) {
        let session = try Session.unscripted(
            driving: knowledge.target, executable: knowledge.options.executable,
            timeLimit: timeLimit,
            timeFactor: timeFactor, seed: knowledge.options.seed,
            recordings: knowledge.isCommand ? 0 : life.moves.count(where: \.isRecorded),
            observations: observations,
            worker: worker, runDirectory: runDirectory)
        var witness = LifeWitness(
            knowledge: knowledge, isCompared: life.isCompared, masksLosses: masksLosses)
        witness.versionLeaves = versionLeaves
        return (session, witness)
    }

    // MARK: Judging

    /// Lives through a life; a breach that is left has been seen twice, and is not the target's way.
    ///
    /// - Parameter isKnown: Whether nobody needs to look again at a breach of this cause.
    package func judge(
        _ life: StressLife, on worker: Worker, isKnown: (String) -> Bool = { _ in false }
    ) async throws -> Course {
        var course = try await course(of: life, on: worker)
        if course.breach == nil, life.isCompared {
            course.breach = try await otherCourse(course, on: worker)
        }
        if course.breach == nil { course.breach = try await failureAfterDeath(course, on: worker) }
        guard let breach = course.breach, !isKnown(breach.cause) else { return course }
        if breach.isOpen, try await isUsual(breach, in: course, on: worker) {
            course.breach = nil
            return course
        }
        if breach.clause == .otherState, try await isOfTime(breach, in: course, on: worker) {
            course.breach = nil
            return course
        }
        var again = StressLife(
            moves: course.moves, isCompared: life.isCompared, watchesOutside: life.watchesOutside)
        again.isCompared = false
        var second = try await self.course(of: again, on: worker)
        if breach.clause == .otherCourse {
            second.breach = try await otherCourse(course, on: worker)
        }
        if breach.clause == .commandFails, second.breach == nil {
            second.breach = try await failureAfterDeath(second, on: worker)
        }
        if second.breach?.cause != breach.cause { course.breach = nil }
        return course
    }

    /// Whether the target shows the same without a death, when as much time has gone by.
    private func isOfTime(
        _ breach: Breach, in course: Course, masksLosses: Bool = true, on worker: Worker
    ) async throws -> Bool {
        guard let shown = breach.shown,
            let last = course.moves.prefix(breach.move).lastIndex(where: { !$0.isOfDeath })
        else { return false }
        var moves = Array(course.moves[...last])
        guard moves.last == .background else { return false }
        // As long as a death and a launch take.
        moves += [.foreground, .background, .foreground]
        let other = try await self.course(of: StressLife(moves: moves), on: worker)
        guard let now = other.last else { return false }
        return LifeWitness(knowledge: knowledge, isCompared: false, masksLosses: masksLosses)
            .isSame(shown, knowledge.comparable(now))
    }

    /// Whether what the probe has seen a plain death take is gone by itself as well.
    package func isOfTime(_ life: StressLife, on worker: Worker) async throws -> Bool {
        let course = try await course(of: life, masksLosses: false, on: worker)
        guard let breach = course.breach, breach.clause == .otherState else { return false }
        return try await isOfTime(breach, in: course, masksLosses: false, on: worker)
    }

    /// What a life with a plain death at its end shows to be gone, if it is a value of the state.
    func plainLoss(of life: StressLife, on worker: Worker) async throws -> Breach? {
        let course = try await course(of: life, masksLosses: false, on: worker)
        guard let breach = course.breach, breach.move == course.moves.count - 1,
            breach.clause == .otherState
        else { return nil }
        return breach
    }

    /// Whether a plainer life up to there shows the same.
    private func isUsual(
        _ breach: Breach, in course: Course, on worker: Worker
    ) async throws -> Bool {
        guard let shown = breach.shown else { return false }
        // Without the saved state that was damaged, it starts as after a discard.
        let manners: [Move.Manner] = breach.isAfterDamage ? [.system, .forceQuit] : [.system]
        let trials = manners.flatMap { manner in [(false, manner), (true, manner)] }
        for (isDone, manner) in trials {
            let plain = StressLife(
                moves: course.moves.plainer(at: breach.move, isDone: isDone, by: manner))
            let other = try await self.course(of: plain, on: worker)
            guard let last = other.shown.max(by: { $0.key < $1.key })?.value else { continue }
            let witness = LifeWitness(knowledge: knowledge, isCompared: false)
            if witness.isSame(shown, knowledge.comparable(last)) { return true }
        }
        return false
    }

    /// The first action of a command that fails after a death, and not in the same life without one.
    private func failureAfterDeath(_ course: Course, on worker: Worker) async throws -> Breach? {
        guard knowledge.isCommand, let death = course.moves.firstIndex(where: \.endsDead) else {
            return nil
        }
        var failing = course.refusals.keys.filter { $0 > death }
        for isDone in [true, false] where !failing.isEmpty {
            let plain = StressLife(moves: course.movesWithoutDeaths(completing: isDone))
            let other = try await self.course(of: plain, on: worker)
            if other.breach != nil { return nil }
            failing.removeAll { other.refusals[$0] != nil }
        }
        return failing.min().flatMap { course.refusals[$0] }
    }

    /// Where a life with deaths saves other states than the same life without.
    private func otherCourse(_ course: Course, on worker: Worker) async throws -> Breach? {
        let whole = StressLife(moves: course.moves.withoutDeaths, isCompared: true)
        let other = try await self.course(of: whole, on: worker)
        guard other.breach == nil else { return nil }
        let witness = LifeWitness(knowledge: knowledge, isCompared: false)
        let place = zip(course.saved, other.saved).enumerated().first {
            !witness.isSame($1.0, $1.1)
        }
        guard let place else { return nil }
        // What differs from life to life although nothing dies was not changed by a death.
        let third = try await self.course(of: whole, on: worker)
        guard third.saved.indices.contains(place.offset),
            witness.isSame(third.saved[place.offset], other.saved[place.offset])
        else { return nil }
        let (expected, shown) = (other.saved[place.offset], course.saved[place.offset])
        let saves = course.moves.indices.filter { course.moves[$0] == .background }
        var breach = witness.breach(
            .otherCourse, "the same actions without deaths lead to another state",
            expected: expected, shown: shown)
        breach.move = saves.indices.contains(place.offset) ? saves[place.offset] : 0
        breach.death = "kills"
        return breach
    }
}

/// What runs on the worker's own thread.
private actor LifeActor {
    private let worker: Worker

    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    init(_ worker: Worker) { self.worker = worker }

    func live(
        _ life: StressLife, _ judge: LifeJudge, _ observations: Set<Rehearsal.Observation>,
        _ masksLosses: Bool
    ) async throws -> Course {
        let (session, witness) = try judge.live(life, on: worker, observations, masksLosses)
        return try await session.live(life, witness)
    }
}

extension Session {
    fileprivate func live(_ life: StressLife, _ witness: LifeWitness) async throws -> Course {
        var witness = witness
        do {
            let course = try await witness.live(life, in: self)
            try end()
            return course
        } catch {
            try? end()
            throw error
        }
    }
}

extension Course {
    /// The same moves, each in its place, with no death in them: an action that a death came into is done
    /// where it was there afterwards, and else not.
    ///
    /// - Parameter isDone: Whether it is done where nobody can tell.
    fileprivate func movesWithoutDeaths(completing isDone: Bool) -> [Move] {
        moves.enumerated().map { index, move in
            guard case .dieInsideAction(let action, _, _) = move else { return move }
            return hasCome[index] ?? isDone ? .perform(action) : .launch
        }
    }
}

extension [Move] {
    /// The same up to a launch, with a plain kill instead of what came before it since the target last
    /// did something. A save on a device that is locked is no save, and belongs to what came before.
    ///
    /// - Parameters:
    ///   - isDone: Whether what the death came into has been done before.
    ///   - manner: How it is killed.
    func plainer(at index: Int, isDone: Bool, by manner: Move.Manner = .system) -> [Move] {
        var moves = Array(prefix(index))
        var tail: [Move] = []
        while let last = moves.last, last.isOfDeath || moves.endsInLockedSave {
            tail.insert(moves.removeLast(), at: 0)
        }
        let wasLocked = tail.contains(.lockDevice)
        var hasDied = false
        for move in tail {
            switch move {
            case .die(.saving, _, _), .dieInside(.saving, _, _):
                if isDone { moves.append(.background) }
                moves.append(.kill(manner))
                hasDied = true
            case .dieInsideAction(let action, _, _):
                if isDone { moves.append(.perform(action)) }
                moves.append(.kill(manner))
                hasDied = true
            case .failSaving, .background: if isDone { moves.append(.background) }
            case .kill, .quit:
                moves.append(.kill(manner))
                hasDied = true
            case .unlockDevice where !wasLocked: moves.append(move)
            default: break
            }
        }
        if !hasDied, let last = moves.last, !last.endsDead { moves.append(.kill(manner)) }
        return moves + [.launch]
    }

    /// Whether the last of them is a save on a device that was locked just before, or the locking.
    private var endsInLockedSave: Bool {
        switch last {
        case .lockDevice: true
        case .background: dropLast().last == .lockDevice
        default: false
        }
    }

    /// The same with no death in it.
    var withoutDeaths: [Move] {
        var moves: [Move] = []
        for (index, move) in enumerated() {
            switch move {
            case .kill: continue
            case .launch where index > 0: moves.append(.foreground)
            default: moves.append(move)
            }
        }
        return moves
    }
}

extension Move {
    /// Whether it is a death, or something that is done to a target that is dead.
    fileprivate var isOfDeath: Bool {
        switch self {
        case .launch, .act, .actOnData, .perform, .background, .foreground, .memoryWarning,
            .lockDevice:
            false
        default: true
        }
    }
}
