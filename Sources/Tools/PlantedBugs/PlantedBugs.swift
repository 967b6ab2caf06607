import ArgumentParser
import CrashStates
import Foundation
import Relaunch

/// `relaunch-planted-bugs`: audits every planted bug and its twin, and says which are found.
@main
struct PlantedBugs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relaunch-planted-bugs",
        abstract: "Audit the planted bugs: is each found, and is its right twin left in peace?",
        discussion: """
            For each bug of Tests/Targets/Planted: found or missed, by which rules, after how many \
            cases and in what time; and what the audit of its twin says. It is the general audit, \
            with no word of which bug it is about.

            With --stress, random lives alone are to find each within a minute, by two workers: how long \
            that takes, how short the scenario becomes, whether it fails again each time by itself and \
            passes on the twin; and half a minute of lives of the twin.

            EXIT STATUS
              0  every bug is found, and no twin gives an alarm
              1  a bug is missed, or a twin gives an alarm; with --stress, less than 95 % of the bugs are \
            found that a life can show, or a scenario is not as it should be
              2  an audit had no result
            """)

    @Option(help: ArgumentHelp("Audit each so often, with another seed.", valueName: "number"))
    var runs = 1

    @Option(help: ArgumentHelp("The first run's seed; the others follow.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Only bugs of these names, or of these rules.", valueName: "names"))
    var filter: [String] = []

    @Flag(help: "Go on with a bug that is found, and say which other rules it breaks.")
    var toTheEnd = false

    @Flag(inversion: .prefixedNo, help: "Audit the right twins too.")
    var twins = true

    @Flag(help: "Stress, and do not audit.")
    var stress = false

    @Option(help: ArgumentHelp("So many of the bugs, which --seed draws.", valueName: "number"))
    var sample: Int?

    @Option(
        help: ArgumentHelp(
            "How often each scenario file is run, with --stress.", valueName: "number"))
    var reruns = 20

    @Option(
        help: ArgumentHelp(
            "The command that audits. (default: 'relaunch' beside this program)",
            valueName: "path"))
    var relaunch: String?

    @Flag var catalogue = CatalogueName.catalogue

    @Flag(help: "List the bugs and end.")
    var list = false

    func validate() throws {
        if let sample, sample < 1 {
            throw ValidationError("--sample is \(sample); at least 1 is needed")
        }
        if reruns < 0 { throw ValidationError("--reruns is \(reruns); 0 or more is needed") }
        if runs < 1 { throw ValidationError("--runs is \(runs); at least 1 is needed") }
    }

    func run() throws {
        do {
            let isGood = try audit()
            if !isGood { throw ExitCode(1) }
        } catch let error as PlantedBugsError {
            FileHandle.standardError.write(Data("relaunch-planted-bugs: \(error)\n".utf8))
            throw ExitCode(2)
        }
    }

    private func audit() throws -> Bool {
        let products = Executable.folder ?? "."
        let layout = try Layout(
            from: FileManager.default.currentDirectoryPath, products: products)
        let entries = try drawn(of: chosen(of: layout.entries(of: catalogue)))
        if list {
            for entry in entries { print("\(entry.rule)\t\(entry.name)\t\(entry.standsOn)") }
            return true
        }
        if stress { return try stressAll(entries, layout) }
        var tally = Tally()
        for run in 0..<runs {
            let seed = seed &+ UInt64(run)
            say("run \(run + 1) of \(runs) · seed \(seed)")
            for entry in entries {
                let row = try row(of: entry, layout, seed)
                say(row.line)
                tally.count(row)
            }
        }
        say("\n" + tally.text(bugs: entries.count, runs: runs))
        return tally.isGood
    }

    private func stressAll(_ entries: [CatalogueEntry], _ layout: Layout) throws -> Bool {
        var tally = StressTally()
        say("stress of \(entries.count) bugs · seed \(seed)")
        for entry in entries {
            let row = try stressRow(of: entry, layout)
            say(row.line)
            tally.count(row)
        }
        say("\n" + tally.text)
        return tally.isGood
    }

    private func stressRow(of entry: CatalogueEntry, _ layout: Layout) throws -> StressRow {
        let program = try layout.program(of: entry)
        let relaunch = relaunch ?? layout.products + "/relaunch"
        let folder = FileManager.default.temporaryDirectory.path + "/planted-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bug = try StressTrial(
            of: program, arguments: [entry.name], seed: seed, seconds: StressRow.seconds.bug,
            isEndedByFailure: true, with: relaunch, in: folder)
        let files = try bug.files.map { file in
            let (failed, passes) = try StressTrial.rerun(
                file, of: entry.name, times: reruns, with: relaunch, in: folder)
            return StressRow.File(failed: failed, passesOnTwin: passes)
        }
        let twin =
            try twins
            ? StressTrial(
                of: program, arguments: [entry.name, "--right"], seed: seed,
                seconds: StressRow.seconds.twin, isEndedByFailure: false, with: relaunch, in: folder
            )
            : nil
        return StressRow(entry: entry, bug: bug, files: files, twin: twin, times: reruns)
    }

    /// Those that the seed draws, in the order of the catalogue.
    private func drawn(of entries: [CatalogueEntry]) -> [CatalogueEntry] {
        guard let sample else { return entries }
        var generator = SeededGenerator(seed: seed)
        let chosen = entries.indices.shuffled(using: &generator).prefix(sample).sorted()
        return chosen.map { entries[$0] }
    }

    /// Each line can be read when its bug is done, also in a file.
    private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private func chosen(of entries: [CatalogueEntry]) throws -> [CatalogueEntry] {
        guard !filter.isEmpty else { return entries }
        let chosen = entries.filter { entry in
            filter.contains { entry.name.contains($0) || entry.rule == $0.uppercased() }
        }
        guard !chosen.isEmpty else {
            throw PlantedBugsError.nothingChosen(filter.joined(separator: " "))
        }
        return chosen
    }

    private func row(
        of entry: CatalogueEntry, _ layout: Layout, _ seed: UInt64
    ) throws -> Row {
        let program = try layout.program(of: entry)
        let relaunch = relaunch ?? layout.products + "/relaunch"
        func audit(_ form: [String], until end: Audit.End) throws -> Audit {
            try Audit(
                of: program, arguments: [entry.name] + form, seed: seed, until: end,
                with: relaunch, in: layout.root)
        }
        let end = catalogue == .happened ? Audit.End.anyRule : .rule(entry.rule)
        return Row(
            entry: entry, bug: try audit([], until: toTheEnd ? .itself : end),
            twin: twins ? try audit(["--right"], until: .itself) : nil)
    }
}
