import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Launches a target, lets it save, crashes it, and so on in one container, and measures what is left.
package struct CrashLoop: Sendable {
    let options: StressOptions
    let worker: Worker
    let runDirectory: RunDirectory

    package init(_ options: StressOptions, worker: Worker, runDirectory: RunDirectory) {
        self.options = options
        self.worker = worker
        self.runDirectory = runDirectory
    }

    /// What is measured at each turn of a loop.
    package struct Measurements: Sendable {
        package fileprivate(set) var values: [Trend.Quantity: [Double]] = [:]
        /// A launch that did not come about, or a state that differs from that of the turn before.
        package fileprivate(set) var failure: String?
        package var turns: Int { values[.files]?.count ?? 0 }

        package var trends: [Trend] {
            Trend.Quantity.allCases.compactMap { quantity in
                values[quantity].map { Trend(quantity, $0) }
            }
        }

        fileprivate mutating func add(_ quantity: Trend.Quantity, _ value: Double) {
            values[quantity, default: []].append(value)
        }
    }

    /// - Parameters:
    ///   - turns: How often it crashes; nil is until `isOver`.
    ///   - isOver: Asked before each turn.
    package func run(
        turns: Int?, until isOver: @escaping @Sendable (Int) -> Bool
    ) async throws -> Measurements {
        let session = try Session.unscripted(
            driving: .app(options.executable, arguments: options.arguments),
            executable: options.executable, timeLimit: .seconds(options.timeLimitSeconds),
            timeFactor: options.timeoutFactor ?? 1, seed: options.seed,
            observations: [], worker: worker, runDirectory: runDirectory)
        return try await session.loop(turns: turns, until: isOver)
    }
}

extension Session {
    fileprivate func loop(
        turns: Int?, until isOver: @escaping @Sendable (Int) -> Bool
    ) async throws -> CrashLoop.Measurements {
        var measured = CrashLoop.Measurements()
        defer { try? end() }
        var turn = 0
        while turns.map({ turn < $0 }) ?? true, !isOver(turn) {
            do {
                try await turnAround(turn, &measured)
            } catch let failure as StepFailure where failure.blame == .target {
                measured.failure = "turn \(turn + 1): \(failure.message)"
                return measured
            }
            turn += 1
        }
        return measured
    }

    private func turnAround(_ turn: Int, _ measured: inout CrashLoop.Measurements) async throws {
        let begin = ContinuousClock.now
        try await launch()
        measured.add(.startMilliseconds, begin.duration(to: .now).seconds * 1000)
        if let process = running?.process {
            measured.add(.memoryKiB, Double(Self.memoryKiB(of: process.id)))
            let folder = "/proc/\(process.id)/fd"
            let open = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
            measured.add(.descriptors, Double(open))
        }
        // Every other turn saves: a crash finds it at work or asleep.
        if turn % 2 == 0 {
            try await deliver(.background)
            try suspend()
        }
        let place = turn % 2 == 0 ? "in the background" : "in the foreground"
        try await kill(.crash(.SIGSEGV), where: place)
        let files = container.files(below: "")
        measured.add(.files, Double(files.count))
        measured.add(.bytes, Double(container.size))
    }

    private static func memoryKiB(of process: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
