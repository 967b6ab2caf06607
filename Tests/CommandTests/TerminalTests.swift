import Foundation
import Testing
import TestSupport

/// What a person sees on a terminal, and how the terminal is left.
@Suite(.serialized) struct TerminalTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // Nobody else sleeps for this long, so that what is seen stays.
        let long = "    Scenario(\"long\") { Launch(arguments: [\"100000\"]) }"
        try folder.write(
            Sample.file("Long", [long], target: ".command(\"sleep\")")
                .replacingOccurrences(of: ") {\n", with: ", timeLimit: .seconds(1000)) {\n"),
            to: "Long.swift")
    }

    private func run(_ arguments: String..., columns: Int = 80) throws -> TerminalProcess {
        try TerminalProcess(
            RelaunchProcess.path, arguments, in: folder, columns: columns,
            environment: ["RELAUNCH_CONTAINERS": folder.path("containers")])
    }

    /// What would be seen on a terminal that breaks no line, without times.
    private func masked(_ run: TerminalProcess) -> String {
        TerminalScreen(run.output, columns: 400).text.replacing(#/([ \x28]) *[0-9]+:[0-9]{2}\b/#) {
            "\($0.output.1)<clock>"
        }
        .replacing(#/process: +[0-9]+/#, with: "process:   <number>")
        .replacing(#/for [0-9.]+ (ms|s)\b/#, with: "for <time>")
    }

    /// Whether the scenario is shown to have run for at least that long. Not every second need be seen.
    private func isRunning(_ run: TerminalProcess, for seconds: Int) -> Bool {
        let clock = run.screen.firstMatch(of: #/([0-9]+):([0-9]{2})  Long/#)
        guard let clock else { return false }
        return Int(clock.1)! * 60 + Int(clock.2)! >= seconds
    }

    @Test(arguments: [80, 40])
    func aCaseThatRunsIsShownAndCtrlCEndsItCleanly(columns: Int) throws {
        let run = try run(
            "run", "Long.swift", "--color", "never", "--seed", "7", "--jobs", "1", columns: columns)
        // Two redraws by the clock alone: nothing happens meanwhile.
        try run.wait { isRunning($0, for: 2) }
        try expectGolden(masked(run), of: "running, \(columns) columns")
        #expect(!run.isAsBefore)
        run.type("\u{3}")
        #expect(try run.finish() == 130)
        #expect(run.isAsBefore)
        try expectGolden(masked(run), of: "ended, \(columns) columns")
    }

    @Test func aKeyAndASignalSayWhatGoesOn() throws {
        let run = try run("run", "Long.swift", "--color", "never", "--seed", "7", "--jobs", "1")
        // By then the process has been launched.
        try run.wait { isRunning($0, for: 1) }
        run.type("xt")
        // The answer is there in full when the progress is drawn below it again.
        try run.wait { $0.screen.contains("process:") && $0.screen.hasSuffix("100000\"])") }
        try expectGolden(masked(run), of: "t")
        try run.signal(SIGUSR1)
        try run.wait { $0.screen.components(separatedBy: "process:").count == 3 }
        run.type("\u{3}")
        #expect(try run.finish() == 130)
        #expect(run.isAsBefore)
    }

    private func bash() throws -> TerminalProcess {
        try TerminalProcess(
            "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], in: folder,
            environment: ["PS1": "$ ", "RELAUNCH_CONTAINERS": folder.path("containers")])
    }

    /// Keys are echoed, and arrive line by line.
    private func expectKeysAreTheShells(_ shell: TerminalProcess) throws {
        shell.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ,\n")
        try shell.wait { $0.screen.contains("icanon,echo,") }
    }

    /// The shell's own line shows whether keys are treated as they were: with echo, and line by line.
    @Test func aStoppedRunLeavesTheTerminalToTheShell() throws {
        let shell = try bash()
        shell.type("\(RelaunchProcess.path) run Long.swift --color never --jobs 1\n")
        try shell.wait { $0.screen.contains("1: Launch") }
        shell.type("\u{1A}")
        try shell.wait { $0.screen.contains("Stopped") }
        try expectKeysAreTheShells(shell)
        #expect(!shell.screen.contains("1: Launch"))
        shell.type("fg\n")
        try shell.wait { $0.screen.contains("1: Launch") }
        shell.type("\u{3}")
        try shell.wait { $0.screen.contains("130:") }
        shell.type("exit\n")
        #expect(try shell.finish() == 130)
        #expect(shell.isAsBefore)
    }

    /// A job in the background shows how far it is, and does not touch the keys of who is in front.
    @Test func aRunInTheBackgroundLeavesTheKeysAlone() throws {
        let shell = try bash()
        shell.type("\(RelaunchProcess.path) run Long.swift --color never --jobs 1 &\n")
        try shell.wait { isRunning($0, for: 2) }
        try expectKeysAreTheShells(shell)
        shell.type("kill -INT %1; wait; exit\n")
        #expect(try shell.finish() == 130 || shell.isAsBefore)
        #expect(shell.isAsBefore)
    }

    @Test func aLogHasNoEscapesAndASlowCaseIsNamed() async throws {
        let run = try RelaunchProcess(
            ["run", "Long.swift", "--slow", "0.5", "--events", "-"], in: folder)
        try await run.wait(forOutput: "stepStarted")
        let deadline = Date().addingTimeInterval(patience)
        while !run.error.contains("SLOW"), Date() < deadline { usleep(20_000) }
        run.signal(SIGUSR1)
        while !run.error.contains("process:"), Date() < deadline { usleep(20_000) }
        run.signal(SIGINT)
        let outcome = try await run.finish()
        #expect(outcome.error.contains("SLOW"))
        #expect(outcome.error.contains("process:"))
        #expect(!outcome.error.contains("\u{1B}"))
    }
}
