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
        let isTimeless = profile.dealsWithTimes || !profile.canMoveClock
        let flight = profile.lifeOfEach.flatMap { isTimeless ? nil : $0.endingInFlight }
        let trials = (alone + twoWays + [inTurn, flight].compactMap(\.self)).map { life in
            var life = life
            if !profile.canMoveClock { life.hour = nil }
            return AuditRule.Trial(
                life.name, steps: [LiveThrough(life: life, profile: profile)])
        }
        return .trials(trials + (isTimeless ? [] : profile.trialsOfSummerTime))
    }
}

extension Life {
    /// The same with plain deaths, and far away at its end.
    fileprivate var endingInFlight: Life {
        ending(
            parts.dropLast().map { _ in .kill } + [.changed(.flight)], as: Surrounding.flight.words)
    }
}

extension TargetProfile {
    /// Why no life can be lived that a loss could be seen by.
    var withoutLives: AuditRule.Coverage {
        if !findings.isEmpty { return .trials([]) }
        return .notApplicable(
            "no walk that comes back as a whole after a plain kill leads to two different states")
    }
}
