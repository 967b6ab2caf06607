import Relaunch

extension RuleSet {
    /// The law that all other rules are parts of. What breaks it and breaks none of them is reported here.
    static let lawRule = AuditRule(
        "L1", "a life with deaths in it is like a life without"
    ) { profile in
        guard !profile.lives.isEmpty else {
            return profile.withoutLives
        }
        return .trials(
            chosenLives(in: profile).map { life in
                Trial(life.name, steps: [LiveThrough(life: life, profile: profile)])
            })
    }

    /// All lives; where the probe has seen the plainest one break the law, that is enough to show it.
    private static func chosenLives(in profile: TargetProfile) -> [Life] {
        let singles = profile.singleLives.map { $0.ending(.kill, as: "killed after each save") }
        let lives = profile.lives.flatMap(lives) + singles + profile.livesInOnePlace
        return profile.isBroken("L1") ? Array(lives.prefix(1)) : lives
    }

    /// The same actions with deaths of each kind.
    private static func lives(of life: Life) -> [Life] {
        [
            life.ending(.kill, as: "killed after each save"),
            life.ending(.comeback, .kill, as: "killed after every second save"),
            life.ending(.crash, .killTwice, .quit, .terminate, as: "ended in every way"),
        ]
    }

    /// The plainest of lives with several deaths, for the probe.
    static func plainLife(_ profile: TargetProfile) -> [any Step]? {
        profile.lives.first.map { life in
            [LiveThrough(life: life, profile: profile, isShrunk: false)]
        }
    }
}
