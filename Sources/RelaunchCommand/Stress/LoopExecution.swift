import ArgumentParser
import CrashStates
import Relaunch
import RelaunchStress

/// `relaunch stress --loop crash`: the same again and again, and what grows.
struct LoopExecution {
    let options: StressOptions
    let seconds: Double?

    /// How often it crashes where nothing is said.
    static let turns = 200

    func perform() throws {
        let signals = try SignalPipe.open()
        let turns = options.cases ?? (seconds == nil ? Self.turns : nil)
        let name = ([options.name] + options.arguments).joined(separator: " ")
        let count = turns.map { "\($0) crashes" } ?? "as many crashes as there is time for"
        printError("relaunch stress --loop crash · \(name) · \(count)\n")
        let worker = try Worker()
        let runDirectory = try RunDirectory()
        defer { runDirectory.remove() }
        let turn = Locked(0)
        let start = ContinuousClock.now
        let isStopped = Locked(false)
        var interruption: Int32?
        let outcome = try waitForWork(signals, workers: [worker]) { signal in
            if signal == SIGUSR1 { printError("… \(turn.withLock { $0 }) crashes") }
            guard [SIGINT, SIGTERM, SIGHUP].contains(signal) else { return }
            interruption = signal
            isStopped.withLock { $0 = true }
        } work: { [options, seconds] in
            let loop = CrashLoop(options, worker: worker, runDirectory: runDirectory)
            return try await loop.run(turns: turns) { number in
                turn.withLock { $0 = number }
                let isLate = seconds.map { start.duration(to: .now).seconds >= $0 }
                return isStopped.withLock { $0 } || isLate ?? false
            }
        }
        let measured: CrashLoop.Measurements
        do { measured = try outcome.get() } catch {
            printError("relaunch: error: \(error)")
            throw ArgumentParser.ExitCode(Relaunch.ExitCode.errored.rawValue)
        }
        let code = report(measured)
        let ending = interruption.map(Relaunch.ExitCode.init(interruptedBy:)) ?? code
        if ending != .passed { throw ArgumentParser.ExitCode(ending.rawValue) }
    }

    /// Says what was measured, and whether it grows.
    private func report(_ measured: CrashLoop.Measurements) -> Relaunch.ExitCode {
        var isBad = false
        for trend in measured.trends {
            let first = trend.values.first.map(Self.text) ?? "–"
            let last = trend.values.last.map(Self.text) ?? "–"
            let evidence = "\(first) → \(last)"
            guard trend.isGrowing else {
                printError("✔ steady    \(trend.quantity.text): \(evidence)")
                continue
            }
            isBad = true
            printError("✘ grows     \(trend.quantity.text): \(evidence)")
            printError(
                """
                  slope:    \(Self.text(trend.test.slope)) a crash (Theil–Sen), \
                \(Self.text(trend.growth)) in \(trend.values.count) crashes
                  chance:   \(Self.chance(trend.test.chance)) that it is noise (Mann–Kendall)
                """)
        }
        if let failure = measured.failure {
            isBad = true
            printError("✘ ends      \(failure)")
        }
        let turns = Phrases.count(measured.turns, "crash", "crashes")
        if measured.turns < Trend.countNeeded + 5, measured.failure == nil {
            printError(
                "note: \(turns) are too few for a trend; \(Trend.countNeeded + 5) are needed at least"
            )
        }
        printError(
            "\n" + (isBad ? "✘ something grows or ends in \(turns)" : "✔ \(turns), nothing grows"))
        return isBad ? .failed : .passed
    }

    private static func text(_ value: Double) -> String {
        let rounded = abs(value) < 10 ? (value * 100).rounded() / 100 : (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private static func chance(_ value: Double) -> String {
        if value < 1e-9 { return "less than 1 in 1,000,000,000" }
        return "1 in \(Int((1 / value).rounded()))"
    }
}
