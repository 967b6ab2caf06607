import Relaunch
import RelaunchAudit
import RelaunchProtocol

// Lives that are compared with the same lives without deaths.
extension LifeJudge {
    /// The same life without deaths.
    func wholeCourse(of course: Course, on worker: Worker) async throws -> Course {
        try await self.course(
            of: StressLife(moves: course.moves.withoutDeaths, isCompared: true), on: worker)
    }

    /// Where a life with deaths saves other states than the same life without.
    func difference(
        of course: Course, from other: Course, on worker: Worker
    ) async throws -> Breach? {
        guard other.breach == nil else { return nil }
        let saved = course.saved.prefix(course.comparableSaves ?? .max)
        let place = zip(saved, other.saved).enumerated().first {
            !isSame($1.0, $1.1)
        }
        guard let place else { return nil }
        // What differs from life to life although nothing dies was not changed by a death.
        let third = try await wholeCourse(of: course, on: worker)
        guard third.saved.indices.contains(place.offset),
            isSame(third.saved[place.offset], other.saved[place.offset])
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

    // MARK: Commands

    /// How many actions are carried out twice.
    private static let actionCount = 12

    /// Finds out what a command leaves otherwise each time that the same is done.
    package mutating func findRunLeaves(on worker: Worker) async throws {
        guard knowledge.isCommand else { return }
        let acts = (0..<Self.actionCount).map { Move.act(draw: UInt64($0)) }
        let first = try await course(of: StressLife(moves: [.launch] + acts), on: worker)
        try await waitForSecond()
        let second = try await course(of: StressLife(moves: first.moves), on: worker)
        for (place, state) in first.after {
            guard let other = second.after[place] else { continue }
            runLeaves.formUnion(
                knowledge.differences(state, other).map(\.withoutElementNumbers))
        }
    }

    /// The first action of a command that fails after a death, or leads to another state, and does neither
    /// in the same life without one.
    func failureAfterDeath(_ course: Course, on worker: Worker) async throws -> Breach? {
        guard knowledge.isCommand, let death = course.moves.firstIndex(where: \.endsDead),
            course.moves[death...].contains(where: \.isAction)
        else { return nil }
        var failing = course.refusals.keys.filter { $0 > death }
        // Where nobody can tell of two whether they were done, there are more than two ways.
        let isKnown = course.deaths.keys.count { course.hasCome[$0] == nil } <= 1
        var straying = isKnown ? course.after.keys.filter { $0 > death } : []
        for isDone in [true, false] where !failing.isEmpty || !straying.isEmpty {
            let plain = StressLife(moves: course.movesWithoutDeaths(completing: isDone))
            let other = try await self.course(of: plain, on: worker)
            if other.breach != nil { return nil }
            failing.removeAll { other.refusals[$0] != nil }
            straying.removeAll { isSameRun(course.after[$0], other.after[$0]) }
        }
        guard let place = straying.min(), place < failing.min() ?? .max else {
            return failing.min().flatMap { course.refusals[$0] }
        }
        return try await otherState(at: place, in: course, on: worker)
    }

    /// Whether two runs of a command have led to the same; no answer is none that differs.
    private func isSameRun(_ state: JSON?, _ other: JSON?) -> Bool {
        guard let state, let other else { return true }
        return witness.differences(state, other)
            .allSatisfy { runLeaves.contains($0.withoutElementNumbers) }
    }

    /// What is to be said of an action after a death that has led to another state. What lives without a
    /// death lead to is looked at once more, a while later.
    private func otherState(
        at place: Int, in course: Course, on worker: Worker
    ) async throws -> Breach? {
        guard let shown = course.after[place],
            let death = course.deaths.keys.filter({ $0 < place }).max(),
            case .perform(let action) = course.moves[place]
        else { return nil }
        try await waitForSecond()
        var states: [JSON] = []
        for isDone in [false, true] {
            var whole = course
            whole.hasCome[death] = isDone
            let plain = StressLife(moves: whole.movesWithoutDeaths(completing: isDone))
            let other = try await self.course(of: plain, on: worker)
            guard other.breach == nil, let state = other.after[place] else { return nil }
            if isSameRun(shown, state) { return nil }
            if !states.contains(state) { states.append(state) }
        }
        var breach = witness.breach(
            .otherCourse,
            "after the death, '\(action.name)' leads to another state than in the same life without one",
            expected: states.last, shown: shown)
        breach.move = place
        breach.death = course.moves[death].kind
        breach.call = course.deaths[death]?.call ?? ""
        breach.place = course.deaths[death]?.place
        breach.alternatives = states.map(knowledge.comparable)
        return breach
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
