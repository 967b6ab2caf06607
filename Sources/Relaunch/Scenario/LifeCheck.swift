/// Follows where the target would be in its life, step by step, and says what cannot be there.
struct LifeCheck: Sendable {
    var life = Rehearsal.Life.notLaunched
    /// Launches so far; a ladder counts as one.
    private(set) var launches = 0
    /// The latest launch that came after a death, counted from 1; 0 where there is none.
    private(set) var launchAfterDeath = 0
    private var hasDied = false

    /// Takes in a launch. Returns what is wrong with it.
    ///
    /// - Parameters:
    ///   - endsDead: whether the target is dead when the step is over.
    ///   - isKilled: whether it is the step that kills it.
    mutating func launch(endsDead: Bool, isKilled: Bool) -> String? {
        let problem =
            life == .running || life == .suspended
            ? "the target is running already; `Kill(…)` or `Quit()` it before launching again"
            : nil
        launches += 1
        life = endsDead ? .dead : .running
        if isKilled { hasDied = true }
        if !isKilled, hasDied { launchAfterDeath = launches }
        return problem
    }

    /// Takes in a death.
    mutating func die() {
        life = .dead
        hasDied = true
    }

    /// Takes in a step that leaves the target dead in each of its branches. One that was never launched
    /// stays so, unless running a command is launching it.
    mutating func dieInBranches(commandsAreLaunches: Bool) {
        if life != .notLaunched || commandsAreLaunches { die() }
        hasDied = true
    }

    /// Takes in that the present launch comes after a death although it may be the first.
    mutating func relaunchAfterDeath() { launchAfterDeath = launches }

    /// What is wrong where a step needs a running target.
    func problemWhereRunning(evenSuspended: Bool) -> String? {
        switch life {
        case .running: nil
        case .suspended where evenSuspended: nil
        case .suspended:
            "the target is suspended since `Background()`; `Foreground()` it first"
        case .notLaunched: "nothing has been launched yet; put a `Launch()` before it"
        case .dead: "the target is dead here; put a `Launch()` before it"
        }
    }

    /// What is wrong where a step needs a target that is not there to see it.
    func problemWhereDead(because reason: String, orSuspended isSuspendedEnough: Bool) -> String? {
        switch life {
        case .notLaunched, .dead: nil
        case .suspended where isSuspendedEnough: nil
        case .running where isSuspendedEnough:
            "\(reason); `Background()`, `Kill(…)` or `Quit()` the target before it"
        case .running, .suspended: "\(reason); `Kill(…)` or `Quit()` the target before it"
        }
    }
}
