import CrashStates
import RelaunchAudit
import RelaunchProtocol

/// The parts that lives are made of. Each leaves the target dead, and the next one begins with a launch.
struct Chapters {
    let knowledge: TargetKnowledge
    var generator: SeededGenerator
    var moves: [Move] = []
    private var watchesOutside = false
    var isPlain = false
    /// Where the next death inside of calls comes; nil where chance says.
    var place: Double?

    init(knowledge: TargetKnowledge, generator: SeededGenerator) {
        self.knowledge = knowledge
        self.generator = generator
        _ = self.generator.next()
    }

    /// The first lives have each part in its turn, the plainest form first: chance comes after them.
    mutating func life(_ number: Int) -> StressLife {
        let parts = parts
        if number < parts.count {
            isPlain = true
            parts[number].1(&self)
            lastLooks()
            return StressLife(moves: moves)
        }
        if diesInTurn(number - parts.count) {
            lastLooks()
            return StressLife(moves: moves)
        }
        watchesOutside = chance(16) && knowledge.isApp
        if !watchesOutside, knowledge.isApp, chance(6) { return comparedLife() }
        for _ in 0..<pick([1, 1, 2, 2, 3]) { chapter() }
        lastLooks()
        return StressLife(moves: moves, watchesOutside: watchesOutside)
    }

    /// The same beginning, and another end.
    mutating func variation(of life: StressLife) -> StressLife {
        let cut = Int.random(in: 0...life.moves.count, using: &generator)
        moves = Array(life.moves.prefix(cut))
        if let last = moves.last, !last.endsDead { moves.append(.kill(.system)) }
        if moves.contains(.lockDevice) {
            moves.removeAll { $0 == .lockDevice || $0 == .unlockDevice }
        }
        watchesOutside = life.watchesOutside
        chapter()
        lastLooks()
        return StressLife(moves: moves, watchesOutside: watchesOutside)
    }

    /// A last look, and a second one that must show the same. A command has to do something after it, too.
    private mutating func lastLooks() {
        moves +=
            knowledge.isCommand
            ? [.launch, .launch, .act(draw: generator.next())]
            : [.launch, .kill(.system), .launch]
    }

    // MARK: Chance

    mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &generator) == 0
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &generator)]
    }

    // MARK: Parts

    mutating func acts(_ most: Int = 6) {
        for _ in 0..<Int.random(in: 1...most, using: &generator) {
            moves.append(.act(draw: generator.next()))
        }
        if knowledge.isApp, chance(8) { moves.append(.memoryWarning) }
    }

    mutating func restingDeath() {
        moves.append(.kill(pick([.system, .system, .system, .crash, .abort, .terminate])))
    }

    mutating func savedLife() {
        moves.append(.launch)
        acts()
        // Whoever is told nothing of an app's life has saved what it will.
        if knowledge.isApp { moves.append(.background) }
    }

    private mutating func chapter() {
        let parts = parts
        let whole = parts.reduce(0) { $0 + $1.0 }
        var rest = Int.random(in: 0..<whole, using: &generator)
        for (weight, part) in parts {
            if rest < weight { return part(&self) }
            rest -= weight
        }
    }

    /// The parts that fit the target, each with its weight.
    private var parts: [(Int, (inout Chapters) -> Void)] {
        if knowledge.isCommand { return partsOfCommands }
        return knowledge.isApp ? partsOfApp : partsOfOthers
    }

    /// Those of programs that run to their ends: nothing dies between two of them.
    private var partsOfCommands: [(Int, (inout Chapters) -> Void)] {
        [(1, { $0.savedLife() }), (4, { $0.deathInAction() })]
    }

    /// Those of services and terminals: actions, and deaths at rest, in actions and in launches.
    private var partsOfOthers: [(Int, (inout Chapters) -> Void)] {
        var choices: [(Int, (inout Chapters) -> Void)] = [
            (3, { $0.plainDeath() }), (2, { $0.generations() }),
        ]
        if !watchesOutside {
            choices += [(4, { $0.deathInAction() }), (2, { $0.deathInLaunch() })]
        }
        return choices
    }

    private var partsOfApp: [(Int, (inout Chapters) -> Void)] {
        var choices: [(Int, (inout Chapters) -> Void)] = [
            (3, { $0.plainDeath() }), (2, { $0.comesBack() }), (3, { $0.unsavedDeath() }),
            (2, { $0.generations() }), (3, { $0.changedWorld() }), (1, { $0.pointDeath() }),
        ]
        if knowledge.savesState {
            choices += [(2, { $0.discarded() }), (2, { $0.damaged() }), (2, { $0.locked() })]
        }
        if knowledge.savesState, knowledge.saysRestored { choices.append((3, { $0.ladder() })) }
        if knowledge.savesState, !knowledge.dataActions.isEmpty {
            choices.append((3, { $0.changedData() }))
        }
        if !watchesOutside {
            choices += [
                (4, { $0.deathInSave() }), (2, { $0.deathInLaunch() }), (2, { $0.failingSave() }),
                (1, { $0.pile() }),
            ]
            if !knowledge.dataActions.isEmpty { choices.append((3, { $0.deathInAction() })) }
            if knowledge.savesState, knowledge.saysRestored {
                choices.append((1, { $0.ladderWithInnerDeath() }))
            }
        }
        return choices
    }

    private mutating func plainDeath() {
        savedLife()
        restingDeath()
    }

    private mutating func comesBack() {
        savedLife()
        for _ in 0..<pick([1, 2]) {
            moves.append(.foreground)
            if chance(3) { continue }
            acts(4)
            moves.append(.background)
        }
        if moves.last == .foreground, chance(2) { moves.append(.background) }
        if moves.last == .foreground, chance(3) {
            moves.append(.quit)
        } else {
            restingDeath()
        }
    }

    private mutating func unsavedDeath() {
        savedLife()
        if chance(2) {
            restingDeath()
            moves.append(.launch)
        } else {
            moves.append(.foreground)
        }
        acts(4)
        if chance(5) { moves.append(.quit) } else { restingDeath() }
    }

    /// Saved, killed, launched, saved as it is, and so on.
    private mutating func generations() {
        savedLife()
        for _ in 0..<pick([1, 2, 3]) {
            restingDeath()
            moves.append(.launch)
            if !knowledge.isApp {
                acts(3)
            } else if chance(2) {
                moves.append(.background)
            }
        }
        restingDeath()
    }

    private mutating func pointDeath() {
        savedLife()
        if knowledge.saysSaving, chance(2) {
            moves += [.foreground]
            acts(3)
            moves.append(.die(.saving, at: .saving, by: pick([.system, .crash])))
            return
        }
        restingDeath()
        moves.append(.die(.launching, at: launchPoint(), by: pick([.system, .crash, .terminate])))
    }

    private mutating func launchPoint() -> Move.Point {
        var points: [Move.Point] = [.launching]
        if knowledge.saysRestoring { points += [.restoring, .restoring] }
        if knowledge.showsSnapshots { points.append(.snapshotShown) }
        return pick(points)
    }

    private mutating func ladder() {
        savedLife()
        restingDeath()
        let limit = knowledge.options.crashLimit
        if isPlain {
            let point: Move.Point = knowledge.saysRestoring ? .restoring : .launching
            for _ in 0..<limit { moves.append(.die(.launching, at: point, by: .crash)) }
            return
        }
        let clock = chance(4) ? pick([3600, 86_400, -86_400]) : 0
        let point = launchPoint()
        let manner = pick([Move.Manner.crash, .crash, .crash, .crash, .system, .terminate])
        let isMixed = chance(4)
        for _ in 0..<pick([limit - 1, limit, limit, limit, limit + 1]) {
            moves.append(
                .die(
                    .launching, at: isMixed ? launchPoint() : point,
                    by: isMixed ? pick([.crash, .system, .terminate]) : manner))
            if clock != 0 { moves.append(.moveClock(clock)) }
            // A complete launch ends the row.
            if chance(8) { moves += [.launch, .kill(pick([.system, .crash]))] }
        }
        guard chance(2) else { return }
        // As usual again, and once more.
        moves.append(.launch)
        acts(3)
        moves += [.background, .kill(.system)]
    }

    /// Parts that are saved, with deaths between them that take nothing.
    private mutating func comparedLife() -> StressLife {
        savedLife()
        for _ in 0..<pick([1, 2, 3]) {
            moves += [.kill(.system), .launch]
            acts(4)
            moves.append(.background)
        }
        moves += [.kill(.system), .launch]
        return StressLife(moves: moves, isCompared: true)
    }
}
