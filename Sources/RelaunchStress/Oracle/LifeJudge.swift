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
    /// Leaves that a command leaves otherwise in each run, without the numbers of elements.
    var runLeaves: Set<String> = []

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
    ///
    /// - Parameter pause: How long after the last move the target is looked at for the last time.
    package func course(
        of life: StressLife, masksLosses: Bool = true, lookingAfter pause: Duration = .zero,
        on worker: Worker
    ) async throws -> Course {
        var observations: Set<Rehearsal.Observation> = []
        if knowledge.showsSnapshots { observations.insert(.snapshot) }
        if life.watchesOutside { observations.insert(.writesOutside) }
        var witness = LifeWitness(
            knowledge: knowledge, isCompared: life.isCompared, masksLosses: masksLosses)
        witness.versionLeaves = versionLeaves
        witness.pause = pause
        let begin = ContinuousClock.now
        var course = try await LifeActor(worker).live(life, self, observations, witness)
        course.duration = begin.duration(to: .now)
        return course
    }

    fileprivate func session(
        for life: StressLife, on worker: Worker, _ observations: Set<Rehearsal.Observation>
    ) throws -> Session {
        try Session.unscripted(
            driving: knowledge.target, executable: knowledge.options.executable,
            timeLimit: timeLimit,
            timeFactor: timeFactor, seed: knowledge.options.seed,
            observations: observations, worker: worker, runDirectory: runDirectory)
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
            let whole = try await wholeCourse(of: course, on: worker)
            course.launches += whole.launches
            course.breach = try await difference(of: course, from: whole, on: worker)
        }
        if course.breach == nil { course.breach = try await failureAfterDeath(course, on: worker) }
        guard let breach = course.breach, !isKnown(breach.cause) else { return course }
        if breach.isOpen, let shown = breach.shown {
            let usual = try await usualStates(breach, in: course, on: worker)
            if usual.contains(where: { isSame($0, shown) }) {
                course.breach = nil
                return course
            }
            if breach.isAfterDamage { course.breach?.alternatives = usual }
        }
        if breach.clause == .otherState, try await isOfTime(breach, in: course, on: worker) {
            course.breach = nil
            return course
        }
        var again = StressLife(
            moves: course.moves, isCompared: life.isCompared, watchesOutside: life.watchesOutside)
        again.isCompared = false
        var second = try await self.course(of: again, on: worker)
        if breach.clause == .otherCourse, knowledge.isApp {
            let whole = try await wholeCourse(of: course, on: worker)
            second.breach = try await difference(of: course, from: whole, on: worker)
        }
        if second.breach == nil, knowledge.isCommand {
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
        switch moves.last {
        case .background: moves += [.foreground, .background, .foreground]
        case .launch where knowledge.isApp: moves += [.background, .foreground]
        case .launch where !knowledge.isCommand: break
        default: return false
        }
        let other = try await self.course(
            of: StressLife(moves: moves), lookingAfter: course.duration, on: worker)
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

    /// What plainer lives up to there show, up to the first that shows the same: with what the death came
    /// into undone, done, and done in one of the parts that a save changes.
    private func usualStates(
        _ breach: Breach, in course: Course, on worker: Worker
    ) async throws -> [JSON] {
        // Without the saved state that was damaged, it starts as after a discard.
        let manners: [Move.Manner] = breach.isAfterDamage ? [.system, .forceQuit] : [.system]
        var lives = manners.flatMap { manner in
            [false, true].map {
                StressLife(moves: course.moves.plainer(at: breach.move, isDone: $0, by: manner))
            }
        }
        if !knowledge.hello.savedState.isEmpty {
            let saved = course.moves.plainer(at: breach.move, isDone: true)
            for part in SavedPart.allCases {
                var life = StressLife(moves: saved)
                life.partPutBack = part
                lives.append(life)
            }
        }
        var states: [JSON] = []
        for plain in lives {
            let other = try await self.course(of: plain, on: worker)
            guard let last = other.shown.max(by: { $0.key < $1.key })?.value else { continue }
            let state = knowledge.comparable(last)
            if !states.contains(state) { states.append(state) }
            if let shown = breach.shown, isSame(state, shown) { break }
        }
        return states
    }

    /// Whether two states are the same in what counts and can come back.
    func isSame(_ state: JSON, _ other: JSON) -> Bool { witness.isSame(state, other) }

    var witness: LifeWitness { LifeWitness(knowledge: knowledge, isCompared: false) }
}

/// What runs on the worker's own thread.
private actor LifeActor {
    private let worker: Worker

    nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    init(_ worker: Worker) { self.worker = worker }

    func live(
        _ life: StressLife, _ judge: LifeJudge, _ observations: Set<Rehearsal.Observation>,
        _ witness: LifeWitness
    ) async throws -> Course {
        try await judge.session(for: life, on: worker, observations).live(life, witness)
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
