import ArgumentParser
import CrashStates
import Relaunch
import RelaunchStress

/// What is stressed: a program that speaks the target protocol, or what a suite describes.
struct StressedTarget {
    let name: String
    let arguments: [String]

    init(_ name: String, _ arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// Whether it is a file with a suite.
    static func isSuite(_ name: String) -> Bool { name.hasSuffix(".swift") }

    /// Refuses a suite's file that is not there, and options for what the suite says itself.
    ///
    /// - Parameter others: how they are called, and whether they are given.
    static func validate(_ file: String, without others: [(String, Bool)]) throws {
        if let first = others.first(where: \.1) {
            throw ValidationError(
                "'\(file)' is a suite, which says what is driven; leave \(first.0) out")
        }
        if FileStamp(file) == nil {
            throw ValidationError("\(FileSelection.NotThere(path: file))")
        }
    }

    /// A run of it, with what tells its build.
    func options(seed: UInt64, cases: Int?) throws -> StressOptions {
        guard let suite = CommandLibrary.suite else {
            var options = StressOptions(
                name: name, executable: try NamedTarget.executable(name), arguments: arguments,
                seed: seed, cases: cases)
            options.targetDigest = Self.digest([options.executable])
            return options
        }
        try Self.check(suite, "stressed", for: [.executable, .actions])
        var options = StressOptions(
            name: name, executable: try NamedTarget.executable(suite.target.executable, of: suite),
            arguments: [], seed: seed, cases: cases)
        options.suite = Path.absolute(name)
        options.kind = Self.kind(of: suite.target)
        options.timeLimitSeconds = suite.timeLimit.seconds
        options.targetDigest = Self.digest([options.executable, Path.absolute(name)])
        return options
    }

    private static func kind(of target: Target) -> StressOptions.Kind {
        if target.driver.can(.lifecycle) { return .app }
        return target.isAskedAtRest ? .command : .resident
    }

    /// Refuses a suite that does not say what can be done with its target.
    ///
    /// - Parameters:
    ///   - purpose: what cannot be done with it: `stressed`.
    ///   - needs: what its driver has to be able to do.
    static func check(
        _ suite: Suite, _ purpose: String, for needs: [DriverCapability]
    ) throws {
        let driver = suite.target.driver
        if let problem = suite.target.interfaceProblem {
            try refuse("in the suite '\(suite.name)' \(problem)")
        }
        if let missing = needs.first(where: { !driver.can($0) }) {
            let reason =
                missing == .actions && driver.can(.interface)
                ? "it declares no action; write at least one `Action(\"…\") { … }` beside its scenarios"
                : "its driver '\(driver.name)' has no \(missing.words)"
            return try refuse("the suite '\(suite.name)' cannot be \(purpose): \(reason)")
        }
    }

    private static func refuse(_ message: String) throws {
        printError("relaunch: error: \(message)")
        throw ArgumentParser.ExitCode(Relaunch.ExitCode.usage.rawValue)
    }

    private static func digest(_ files: [String]) -> UInt64 {
        files.reduce(0) { StableHash.mixed($0 ^ (FileDigest.digest(of: $1) ?? 0)) }
    }

    /// The source of the suite around a scenario; nil for a program that describes itself.
    static func frame(of options: StressOptions) throws -> SuiteFrame? {
        guard let path = options.suite else { return nil }
        let file = ScenarioFile(path: path)
        return SuiteFrame(of: SourceText(try readFile(path)), in: file.realDirectory)
    }
}
