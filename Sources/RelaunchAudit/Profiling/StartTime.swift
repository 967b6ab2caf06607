import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Session {
    /// Launches the target; how long that took.
    func timedLaunch() async throws -> Duration {
        let begin = ContinuousClock.now
        try await launch()
        return begin.duration(to: .now)
    }

    /// Launches the target and leaves it running; how long it takes to start when nobody else wants the
    /// processors. Where that is long it is launched again: the first time may have been a cold one.
    func measureStart(_ choice: AuditEffort.Choice) async throws -> AuditEffort {
        var effort = AuditEffort(
            start: try await timedLaunch() - waitForProcessor, choice: choice)
        for _ in 1...2 where effort.isSlow {
            try await kill(.system, where: "by the probe")
            try container.replaceContents(with: nil)
            effort.start = min(effort.start, try await timedLaunch() - waitForProcessor)
        }
        return effort
    }

    /// How long the target was ready to run and had to wait for a processor, where the system counts it.
    private var waitForProcessor: Duration {
        guard let process = running?.process,
            let counts = try? String(
                contentsOfFile: "/proc/\(process.id)/schedstat", encoding: .utf8),
            let nanoseconds = counts.split(separator: " ").dropFirst().first.flatMap({ Int64($0) })
        else { return .zero }
        return .nanoseconds(nanoseconds)
    }
}
