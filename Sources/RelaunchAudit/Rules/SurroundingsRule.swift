import Relaunch

extension RuleSet {
    /// The lives of the law, launched again where something else is not as it was.
    static let surroundingsRule = AuditRule(
        "W6", "what is around the app may be another thing at each launch", requires: ["L1"]
    ) { profile in
        guard let life = profile.lives.first else { return profile.withoutLives }
        let changes = Surrounding.alone.filter { !$0.movesTimes || !profile.dealsWithTimes }
        // What one launch has made is there for the next change only in a life that goes to and fro.
        let twoWays = changes.filter(\.changesWhatIsShown).compactMap { change in
            profile.lifeOfEach?.ending(
                .changed(change), .changedBack(change), as: "\(change.words) and back")
        }
        let inTurn = profile.lifeOfEach.map { each in
            each.ending(
                Surrounding.others.map(Life.End.changed), as: "in one language after another")
        }
        let alone = changes.map { life.ending(.changed($0), as: $0.words) }
        // What one action has made another one takes away again, and nobody sees that it was lost.
        let machine = profile.effort.isReduced ? [] : changes.filter(\.isOfTheMachine)
        let afterEach = machine.filter { !$0.isLasting || $0 == .restart }.compactMap { change in
            profile.lifeOfEach?.ending(.changed(change), as: change.words)
        }
        let afterMuch = machine.compactMap { profile.longLife?.ending(with: $0) }
        let isTimeless = profile.dealsWithTimes || !profile.canMoveClock
        let flights = isTimeless ? [] : profile.flights
        let trials =
            (alone + afterEach + afterMuch + twoWays + [inTurn].compactMap(\.self) + flights).map {
                life in
                var life = life
                if !profile.canMoveClock { life.hour = nil }
                var trial = AuditRule.Trial(
                    life.name, steps: [LiveThrough(life: life, profile: profile)])
                // What breaks by deaths alone has nothing to do with what is around the app.
                let plain = LiveThrough(life: life.inOnePlace, profile: profile, isShrunk: false)
                trial.plainer = .init(rule: "L1", steps: [plain])
                return trial
            }
        let ofDays = isTimeless ? [] : profile.trialsOfSummerTime
        return .trials(trials + ofDays + (profile.canMoveClock ? profile.trialsOfSleep : []))
    }
}

extension Life {
    /// The same with plain deaths, and something else than it was at its end.
    fileprivate func ending(with surrounding: Surrounding) -> Life {
        let ends = parts.dropLast().map { _ in End.kill } + [.changed(surrounding)]
        return ending(ends, as: surrounding.words)
    }
}

extension TargetProfile {
    /// Each kind of action and then far away.
    fileprivate var flights: [Life] { livesOfEach.map { $0.ending(with: .flight) } }

    /// Each kind of action, in one life, and in one of its own: what another one takes away again is not there to
    /// be seen.
    private var livesOfEach: [Life] {
        guard let life = lifeOfEach else { return [] }
        let others = effort.isReduced ? [] : life.parts.dropFirst()
        let alone = others.map { part in
            let name = "\(part.actions.last?.name ?? "nothing") by itself"
            return Life(name: name, parts: [life.parts[0], part])
        }
        return [life] + (alone.count > 1 ? alone : [])
    }

    /// The lives that are launched again where something else is not as it was, with plain deaths: what breaks
    /// by these alone is the law's.
    var livesInOnePlace: [Life] {
        livesOfEach.map { $0.ending(.kill, as: "killed after each save") }
    }

    /// Why no life can be lived that a loss could be seen by.
    var withoutLives: AuditRule.Coverage {
        if !findings.isEmpty { return .trials([]) }
        return .notApplicable(
            "no walk that comes back as a whole after a plain kill leads to two different states")
    }
}
