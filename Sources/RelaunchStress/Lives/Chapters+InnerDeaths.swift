import RelaunchAudit

// Parts that die, or in which a call fails, inside of the calls of a save, an action or a launch.
extension Chapters {
    /// Of so many lives, one dies inside of calls at a place that has its turn.
    private static let turn = 4

    /// Dies inside of calls where that is this life's turn: chance leaves some places out for long.
    ///
    /// - Returns: Whether it is.
    mutating func diesInTurn(_ number: Int) -> Bool {
        let (round, rest) = number.quotientAndRemainder(dividingBy: Self.turn)
        let deaths = deathsInCalls
        guard rest == 0 else { return false }
        place = Double(vanDerCorput: round / deaths.count)
        deaths[round % deaths.count](&self)
        return true
    }

    /// The parts that die inside of calls.
    private var deathsInCalls: [(inout Chapters) -> Void] {
        if knowledge.isCommand { return [{ $0.deathInAction() }] }
        var deaths: [(inout Chapters) -> Void] = [
            { $0.deathInLaunch(isFirst: false) }, { $0.deathInLaunch(isFirst: true) },
        ]
        if knowledge.isApp { deaths.append { $0.deathInSave() } }
        if !knowledge.isApp || !knowledge.dataActions.isEmpty {
            deaths.append { $0.deathInAction() }
        }
        return deaths
    }

    // MARK: Chance

    /// What a target dies of inside of calls.
    private var innerDeaths: [Move.InnerDeath] {
        knowledge.losesPower ? [.kill, .kill, .powerLoss] : [.kill]
    }

    private mutating func share() -> Double {
        if let place {
            self.place = nil
            return place
        }
        return Double(Int.random(in: 0..<1000, using: &generator)) / 1000
    }

    /// Where a death comes. What a power failure takes that was promised, it takes at the end.
    private mutating func share(of death: Move.InnerDeath) -> Double {
        death == .powerLoss && chance(2) ? 1 - share() / 4 : share()
    }

    // MARK: Parts

    private mutating func secondSaveBegun() {
        savedLife()
        if chance(3) {
            moves += [.kill(.system), .launch]
        } else {
            moves.append(.foreground)
        }
        acts(4)
    }

    mutating func deathInSave() {
        secondSaveBegun()
        let death = pick([Move.InnerDeath.kill, .powerLoss])
        moves.append(.dieInside(.saving, of: death, at: share(of: death)))
        // What it has left must do for another save, and another death in it.
        if chance(4) {
            moves.append(.launch)
            acts(2)
            moves.append(.dieInside(.saving, of: .kill, at: share()))
        }
    }

    mutating func deathInAction() {
        savedLife()
        if chance(2), !knowledge.isCommand {
            moves += [.kill(.system), .launch]
        } else if knowledge.isApp {
            moves.append(.foreground)
        }
        if chance(2) { acts(2) }
        let draw = generator.next()
        let death = pick(innerDeaths)
        moves.append(.dieActing(draw: draw, of: death, at: share(of: death)))
    }

    /// - Parameter isFirst: Whether it is the first launch of all, which makes what the others find; nil where
    ///   chance says.
    mutating func deathInLaunch(isFirst: Bool? = nil) {
        let isFirst = isFirst ?? (moves.isEmpty && !isPlain && chance(3))
        if !isFirst {
            savedLife()
            restingDeath()
        }
        let death = pick(innerDeaths)
        moves.append(.dieInside(.launching, of: death, at: share(of: death)))
        if isFirst {
            savedLife()
            restingDeath()
        }
    }

    mutating func failingSave() {
        secondSaveBegun()
        let fault = pick(Move.Fault.allCases)
        let call = fault == .short ? .write : pick(Move.CallKind.allCases)
        moves.append(
            .failSaving(
                call, with: fault, lasting: fault == .noSpace && chance(2),
                ordinal: pick([1, 1, 2, 3])))
        if chance(3) {
            moves += [.foreground]
            acts(2)
            moves.append(.background)
        }
        moves.append(.kill(.system))
    }

    /// Death upon death in one place: what they leave must not become more and more.
    mutating func pile() {
        savedLife()
        moves.append(.kill(.system))
        let place = share()
        for _ in 0..<4 { moves += [.launch, .dieInside(.saving, of: .kill, at: place)] }
    }

    mutating func ladderWithInnerDeath() {
        savedLife()
        moves.append(.kill(.system))
        let point: Move.Point = knowledge.saysRestoring ? .restoring : .launching
        for _ in 1..<knowledge.options.crashLimit {
            moves.append(.die(.launching, at: point, by: .crash))
        }
        moves.append(.dieInside(.crashing, of: pick([.kill, .powerLoss]), at: share()))
        moves.append(.die(.launching, at: point, by: .crash))
    }
}

extension Double {
    /// The number with this place in van der Corput's row: from 0 to 1, and ever closer together.
    fileprivate init(vanDerCorput place: Int) {
        var (rest, unit) = (place, 0.5)
        self = 0
        while rest > 0 {
            if rest % 2 == 1 { self += unit }
            rest /= 2
            unit /= 2
        }
    }
}
