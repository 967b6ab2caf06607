import RelaunchAudit
import RelaunchProtocol

// What is done to the saved state, to the data and to the world of a target that is dead.
extension Chapters {
    mutating func discarded() {
        savedLife()
        if chance(2) {
            restingDeath()
            moves.append(.launch)
            if chance(2) { moves.append(.background) }
        }
        moves.append(.kill(.forceQuit))
    }

    mutating func damaged() {
        savedLife()
        restingDeath()
        let pictures = knowledge.pictureFiles
        if !pictures.isEmpty, chance(3) {
            moves.append(.damage(.file(pick(pictures)), pick([.removed, .emptied, .foreign])))
            return
        }
        let harms: [Move.Harm] = [
            .truncated(Int.random(in: 0...200, using: &generator)), .truncated(1), .emptied,
            .foreign, .stale, .stale,
        ]
        moves.append(.damage(.savedState, pick(harms)))
    }

    /// What the saved state names is changed behind its back, again and again: nothing is saved anew.
    mutating func changedData() {
        savedLife()
        moves.append(.kill(.system))
        for _ in 0..<pick([2, 3, 4]) {
            moves.append(.launch)
            for _ in 0..<pick([1, 2]) { moves.append(.actOnData(draw: generator.next())) }
            moves.append(.kill(.system))
        }
    }

    mutating func locked() {
        savedLife()
        if chance(2) {
            moves.append(.foreground)
            acts(3)
            moves += [.lockDevice, .background]
            if chance(2) { moves.append(.unlockDevice) }
            restingDeath()
            if !moves.contains(.unlockDevice) { moves.append(.unlockDevice) }
        } else {
            restingDeath()
            moves += [.lockDevice, .launch, .kill(.system), .unlockDevice]
        }
    }

    mutating func changedWorld() {
        let isPad = chance(6)
        if isPad { moves.append(.changeIdiom(isPad: true)) }
        savedLife()
        restingDeath()
        if isPad {
            moves.append(.changeIdiom(isPad: false))
            return
        }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: moves.append(.purgeCaches)
        case 1: moves.append(.update(version: nil))
        case 2, 3:
            moves.append(.update(version: "2"))
            guard chance(3) else { return }
            savedLife()
            restingDeath()
            moves.append(.update(version: "1"))
        default: moves.append(.moveClock(pick([3600, 100_000, -3600])))
        }
    }
}
