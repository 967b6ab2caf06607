import CrashStates

extension HostConfiguration {
    /// Finds out whether the target is slower than usual, unless a factor was asked for. Returns what
    /// was found.
    package mutating func findSlowdown(of target: Target) -> Slowdown? {
        guard timeoutFactor == nil, let path = path(of: target),
            let slowdown = Slowdown(executable: path)
        else { return nil }
        timeoutFactor = slowdown.factor
        return slowdown
    }

    private func path(of target: Target) -> String? {
        if let executable { return executable }
        let name = target.executable
        return name.contains("/") ? name : Executable.onPath(name)
    }

    /// Goes on with a round: each draws its random choices from another seed.
    mutating func enter(_ round: Int?) {
        guard let round else { return }
        self.round = round
        seed = seed &+ UInt64(round - 1)
    }
}
