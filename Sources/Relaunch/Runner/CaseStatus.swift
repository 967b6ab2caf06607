import CrashStates

/// What a host does at this moment: the answer to a person who asks.
package struct HostStatus: Sendable, Codable {
    package var scenarios: [ScenarioStatus]
}

/// A scenario that is carried out.
package struct ScenarioStatus: Sendable, Codable {
    package var name: String
    /// The case's own worker, and those that its sweep has borrowed.
    package var workers: [WorkerStatus]
}

/// What one worker is about.
package struct WorkerStatus: Sendable, Codable {
    /// A step that is carried out, perhaps inside another one.
    package struct RunningStep: Sendable, Codable {
        package var text: String
        /// `path:line:column`.
        package var location: String
        package var seconds: Double
    }

    /// The branches of the case, the state of a sweep among them.
    package var branches: [String]
    /// The outermost step first; none between two steps.
    package var steps: [RunningStep]
    /// The process that was spawned last.
    package var process: Int32?
    /// The last messages between that process and Relaunch.
    package var messages: [String]
}

extension CaseRunner {
    /// What it does at this moment, seen from another thread.
    package var status: ScenarioStatus {
        ScenarioStatus(
            name: scenario.name,
            workers: workers.statuses.map { status in
                var status = status
                for index in status.steps.indices {
                    let place = status.steps[index].location
                    guard place.hasPrefix(scenario.location.file + ":") else { continue }
                    status.steps[index].location =
                        configuration.file + place.dropFirst(scenario.location.file.count)
                }
                return status
            })
    }
}
