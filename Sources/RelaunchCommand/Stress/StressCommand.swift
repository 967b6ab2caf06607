import ArgumentParser
import CrashStates
import Relaunch
import RelaunchStress

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `relaunch stress`.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress", abstract: "Live random lives of a target, and shorten what fails.",
        discussion: """
            A life is a row of actions that the target announces, of saves, and of deaths of every kind, \
            at every kind of place, in a world that changes. After each death the target has to start, \
            and to show what was saved last or what was being saved. What fails is made as short as it \
            can be, and written as a scenario file.

            EXAMPLES
              relaunch stress notes --for 10m            a product of this package
              relaunch stress ./app --cases 5000         so many lives
              relaunch stress timer -- --naive           with arguments for the target
              relaunch stress Scenarios/Service.swift    what a suite describes
              relaunch stress notes --corpus stress      keep the lives that reached something new
              relaunch stress notes --cases 100000 --seed 7 --slice 2/8
                                                         the second of eight shares; see `merge`
              relaunch stress --resume .relaunch/stress/notes-7
                                                         go on with a run that was killed
              relaunch stress --loop crash notes         crash and launch, and watch what grows

            EXIT STATUS
              0    nothing failed
              1    something failed; a scenario file was written for each
              2    the harness could not do its work
              130  interrupted (143: terminated); what is known is kept for --resume
            """)

    @Argument(
        help: """
            The program: a product of the enclosing package, a path with a '/', or a program on the PATH; \
            or a file with a suite that says what can be done with its target.
            """)
    var target: String?

    @Argument(parsing: .postTerminator, help: "Arguments for each launch of the target.")
    var arguments: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Begin no new life after this time, such as 90s, 10m or 8h. (default: 1m)",
            valueName: "time"))
    var time: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Live so many lives.", valueName: "number"))
    var cases: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The seed of every random choice. (default: a new one each time)", valueName: "number"))
    var seed: UInt64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many lives are lived at once. (default: the number of cores)", valueName: "number")
    )
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            """
            Live one of n shares of the lives that --cases says. (default: what Slurm, Bazel, GitLab, \
            CircleCI or Buildkite say in the environment)
            """, valueName: "m/n"))
    var slice: String?

    @Option(
        help: ArgumentHelp(
            """
            Begin with the lives of this directory, and keep those in it that reached something new.
            """, valueName: "folder"), completion: .directory)
    var corpus: String?

    @Option(
        help: ArgumentHelp(
            "Where what is known is written. (default: .relaunch/stress/TARGET-SEED)",
            valueName: "folder"), completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("Go on with the run of this directory.", valueName: "folder"),
        completion: .directory)
    var resume: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many lives are lived at most to make one failure short.", valueName: "number"))
    var shrink = 400

    @Flag(help: "Begin no new life after the first failure.")
    var untilFailure = false

    @Option(
        help: ArgumentHelp(
            "Do the same again and again, and watch what grows: 'crash'.", valueName: "what"))
    var loop: LoopKind?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            After how many crashes in a row the target promises to start without restoring. \
            (default: 3)
            """, valueName: "number"))
    var crashLimit: Int?

    /// What a loop does.
    enum LoopKind: String, ExpressibleByArgument, CaseIterable { case crash }

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); at least 1 is needed") }
        if let cases, cases < 1 {
            throw ValidationError("--cases is \(cases); at least 1 is needed")
        }
        if shrink < 0 { throw ValidationError("--shrink is \(shrink); 0 or more is needed") }
        if let crashLimit, crashLimit < 1 {
            throw ValidationError("--crash-limit is \(crashLimit); at least 1 is needed")
        }
        if let time, Phrases.duration(time) == nil {
            throw ValidationError(
                "'\(time)' after --for is not a time: write a number and s, m or h, such as 10m")
        }
        if slice != nil, cases == nil {
            throw ValidationError(
                "--slice is a share of the lives that --cases says; write both, or leave it out")
        }
        if try chosenShare().count > 1, seed == nil {
            throw ValidationError(
                "a share is one of the lives of one seed; say the same --seed for every share")
        }
        if resume != nil {
            let others: [(String, Bool)] = [
                ("the name of a target", target != nil), ("--seed", seed != nil),
                ("--slice", slice != nil), ("--output", output != nil), ("--loop", loop != nil),
                ("--cases", cases != nil), ("--crash-limit", crashLimit != nil),
            ]
            if let first = others.first(where: \.1) {
                throw ValidationError(
                    "--resume goes on with what its run was about; leave \(first.0) out")
            }
        } else if target == nil {
            throw ValidationError("name the target to stress, or --resume a run")
        }
        if let target, StressedTarget.isSuite(target) {
            try StressedTarget.validate(
                target,
                without: [
                    ("--loop", loop != nil), ("arguments after `--`", !arguments.isEmpty),
                ])
        }
        if loop != nil {
            let others: [(String, Bool)] = [
                ("--slice", slice != nil), ("--corpus", corpus != nil),
            ]
            if let first = others.first(where: \.1) {
                throw ValidationError("--loop has no use for \(first.0); leave it out")
            }
        }
    }

    /// The file whose suite describes what is stressed; nil for a program that describes itself.
    private var suiteFile: String? {
        if let target { return StressedTarget.isSuite(target) ? target : nil }
        return resume.flatMap { try? StressDirectory.read(Path.absolute($0)).options.suite }
    }

    /// What the command line asks for, else what the environment does, of lives that have a number.
    private func chosenShare() throws -> StressOptions.Share {
        let whole = StressOptions.Share(number: 1, count: 1)
        guard cases != nil, loop == nil else { return whole }
        do {
            let chosen =
                try slice.map { try Slice($0, option: "--slice", division: .turns) }
                ?? ShardVariables.slice(in: ProcessInfo.processInfo.environment)
            return chosen.map { StressOptions.Share(number: $0.number, count: $0.count) } ?? whole
        } catch { throw ValidationError("\(error)") }
    }

    func run() throws {
        if CommandLibrary.suite == nil, let file = suiteFile {
            return try SuiteHostProgram(file: ScenarioFile(path: file)).become()
        }
        let share = try chosenShare()
        let bazel = BazelTest(in: ProcessInfo.processInfo.environment)
        bazel.begin(honoursShards: slice == nil && share.count > 1)
        defer { bazel.end() }
        var execution = StressExecution()
        let settings = try ProjectSettings.load()
        var chosen = settings
        execution.jobs = chosen.choose(jobs, "jobs", \.jobs) ?? coreCount()
        execution.corpus = corpus
        execution.seconds = time.flatMap(Phrases.duration)?.seconds
        if let resume {
            execution.resumed = resume
            return try execution.perform()
        }
        let name = target ?? ""
        let seed = seed ?? UInt64.random(in: 1...999_999_999)
        var options = try StressedTarget(name, arguments).options(seed: seed, cases: cases)
        options.crashLimit = chosen.choose(crashLimit, "crashLimit", \.crashLimit) ?? 3
        options.share = share
        options.shrinkingBudget = shrink
        options.endsAtFailure = untilFailure
        if cases == nil, execution.seconds == nil { execution.seconds = 60 }
        options.seconds = execution.seconds
        if loop != nil {
            return try LoopExecution(options: options, seconds: execution.seconds).perform()
        }
        let suffix = share.count > 1 ? "-\(share.number)of\(share.count)" : ""
        let state = StateDirectory()
        let stem = Path.name(of: name).split(separator: ".").first.map(String.init) ?? "target"
        let folder = output ?? "\(state.path)/stress/\(stem)-\(seed)\(suffix)"
        if output == nil {
            do { try state.prepare("\(state.path)/stress") } catch {
                throw ValidationError("\(error)")
            }
        }
        execution.folder = Path.absolute(folder)
        execution.options = options
        try execution.perform()
    }
}
