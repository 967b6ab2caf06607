import Foundation
import Testing
import TestSupport

/// `relaunch stress SUITE.swift`: random lives of a program that runs to its end.
@Suite struct CommandStressTests {
    let folder: TemporaryFolder

    /// A store of two values; `WAY` says how one is set.
    private static let suite = #"""
        import Relaunch

        let store = Suite("Store", target: .command("./store.sh"DURABILITY)) {
            Setup { Run("mkdir", "values") }
            State { Run("./store.sh", "show") }
            Action("set", ["key": .oneOf("a", "b"), "value": .string(minLength: 1, maxLength: 9)]) { a in
                Launch(arguments: ["set", a.key, a.value])
            }
            INVARIANT
            for value in ["x", "y"] {
                Scenario("what was set is there: \(value)") {
                    Perform("set", ["key": "a", "value": .string(value)])
                    Expect("", equals: .string("a: " + value))
                }
            }
        }

        """#
    private static let program = """
        #!/bin/sh
        set -eu
        show() { cd values; for key in *; do [ ! -e "$key" ] || echo "$key: $(cat "$key")"; done; }
        set_() {
            WAY
        }
        case $1 in
        show) show ;;
        set) shift; set_ "$@" ;;
        esac
        """

    private enum Way: String {
        case whole = #"printf %s "$2" > new; mv new "values/$1""#
        case inPlace = #": > "values/$1"; printf %s "$2" >> "values/$1""#
        case locked = """
            mkdir lock 2> /dev/null || { echo 'locked: remove the lock' >&2; exit 1; }
            printf %s "$2" > new; mv new "values/$1"; rmdir lock
            """
        /// What a death leaves of a line is glued to the next one.
        case glued = #"printf %s "$1=$2" >> values/log; echo >> values/log"#
        case lines = #"printf '%s\n' "$1=$2" >> values/log"#
        case refusing = "echo 'no such thing' >&2; exit 3"
        case synced = #"""
            printf %s "$2" > new; sync new; mv new "values/$1"; sync values
            """#
    }

    init() throws {
        folder = try TemporaryFolder()
        try write(.whole)
    }

    private func write(_ way: Way, invariant: String = "", durability: String = "") throws {
        try folder.write(
            Self.suite.replacingOccurrences(of: "INVARIANT", with: invariant)
                .replacingOccurrences(of: "DURABILITY", with: durability), to: "Store.swift")
        try folder.write(
            Self.program.replacingOccurrences(of: "WAY", with: way.rawValue), to: "store.sh",
            isExecutable: true)
    }

    private func stress(_ arguments: String...) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(
            ["stress", "Store.swift", "--seed", "3", "--shrink", "40", "--output", "out"]
                + arguments, in: folder
        ).finish()
    }

    private var failures: [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/out/failures")
        return (names ?? []).sorted()
    }

    /// Whether the power has failed in an action of any life.
    private func hasLostPower() throws -> Bool {
        let text = try folder.read("out/result.json")
        let result = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let reached = try #require(result?["reached"] as? [String: Any])
        return reached["move power failure in an action"] != nil
    }

    /// The only failure is one of this cause; its scenario fails, and passes once the program is mended.
    private func expectFinding(
        _ name: String, durability: String = "", mendedBy way: Way = .whole
    ) async throws {
        #expect(failures == [name])
        let text = try folder.read("out/failures/\(name)")
        try expectGolden(text, of: name, masking: [folder.path: "folder"])
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)")
        try write(way, durability: durability)
        let passing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(passing.status == 0, "\(passing.error)")
    }

    @Test func aCommandThatKeepsItsPromiseGivesNoAlarm() async throws {
        let run = try await stress("--cases", "12")
        #expect(run.status == 0, "\(run.error)")
        #expect(failures.isEmpty)
        #expect(try !hasLostPower())
        #expect(
            Set(folder.names()).subtracting([".relaunch"]) == ["Store.swift", "store.sh", "out"])
        let scenario = try await relaunch("run", "Store.swift", in: folder)
        #expect(scenario.status == 0, "\(scenario.error)")
    }

    @Test func anActionThatIsThereInPartIsWrittenAsAScenario() async throws {
        try write(.inPlace)
        let run = try await stress("--cases", "12")
        #expect(run.status == 1, "\(run.error)")
        try await expectFinding("otherstate-kill-inside-an-action.swift")
    }

    /// Sweeps in sweeps would visit too many states: the earlier deaths are left out of the scenario.
    @Test func aLifeOfManyDeathsInActionsIsWrittenAsAScenarioThatFails() async throws {
        try write(.inPlace)
        func set(_ key: String, _ value: String) -> String {
            #"{"name": "set", "arguments": {"key": "\#(key)", "value": "\#(value)"}}"#
        }
        func death(_ action: String, at share: Double) -> String {
            #"{"dieInsideAction": {"_0": \#(action), "of": "kill", "at": \#(share)}}, {"launch": {}}"#
        }
        try folder.write(
            """
            {"reached": [], "life": {"isCompared": false, "watchesOutside": false, "moves": [
             {"launch": {}}, \(death(set("a", "x"), at: 0)), \(death(set("b", "y"), at: 0)),
             {"perform": {"_0": \(set("a", "1"))}}, \(death(set("a", "x"), at: 0.5))]}}
            """, to: "corpus/life.json")
        let run = try await stress("--cases", "1", "--corpus", "corpus", "--shrink", "0")
        #expect(run.status == 1, "\(run.error)")
        let name = try #require(failures.first)
        let text = try folder.read("out/failures/\(name)")
        #expect(text.components(separatedBy: "Sweep(").count == 3, "\(text)")
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)\n\(text)")
    }

    @Test func aLockThatADeathLeavesIsFoundByTheNextCommand() async throws {
        try write(.locked)
        let run = try await stress("--cases", "12")
        #expect(run.status == 1, "\(run.error)")
        try await expectFinding("commandfails-kill-inside-an-action.swift")
    }

    @Test func whatADeathLeavesOfOneActionAndSpoilsTheNextIsFound() async throws {
        try write(.lines)
        let right = try await stress("--cases", "12")
        #expect(right.status == 0, "\(right.error)")
        try FileManager.default.removeItem(atPath: folder.path("out"))
        try write(.glued)
        let run = try await stress("--cases", "12")
        #expect(run.status == 1, "\(run.error)")
        try await expectFinding("othercourse-kill-inside-an-action.swift", mendedBy: .lines)
    }

    @Test func powerFailsWhereThatIsPromised() async throws {
        let promise = ", durability: .eachAction"
        try write(.synced, durability: promise)
        let right = try await stress("--cases", "24")
        #expect(right.status == 0, "\(right.error)")
        #expect(try hasLostPower())
        try FileManager.default.removeItem(atPath: folder.path("out"))
        try write(.whole, durability: promise)
        let run = try await stress("--cases", "24")
        #expect(run.status == 1, "\(run.error)")
        try await expectFinding(
            "otherstate-power-failure-in-an-action.swift", durability: promise, mendedBy: .synced)
    }

    @Test func anInvariantIsHeldAfterEachAction() async throws {
        let look = #"Run("test", "!", "-e", "values/b")"#
        try write(.whole, invariant: "Invariant(\"b is never set\") { \(look) }")
        let run = try await stress("--cases", "4")
        #expect(run.status == 1, "\(run.error)")
        #expect(failures == ["invariant-b-is-never-set.swift"])
    }

    @Test func actionsThatNeverEndWellAreAnswered() async throws {
        try write(.refusing)
        let run = try await stress("--cases", "4")
        try expectGolden(run)
    }
}
