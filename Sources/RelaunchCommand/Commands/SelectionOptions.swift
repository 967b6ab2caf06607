import ArgumentParser

/// Which scenarios a command is about.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: """
            Scenario files, folders of them, or scenarios: FILE::SCENARIO, the beginning of its name, \
            FILE:LINE, or a line of `relaunch list`. (default: the folder Scenarios)
            """,
        completion: .file(extensions: ["swift"]))
    var files: [String] = []

    @Option(
        name: .customLong("filter"), parsing: .singleValue,
        help: ArgumentHelp(
            "Take only scenarios whose 'SUITE/SCENARIO' contains this regular expression.",
            valueName: "regex"))
    var filters: [String] = []

    @Option(
        name: .customLong("skip"), parsing: .singleValue,
        help: ArgumentHelp("Leave out scenarios whose name contains this one.", valueName: "regex"))
    var skips: [String] = []

    @Option(
        help: ArgumentHelp(
            "Take the m-th of n parts: every n-th of the selected scenarios.",
            discussion: """
                Without --slice and --hash the shard variables of Bazel, GitLab, CircleCI, Buildkite and \
                Slurm arrays are honoured.
                """, valueName: "m/n"))
    var slice: String?

    @Option(
        help: ArgumentHelp(
            "Take the m-th of n parts, by a hash of each scenario's name.", valueName: "m/n"))
    var hash: String?

    func validate() throws {
        if slice != nil, hash != nil {
            throw ValidationError("--slice and --hash exclude each other; use one of them")
        }
        do {
            _ = try parsedFilters()
            _ = try parsedSkips()
            _ = try requestedSlice()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func parsedFilters() throws -> [NameFilter] {
        try filters.map { try NameFilter($0, option: "--filter") }
    }

    func parsedSkips() throws -> [NameFilter] {
        try skips.map { try NameFilter($0, option: "--skip") }
    }

    /// What the command line asks for, else what the environment does.
    func requestedSlice() throws -> Slice? {
        if let slice { return try Slice(slice, option: "--slice", division: .turns) }
        if let hash { return try Slice(hash, option: "--hash", division: .hash) }
        return try ShardVariables.slice(in: ProcessInfo.processInfo.environment)
    }
}
