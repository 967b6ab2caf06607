// Lives that are made of others, to compare them with.
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
    var isOfDeath: Bool {
        switch self {
        case .launch, .act, .actOnData, .perform, .background, .foreground, .memoryWarning,
            .lockDevice:
            false
        default: true
        }
    }

    /// The death at a phase that stands nearest to one inside of calls.
    var plainDeath: Move? {
        switch self {
        case .dieInside(.saving, _, _): .die(.saving, at: .saving, by: .system)
        case .dieInside(_, _, _): .die(.launching, at: .launching, by: .system)
        default: nil
        }
    }
}
