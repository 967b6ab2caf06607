#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a run was started.
public struct RunDescription: Sendable, Equatable {
    /// The version of Relaunch.
    public var relaunch: String
    /// What every random choice of the run is drawn from.
    public var seed: UInt64
    /// How many cases run at once.
    public var jobs: Int
    /// The scenario files, as they were named.
    public var files: [String]
    /// How often each scenario runs; nil where they run until a case does not pass.
    public var rounds: Int?

    /// Describes a run. Nothing is checked.
    public init(relaunch: String, seed: UInt64, jobs: Int, files: [String], rounds: Int? = 1) {
        self.rounds = rounds
        self.relaunch = relaunch
        self.seed = seed
        self.jobs = jobs
        self.files = files
    }
}

/// A suite and its scenarios, as they stand in a file.
public struct SuiteDescription: Sendable, Equatable {
    /// The name that the suite has in its file.
    public var name: String
    /// The scenario file's path, relative to the working directory where it lies below it.
    public var file: String
    /// What the suite drives.
    public var target: TargetDescription
    /// What is wrong with the suite as a whole, such as two scenarios of one name; then none of them runs.
    public var problem: String?
    /// The scenarios in the order of the file, those included that will be skipped.
    public var scenarios: [ScenarioDescription]

    /// Describes a suite. Nothing is checked.
    public init(
        name: String, file: String, target: TargetDescription, problem: String? = nil,
        scenarios: [ScenarioDescription]
    ) {
        self.name = name
        self.file = file
        self.target = target
        self.problem = problem
        self.scenarios = scenarios
    }
}

/// A scenario before it runs.
public struct ScenarioDescription: Sendable, Equatable {
    /// The scenario's name, which no other scenario of a correct suite has.
    public var name: String
    /// Where the scenario begins in its file, from 1.
    public var line: Int
    /// Wrong use that was found before anything was launched, one message each.
    public var problems: [Failure]
    /// Why it will not run on this machine, where that is so.
    public var skipped: String?
    /// The rule that it is a trial of, in an audit.
    public var rule: RuleReference?

    /// Describes a scenario. Nothing is checked.
    public init(
        name: String, line: Int, problems: [Failure] = [], skipped: String? = nil,
        rule: RuleReference? = nil
    ) {
        self.rule = rule
        self.name = name
        self.line = line
        self.problems = problems
        self.skipped = skipped
    }
}

extension ScenarioDescription {
    /// The scenario as a case, whose text is what the command line calls it.
    package func identity(in suite: SuiteDescription) -> CaseIdentity {
        CaseIdentity(file: suite.file, suite: suite.name, scenario: name, line: line)
    }
}

/// What a suite drives, as far as it is to be said in text.
public struct TargetDescription: Sendable, Equatable {
    /// The driver's name: `app`, `command`, or that of an external one.
    public var driver: String
    /// What the driver can do, in the order of the names; nil in streams that are older.
    public var capabilities: [DriverCapability]?
    /// The executable as the suite names it.
    public var executable: String
    /// Other products that scenarios update it to; nil where there are none.
    public var updates: [String]?

    /// Describes a target. The capabilities are sorted by name.
    public init(
        driver: String, capabilities: Set<DriverCapability>? = nil, executable: String,
        updates: [String]? = nil
    ) {
        self.driver = driver
        self.capabilities = capabilities?.sorted { $0.rawValue < $1.rawValue }
        self.executable = executable
        self.updates = updates
    }
}

/// Which case this is: a scenario, and the branch that was taken at each step that has several.
public struct CaseIdentity: Sendable, Hashable {
    /// The scenario file's path, as ``SuiteDescription/file`` has it.
    public var file: String
    /// The suite's name.
    public var suite: String
    /// The scenario's name.
    public var scenario: String
    /// The name of the branch at each branching step, in order; empty for a scenario without.
    public var branches: [String]
    /// The scenario's line in its file.
    public var line: Int
    /// In which round it ran, counted from 1, where scenarios run several times.
    public var round: Int?

    /// The identity of a scenario's case, or of one of its branches.
    public init(
        file: String, suite: String, scenario: String, branches: [String] = [], line: Int,
        round: Int? = nil
    ) {
        self.round = round
        self.file = file
        self.suite = suite
        self.scenario = scenario
        self.branches = branches
        self.line = line
    }

    /// Whether it is where another case began: a case that comes to several branches goes on under the name
    /// of the first of them.
    package func isBeginning(of other: CaseIdentity) -> Bool {
        file == other.file && suite == other.suite && scenario == other.scenario
            && round == other.round
            && other.branches.starts(with: branches)
    }

    /// `FILE::SCENARIO` or `FILE::SCENARIO::BRANCH…`: what `relaunch replay` takes.
    public var text: String { ([file, scenario] + branches).joined(separator: "::") }

    /// `SCENARIO` or `SCENARIO › BRANCH…`, for people, with the round where there are several.
    public var title: String {
        ([scenario] + branches).joined(separator: " › ") + (round.map { " (round \($0))" } ?? "")
    }
}

/// A place in a scenario file.
public struct FileLocation: Sendable, Hashable, CustomStringConvertible {
    /// The file as `#fileID` names it: the module and the file's name. Empty where it is not known.
    public var fileID: String
    /// The file's path.
    public var file: String
    /// From 1.
    public var line: Int
    /// In UTF-8 bytes, from 1.
    public var column: Int

    /// A place that nobody checks. Steps make theirs of `#fileID`, `#filePath`, `#line` and
    /// `#column`.
    public init(fileID: String = "", file: String, line: Int, column: Int) {
        self.fileID = fileID
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file):\(line):\(column)" }

    /// The module whose source it is in.
    var module: Substring { fileID.prefix { $0 != "/" } }

    /// A path that is meant relative to the file's folder.
    func path(beside name: String) -> String {
        guard !name.hasPrefix("/"), let end = file.lastIndex(of: "/") else { return name }
        return file[...end] + name
    }

    /// The same as an absolute path, without `.` and `..`: what is started is started in a container.
    /// Where the folder is a link, it is meant relative to where that leads.
    package func absolutePath(beside name: String) -> String {
        var place = self
        if let end = file.lastIndex(of: "/"), let folder = Self.real(String(file[..<end])) {
            place.file = folder + file[end...]
        }
        let path = place.path(beside: name)
        let whole =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func real(_ path: String) -> String? {
        guard let buffer = realpath(path, nil) else { return nil }
        defer { free(buffer) }
        return String(cString: buffer)
    }
}
