import Foundation
import TestSupport
import Testing

/// `relaunch audit SUITE.swift`: the rules for a program that speaks no protocol.
@Suite(.enabled(if: Tool.isThere("python3"), "there is no 'python3' on the PATH"))
struct SuiteAuditTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write()
    }

    /// The suite, and its program with a part replaced.
    private func write(
        durability: String = ".eachAction", state: String = "State(file: \"kv.json\")",
        invariant: String = "", _ part: String = "", by other: String = ""
    ) throws {
        try folder.write(
            """
            import Relaunch

            let store = Suite(
                "Store", target: .service(
                    "./kv.py", "serve", ready: .socket("kv.sock"), durability: \(durability))
            ) {
                \(state)
                Action("set", ["key": .oneOf("a", "b"), "value": .string(maxLength: 9)]) { a in
                    kv("set", a.key, a.value)
                }
                \(invariant)
                Scenario("a scenario that fails is none of the audit's") { Launch(); Expect("a", equals: 1) }
            }

            private func kv(_ words: String...) -> Run { Run("./kv.py", arguments: words) }

            """, to: "Store.swift")
        let program = try RelaunchProcess.example("kv.py")
            .replacingOccurrences(of: part, with: other)
        let path = try folder.write(program, to: "kv.py")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func audit(_ arguments: String...) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(["audit", "Store.swift", "--seed", "3"] + arguments, in: folder)
            .finish()
    }

    /// The rules of the lines that begin with a sign.
    private func rules(_ verdict: String, in run: RelaunchProcess.Outcome) -> Set<String> {
        let lines = run.error.split(separator: "\n").filter { $0.contains(verdict) }
        // Several with one reason are in one line.
        let lists = lines.compactMap { $0.firstMatch(of: /[A-Z]\d+(, [A-Z]\d+)*\b/)?.0 }
        return Set(lists.flatMap { $0.components(separatedBy: ", ") })
    }

    @Test func aServiceThatKeepsItsPromiseKeepsEachRule() async throws {
        let run = try await audit()
        #expect(run.status == 0, "\(run.error)")
        #expect(
            rules("✔ kept", in: run)
                == ["D1", "D11", "R18", "D15", "S13", "S2", "S16", "R7", "W1", "W5"])
        #expect(Set(folder.names()).subtracting([".relaunch"]) == ["Store.swift", "kv.py"])
    }

    @Test func whatIsNeverWrittenIsFoundByEachRuleThatItConcerns() async throws {
        try write(state: "State { kv(\"dump\") }", "os.replace(new, DATA)", by: "pass")
        let run = try await audit("--rule", "D1,D11,S13,W5")
        #expect(run.status == 1)
        #expect(rules("✘ broken", in: run) == ["D1", "D11", "S13"], "\(run.error)")
        #expect(rules("✔ kept", in: run) == ["W5"])
    }

    @Test func aMissingSyncIsFoundAndReplayed() async throws {
        try write("if syncs:", by: "if False:")
        let run = try await audit("--rule", "S13,S2")
        #expect(rules("✘ broken", in: run) == ["S2"], "\(run.error)")
        let replay = try #require(run.error.firstMatch(of: /--replay '([^']*)'/)).1
        let again = try await audit("--replay", String(replay))
        #expect(again.status == 1, "\(again.error)")
        let place = again.error.firstMatch(of: #/(\S+): error: /#)?.1
        #expect(place == "Store.swift:1:1", "it points at what is audited, and not into the rules")
    }

    @Test func whatIsNotPromisedIsNotAskedFor() async throws {
        try write(durability: ".throughKills", "if syncs:", by: "if False:")
        let kills = try await audit("--rule", "S13,S2")
        #expect(kills.status == 0, "\(kills.error)")
        #expect(rules("– not applicable", in: kills) == ["S2"])
        try write(durability: ".none")
        let nothing = try await audit("--rule", "D1,S13,D15")
        #expect(rules("– not applicable", in: nothing) == ["D1", "S13"], "\(nothing.error)")
    }

    @Test func aStateThatIsAnotherEachTimeJudgesNothing() async throws {
        try write(state: "State(as: .text) { Run(\"cat\", \"/proc/sys/kernel/random/uuid\") }")
        let run = try await audit("--rule", "D1,R7")
        #expect(rules("– not applicable", in: run) == ["D1"], "\(run.error)")
        #expect(rules("✔ kept", in: run) == ["R7"])
        #expect(run.error.contains("note:"))
    }

    @Test func aStateThatNoActionChangesJudgesNothing() async throws {
        try write(state: "State(file: \"settings.json\")")
        let run = try await audit("--rule", "D1,S13,W5")
        #expect(rules("– not applicable", in: run) == ["D1", "S13"], "\(run.error)")
        #expect(rules("✔ kept", in: run) == ["W5"])
    }

    @Test func anInvariantIsHeldAfterEachLaunch() async throws {
        try write(invariant: "Invariant(\"a is never set\") { Expect(\"a\", .isMissing) }")
        let run = try await audit("--rule", "D1")
        #expect(run.status == 1)
        #expect(rules("✘ broken", in: run) == ["D1"], "\(run.error)")
    }

    @Test(arguments: [
        "--command", "--rule D4", "-- --verbose", "--expect S2",
    ])
    func wrongUseIsAnswered(_ words: String) async throws {
        let run = try await RelaunchProcess(
            ["audit", "Store.swift"] + words.split(separator: " ").map(String.init), in: folder
        ).finish()
        #expect(run.status == 64)
        try expectGolden(run, of: words)
    }

    @Test func aSuiteThatIsNotThereOrSaysTooLittleIsRefused() async throws {
        let missing = try await RelaunchProcess(["audit", "Nothing.swift"], in: folder).finish()
        #expect(missing.status == 64)
        try expectGolden(missing, of: "missing")
        try folder.write(
            """
            import Relaunch
            let store = Suite("Store", target: .service("./kv.py", ready: .socket("kv.sock"))) {
                Scenario("a") { Launch() }
            }
            """, to: "Store.swift")
        let idle = try await audit()
        #expect(idle.status == 64)
        try expectGolden(idle, of: "idle")
    }
}
