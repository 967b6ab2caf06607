import ArgumentParser
import CrashStates
import Foundation
import Relaunch
import RelaunchStress

/// What joining the shares of a stress run costs, by the number of lives.
struct MergeBenchmark: Measurement {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "The time and memory of `relaunch merge`, by the number of lives.",
        discussion: """
            A stress run of the target gives the lines that lives have in a journal. They are repeated, \
            with other numbers, as the journals of shares of a larger run that were killed before their \
            end, so that `relaunch merge` has to read them line by line. Of a share that has come to its \
            end it reads a summary, whatever the number of its lives.
            """)

    @Option(
        help: ArgumentHelp(
            "Lives of the smallest run; others have 2 and 4 times as many.", valueName: "n"))
    var lives = 250_000

    @Option(help: ArgumentHelp("Shares of each run.", valueName: "n"))
    var shares = 10

    @OptionGroup var builtCommand: CommandOption

    @OptionGroup var app: TargetOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try requireCount(lives, "--lives")
        try requireCount(shares, "--shares")
        try requireExecutables(builtCommand.path, app.path)
    }

    func measure(_ sheet: inout Sheet) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let sample = try sample(in: folder.path)
        let bytes = sample.lines.reduce(0) { $0 + $1.utf8.count } / sample.lines.count
        sheet.line("a life takes \(bytes) bytes of a journal, in the mean of \(sample.lines.count)")
        sheet.note("bytes", .integer(Int64(bytes)))
        var costs: [Cost] = []
        for factor in [1, 2, 4] {
            let count = lives * factor
            let directories = try makeShares(of: count, sample, in: folder.path)
            let cost = try merge(directories, in: folder.path)
            costs.append(cost)
            sheet.line(
                "  \(count) lives in \(shares) shares: \(cost.seconds.fixed(2)) s, "
                    + "\(cost.mebibytes.fixed(0)) MiB, \((Double(count) / cost.seconds).fixed(0)) lives/s"
            )
            sheet.note("\(count).seconds", .number(cost.seconds))
            sheet.note("\(count).mebibytes", .number(cost.mebibytes))
            for directory in directories { try FileManager.default.removeItem(atPath: directory) }
        }
        // A line through the first two, which the third may not leave upwards.
        let line = costs[1].seconds + 2 * (costs[1].seconds - costs[0].seconds)
        sheet.bound("time for 4 times the lives / on a line", costs[2].seconds / line, atMost: 1.2)
        sheet.bound(
            "memory for 4 times the lives, more", costs[2].mebibytes - costs[0].mebibytes,
            atMost: 5, unit: " MiB")
    }

    private struct Cost {
        var seconds: Double
        var mebibytes: Double
    }

    // MARK: Shares

    private struct Sample {
        var options: StressOptions
        /// What lives have reached, each as JSON.
        var lines: [String]
    }

    private static let sampleSize = 200

    /// The lines of real lives.
    private func sample(in folder: String) throws -> Sample {
        let directory = folder + "/sample"
        let run = try CommandRun([
            builtCommand.path, "stress", app.path, "--cases", "\(Self.sampleSize)", "--seed", "1",
            "--shrink", "0", "--output", directory,
        ])
        let status = run.finish().status
        guard status == 0 || status == 1,
            let journal = FileManager.default.contents(atPath: directory + "/lives.jsonl")
        else { throw BareError("`relaunch stress` ended with status \(status)", 0) }
        let lines = try journal.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try JSON(parsing: String(decoding: line, as: UTF8.self))["life"]?["_0"]?.text
        }
        return Sample(options: try StressDirectory.read(directory).options, lines: lines)
    }

    /// Shares of so many lives, which nobody has summed up.
    private func makeShares(
        of count: Int, _ sample: Sample, in folder: String
    ) throws -> [String] {
        let parts = try sample.lines.map { line in
            guard let range = line.firstRange(of: /"life":\d+/) else {
                throw BareError("a journal has a life without a number", 0)
            }
            return (line[..<range.lowerBound], line[range.upperBound...])
        }
        return try (1...shares).map { number in
            var options = sample.options
            options.cases = count
            options.share = StressOptions.Share(number: number, count: shares)
            let directory = "\(folder)/share-\(number)"
            _ = try StressDirectory.make(directory, options)
            let file = try FileHandle(
                forWritingTo: URL(fileURLWithPath: directory + "/lives.jsonl"))
            defer { try? file.close() }
            var text = ""
            for life in stride(from: number - 1, to: count, by: shares) {
                let part = parts[life % parts.count]
                text += "{\"life\":{\"_0\":\(part.0)\"life\":\(life)\(part.1)}}\n"
                if text.utf8.count > 1 << 20 {
                    try file.write(contentsOf: Data(text.utf8))
                    text = ""
                }
            }
            try file.write(contentsOf: Data(text.utf8))
            return directory
        }
    }

    private func merge(_ directories: [String], in folder: String) throws -> Cost {
        let begin = ContinuousClock.now
        let run = try CommandRun([builtCommand.path, "merge"] + directories)
        let (status, kibibytes) = run.finish()
        guard status == 0 || status == 1 else {
            throw BareError("`relaunch merge` ended with status \(status)", 0)
        }
        return Cost(
            seconds: (ContinuousClock.now - begin).seconds, mebibytes: Double(kibibytes) / 1024)
    }
}
