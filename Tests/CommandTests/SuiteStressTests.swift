import Foundation
import Testing
import TestSupport

/// `relaunch stress SUITE.swift`: random lives of a program that speaks no protocol.
@Suite struct SuiteStressTests {
    let folder: TemporaryFolder
    private static let suite = """
        import Relaunch

        let store = Suite(
            "Store", target: .service("./kv.py", "serve", ready: .socket("kv.sock"))
        ) {
            State { kv("dump") }
            Action("set", ["key": .oneOf("a", "b"), "value": .string(maxLength: 9)]) { a in
                kv("set", a.key, a.value)
            }
            INVARIANT
            Scenario("a store without a key is a store") {
                Launch()
                Kill(.system)
                Launch()
                Expect("a", .isMissing)
            }
        }

        private func kv(_ words: String...) -> Run { Run("./kv.py", arguments: words) }

        """

    init() throws {
        folder = try TemporaryFolder()
        try write()
    }

    /// The suite, and its program with a part replaced.
    private func write(
        invariant: String = "", _ part: String = "", by other: String = ""
    ) throws {
        try folder.write(
            Self.suite.replacingOccurrences(of: "INVARIANT", with: invariant), to: "Store.swift")
        let program = try RelaunchProcess.example("kv.py")
            .replacingOccurrences(of: part, with: other)
        let path = try folder.write(program, to: "kv.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func stress(_ arguments: String...) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(["stress"] + arguments, in: folder).finish()
    }

    private var failures: [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/out/failures")
        return (names ?? []).sorted()
    }

    @Test(.enabled(if: Tool.isThere("python3"), "there is no 'python3' on the PATH"))
    func aServiceThatKeepsItsPromiseGivesNoAlarm() async throws {
        let run = try await stress(
            "Store.swift", "--cases", "6", "--seed", "3", "--output", "out")
        #expect(run.status == 0, "\(run.error)")
        #expect(failures.isEmpty)
        #expect(Set(folder.names()).subtracting([".relaunch"]) == ["Store.swift", "kv.py", "out"])
    }

    @Test(.enabled(if: Tool.isThere("python3"), "there is no 'python3' on the PATH"))
    func whatWasAnsweredAndIsLostIsWrittenAsAScenarioOfTheSuite() async throws {
        try write("os.replace(new, DATA)", by: "pass")
        let run = try await stress(
            "Store.swift", "--cases", "4", "--seed", "3", "--shrink", "30", "--output", "out")
        #expect(run.status == 1, "\(run.error)")
        let name = try #require(failures.first)
        try expectGolden(try folder.read("out/failures/\(name)"), masking: [folder.path: "folder"])
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)")
        try write()
        let passing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(passing.status == 0, "\(passing.error)")
    }

    @Test(.enabled(if: Tool.isThere("python3"), "there is no 'python3' on the PATH"))
    func anInvariantIsHeldAfterEachAction() async throws {
        try write(invariant: "Invariant(\"a is never set\") { Expect(\"a\", .isMissing) }")
        let run = try await stress(
            "Store.swift", "--cases", "2", "--seed", "3", "--shrink", "30", "--output", "out")
        #expect(run.status == 1, "\(run.error)")
        #expect(failures == ["invariant-a-is-never-set.swift"])
        let failing = try await relaunch(
            "run", "out/failures/invariant-a-is-never-set.swift", in: folder)
        #expect(failing.status == 1, "\(failing.error)")
    }

    @Test func aSuiteThatCannotBeStressedIsAnswered() async throws {
        try folder.write(
            Sample.passing("A", ["x"]).replacingOccurrences(
                of: ".command(\"true\")",
                with: ".service(\"sleep\", \"9\", ready: .output(contains: \"x\"))"),
            to: "Idle.swift")
        try folder.write(Sample.passing("A", ["x"]), to: "Command.swift")
        try folder.write("import Relaunch\n", to: "Empty.swift")
        for arguments in [
            ["Idle.swift"], ["Command.swift"], ["Empty.swift"], ["Missing.swift"],
            ["Store.swift", "--loop", "crash"], ["Store.swift", "--", "x"],
        ] {
            let run = try await RelaunchProcess(["stress"] + arguments, in: folder).finish()
            try expectGolden(run, of: arguments.joined(separator: " "))
        }
    }

    @Test func aSuiteThatDoesNotCompileIsShownAsTheCompilerSaysIt() async throws {
        try folder.write(
            Sample.passing("A", ["x"]) + "let a: Int = \"\"\n", to: "Broken.swift")
        let run = try await relaunch("stress", "Broken.swift", in: folder)
        #expect(run.status == 101)
        #expect(run.error.contains("Broken.swift:"), "\(run.error)")
    }
}
