import Foundation
import Testing
import TestSupport

/// A debugger on the target of one case.
@Suite struct DebuggerTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let counter = RelaunchProcess.product("counter-c")
        // A person is slower than any time limit.
        try folder.write(
            """
            import Relaunch

            let suite = Suite("Counter", target: .app("\(counter)"), timeLimit: .seconds(2)) {
                Scenario("it counts") {
                    Launch(); Perform("increment")
                    Sweep(.system) { Background() }
                    Launch(); Expect("count", isOneOf: 0, 1)
                }

                Scenario("it starts") {
                    Launch(); Perform("increment"); Background(); Kill(.system)
                    Launch(); Expect("count", equals: 1)
                }
            }

            """, to: "A.swift")
    }

    /// Puts a debugger of the test's own first on the path.
    private func fakeDebugger(_ script: String) throws -> [String: String] {
        try folder.write("#!/bin/sh\n\(script)\n", to: "bin/gdb", isExecutable: true)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return ["PATH": "\(folder.path("bin")):\(path)"]
    }

    private static let hasGDB = FileManager.default.isExecutableFile(atPath: "/usr/bin/gdb")

    @Test(.enabled(if: hasGDB, "gdb is not here"), arguments: ["it counts::1", "it starts"])
    func itStopsAtTheStartOfTheTargetOnTheRebuiltState(name: String) async throws {
        let commands = [
            "info proc exe", "shell find . -name '*.json' -o -name 'count*'", "shell sleep 3",
            "break main", "continue", "continue", "quit",
        ]
        try folder.write(commands.joined(separator: "\n") + "\n", to: "commands")
        let run = try await RelaunchProcess(
            ["-c", "'\(RelaunchProcess.path)' replay 'A.swift::\(name)' --debugger gdb <commands"],
            in: folder, program: "/bin/sh"
        ).finish()
        #expect(run.status == 0, "\(run.output)\n\(run.error)")
        #expect(run.output.contains(/exe = '.*\/counter-c'/), "\(run.output)")
        #expect(run.output.contains(/Breakpoint 2, main/), "\(run.output)")
        #expect(run.seconds > 3)
    }

    @Test func aDebuggerThatEndsLetsTheCaseGoOn() async throws {
        let environment = try fakeDebugger("echo \"$@\" >'\(folder.path)/arguments'; exit 3")
        for launch in [[], ["--launch", "1"]] {
            let run = try await RelaunchProcess(
                ["replay", "A.swift::it starts", "--debugger", "gdb"] + launch, in: folder,
                environment: environment
            ).finish()
            #expect(run.status == 0, "\(run.error)")
            #expect(try folder.read("arguments").contains(/-p \d+\b/))
        }
    }

    @Test func interruptsAreTheDebuggers() async throws {
        let release = folder.path("release")
        let environment = try fakeDebugger("until [ -e '\(release)' ]; do sleep 0.02; done")
        let run = try RelaunchProcess(
            ["replay", "A.swift::it starts", "--debugger", "gdb", "--events", "-"], in: folder,
            environment: environment)
        try await run.wait(forOutput: #""event":"note""#)
        run.signal(SIGINT)
        run.signal(SIGINT)
        try folder.write("", to: "release")
        let outcome = try await run.finish()
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains(#""verdict":"passed""#))
    }

    @Test func whatEndsTheRunEndsTheDebugger() async throws {
        let run = try RelaunchProcess(
            ["replay", "A.swift::it starts", "--debugger", "gdb", "--events", "-"], in: folder,
            environment: fakeDebugger("exec sleep 600"))
        try await run.wait(forOutput: #""event":"note""#)
        run.signal(SIGTERM)
        #expect(try await run.finish().status == 143)
    }

    @Test(arguments: [
        ["A.swift::it counts", "--debugger", "gdb"],
        ["A.swift::it counts::1", "--debugger", "gdb", "--launch", "1"],
        ["A.swift::it starts", "--debugger", "gdb", "--launch", "3"],
        ["A.swift::it starts", "--debugger", "gdb", "--launch", "0"],
        ["A.swift::it starts", "--debugger", "dbx"],
        ["A.swift::it starts", "--launch", "1"],
    ])
    func whatCannotBeDebuggedIsRefused(arguments: [String]) async throws {
        let environment = try fakeDebugger("exit 0")
        let run = try await RelaunchProcess(
            ["replay"] + arguments, in: folder, environment: environment
        ).finish()
        #expect(run.status == (arguments.contains("gdb") && !arguments.contains("0") ? 2 : 64))
        try expectGolden(run, of: arguments.joined(separator: " "))
    }

    @Test func aDebuggerThatIsNotThereIsNamed() async throws {
        let run = try await relaunch(
            "replay", "A.swift::it starts", "--debugger", "gdb", in: folder,
            environment: ["PATH": "/nowhere"])
        #expect(run.status == 64)
        try expectGolden(run)
    }
}
