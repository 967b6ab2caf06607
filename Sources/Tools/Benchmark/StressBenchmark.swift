import ArgumentParser
import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Launches of a stress run, against those of a bare loop on as many cores.
struct StressBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Random lives a second, against a bare loop, by one worker and by two.",
        discussion: """
            A stress run of few lives and one of many, with one seed: what the second takes longer is \
            that of its lives alone, without the probe. Against it, as many loops as there are workers, \
            each of which spawns the same target, answers its hello, waits until it is active, kills and \
            reaps it; and as many that ask it as much before they kill it as a life asks a launch: six \
            times, one of them to save. A life has several launches, some of them traced, and is counted \
            by these.
            """)

    @Option(help: ArgumentHelp("Measurements of each kind.", valueName: "n"))
    var rounds = 3

    @Option(help: ArgumentHelp("Lives of the longer run; the other has a quarter.", valueName: "n"))
    var lives = 200

    @OptionGroup var builtCommand: CommandOption

    @OptionGroup var app: TargetOption

    @OptionGroup var output: OutputOptions

    private var command: String { builtCommand.path }
    private var target: String { app.path }

    func validate() throws {
        try requireCount(rounds, "--rounds")
        try requireCount(lives / 4, "--lives / 4")
        try requireExecutables(command, target)
    }

    func measure(_ sheet: inout Sheet) async throws {
        sheet.line("launches a second of \(target), medians of \(rounds)")
        var rates: [Int: Rates] = [:]
        for round in 1...rounds {
            for workers in [1, 2] {
                let bare = try await bareRate(workers, asking: [])
                rates[workers, default: Rates()].bare.append(bare)
                rates[workers]?.asking.append(try await bareRate(workers, asking: Self.requests))
                let rate = try stressRate(workers, seed: round)
                rates[workers]?.stress.append(rate.launches)
                rates[workers]?.lives.append(rate.lives)
            }
        }
        for (workers, figures) in rates.sorted(by: { $0.key < $1.key }) {
            sheet.line(
                "  \(workers) at once:  bare \(figures.bare.median.fixed(1))"
                    + "  bare that asks \(figures.asking.median.fixed(1))"
                    + "  stress \(figures.stress.median.fixed(1))"
                    + "  (\(figures.lives.median.fixed(1)) lives)")
            sheet.note("\(workers).bare", .number(figures.bare.median))
            sheet.note("\(workers).asking", .number(figures.asking.median))
            sheet.note("\(workers).stress", .number(figures.stress.median))
            sheet.note("\(workers).lives", .number(figures.lives.median))
        }
        guard let one = rates[1]?.stress.median, let two = rates[2] else { return }
        sheet.bound("stress / bare, two workers", two.stress.median / two.bare.median, atLeast: 0.7)
        sheet.bound(
            "stress / bare that asks, two workers", two.stress.median / two.asking.median,
            atLeast: 0.7)
        sheet.bound("two workers / one", two.stress.median / one, atLeast: 1.8)
    }

    private struct Rates {
        var bare: [Double] = []
        var asking: [Double] = []
        var stress: [Double] = []
        var lives: [Double] = []
    }

    // MARK: Stress

    private func stressRate(
        _ workers: Int, seed: Int
    ) throws -> (launches: Double, lives: Double) {
        let few = try stress(lives / 4, workers, seed: seed)
        let many = try stress(lives, workers, seed: seed)
        let seconds = many.seconds - few.seconds
        guard seconds > 0 else { throw BareError("more lives took no more time", 0) }
        return (
            Double(many.launches - few.launches) / seconds,
            Double(lives - lives / 4) / seconds
        )
    }

    private func stress(
        _ lives: Int, _ workers: Int, seed: Int
    ) throws -> (seconds: Double, launches: Int) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let directory = folder.path + "/run"
        let begin = ContinuousClock.now
        let run = try CommandRun([
            command, "stress", target, "--cases", "\(lives)", "--seed", "\(seed)", "--jobs",
            "\(workers)", "--shrink", "0", "--output", directory,
        ])
        let status = run.finish().status
        let seconds = (ContinuousClock.now - begin).seconds
        guard status == 0 || status == 1,
            let result = FileManager.default.contents(atPath: directory + "/result.json"),
            let launches = try JSON(parsing: String(decoding: result, as: UTF8.self))
                .object?["launches"]?.integer
        else { throw BareError("`relaunch stress` ended with status \(status)", 0) }
        return (seconds, Int(launches))
    }

    // MARK: The bare loop

    /// About as many launches as the stress run has.
    private static let launchesALife = 5

    /// As many requests as a launch of a life of `counter-c` has on average, of the cheapest kind but one.
    private static let requests =
        (1...5).map { BareRequest($0, "state", [:]) } + [.lifecycle(6, "background")]

    private func bareRate(_ workers: Int, asking requests: [BareRequest]) async throws -> Double {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let count = lives * Self.launchesALife / workers
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 1...workers {
                let home = "\(folder.path)/\(worker)"
                try FileManager.default.createDirectory(
                    atPath: home, withIntermediateDirectories: false)
                group.addTask { [target] in
                    var loop = BareLoop(
                        [target], environment: ["HOME": home, "CFFIXED_USER_HOME": home])
                    defer { loop.dispose() }
                    for _ in 0..<count { _ = try loop.cycle(asking: requests) }
                }
            }
            try await group.waitForAll()
        }
        return Double(count * workers) / (ContinuousClock.now - begin).seconds
    }
}
