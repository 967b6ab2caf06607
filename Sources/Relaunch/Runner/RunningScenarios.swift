import CrashStates

/// The scenarios that a host carries out, for a person who asks.
final class RunningScenarios: Sendable {
    private let runners = Locked<[Int: CaseRunner]>([:])

    /// Notes that a scenario is carried out, under a number of its own.
    func begin(_ runner: CaseRunner) -> Int {
        runners.withLock { runners in
            let number = (runners.keys.max() ?? 0) + 1
            runners[number] = runner
            return number
        }
    }

    func end(_ number: Int) { runners.withLock { $0[number] = nil } }

    /// What is done at this moment.
    var status: HostStatus {
        let all = runners.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
        return HostStatus(scenarios: all.map(\.status))
    }
}
