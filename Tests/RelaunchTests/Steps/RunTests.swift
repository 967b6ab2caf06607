@testable import CrashStates
import Relaunch
import Testing
import TestSupport

/// Commands that run to their end in the container.
@Suite struct RunTests {
    @Test func `a command runs in the container, also while the target runs`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "echo before > Documents/notes; pwd")
            Expect(.exitStatus(0))
            Expect(file: "Documents/notes", equals: "before\n")
            Remember("home", from: .output)
            Launch()
            Perform("increment")
            Run(
                "sh", "-c", "echo $HOME $GREETING; exit 3", environment: ["GREETING": "hello"],
                exit: .status(3))
            Expect(.exitStatus(3))
            Expect(.output(contains: "hello"))
            Run("pwd")
            Expect(.output(isOneOfRemembered: "home"))
            Expect("count", equals: 1)
            Background()
            Run("true")
            Foreground()
            Expect("count", equals: 1)
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `an output of which only a part is kept is not judged`() async throws {
        let script = "yes | head -c 2000000; echo end"
        for (expectation, isKept) in [("y", true), ("end", false)] {
            let result = try await trial(TrialTarget.counter) {
                Run("sh", "-c", script)
                Expect(.output(contains: expectation))
            }.only()
            #expect(result.verdict == (isKept ? .passed : .errored), "\(result.failures)")
            if !isKept {
                let message = try #require(result.failure?.message)
                try expectGolden(message)
            }
        }
        let remembered = try await trial(TrialTarget.counter) {
            Run("sh", "-c", script)
            Remember("all", from: .output)
        }.only()
        #expect(remembered.verdict == .errored)
    }

    @Test func `a command that does not end well fails, unless the scenario says otherwise`()
        async throws
    {
        let failed = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "echo no such luck >&2; exit 3")
        }.only()
        #expect(failed.verdict == .failed)
        try expectGolden(failed)

        let allowed = try await trial(TrialTarget.counter) {
            Run("sh", "-c", "exit 3", exit: .any)
        }.only()
        #expect(allowed.verdict == .passed)
    }

    @Test func `a target that ends while a command runs is noticed`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Run("sh", "-c", "kill -9 $(pgrep -P $PPID -x counter-c)")
            Perform("increment")
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a wrong status and a wrong output are shown`() async throws {
        let status = try await trial(TrialTarget.command("echo milk; exit 4")) {
            Launch()
            Expect(.exitStatus(0))
        }.only()
        #expect(status.verdict == .failed)
        try expectGolden(status)

        let output = try await trial(TrialTarget.command("echo milk")) {
            Launch()
            Expect(.output(equals: "bread"))
        }.only()
        try expectGolden(output, of: "output")
    }

    @Test func `a target that does not end well fails, unless the scenario says otherwise`()
        async throws
    {
        let failed = try await trial(TrialTarget.command("exit 3")) {
            Launch(arguments: ["add", "milk\n"])
            Expect(.output(equals: ""))
        }.only()
        #expect(failed.verdict == .failed)
        try expectGolden(failed)

        let allowed = try await trial(TrialTarget.command("exit 3")) {
            Launch(exit: .status(3))
            Expect(.exitStatus(3))
            Launch(exit: .any)
        }.only()
        #expect(allowed.verdict == .passed, "\(allowed.failures)")

        let wrong = try await trial(TrialTarget.command("true")) { Launch(exit: .status(3)) }.only()
        #expect(wrong.verdict == .failed)
        try expectGolden(wrong, of: "another status")
    }

    @Test func `what a killed launch wrote is no earlier launch's`() async throws {
        let result = try await trial(TrialTarget.command("echo milk; [ -e no ] || exec sleep 9")) {
            Run("touch", "no")
            Launch()
            Run("rm", "no")
            Launch(killedAt: .after(.milliseconds(300)))
            Expect(.output(equals: "milk"))
            Expect(.exitStatus(0))
        }.only()
        #expect(result.failures.map(\.step) == ["Expect(.exitStatus(0))"])
        #expect(result.failure?.actual == "killed")
    }

    @Test func `only a target that ends by itself can be expected to end`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch(exit: .success)
            Expect("count", equals: 0)
        }.only()
        #expect(result.failure?.kind == .unsupported)
        try expectGolden(result)
    }

    @Test func `white space at the ends of an output counts on neither side`() async throws {
        let result = try await trial(TrialTarget.command("echo; echo ' b '")) {
            Launch()
            Expect(.output(isOneOf: ["a", "b\n"]))
            Expect(.output(equals: "\tb"))
            Expect(.output(before: "a", after: "b\n"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `white space is seen in what was expected and in what came`() async throws {
        let target = TrialTarget.command("printf 'a \\n\\tb\\033[1m\\\\\\n\"c'")
        let expectations: [(String, Expect.Condition)] = [
            ("one", .output(equals: "milk")),
            ("several", .output(isOneOf: ["milk", "bread\n\n2"])),
            ("long", .output(isOneOf: (1...9).map { "alternative \($0)" })),
            ("part", .output(contains: "\n ")), ("file", .file("list", equals: "milk\n")),
            ("part of a file", .file("list", contains: "milk\n")),
        ]
        for (name, condition) in expectations {
            let result = try await trial(target) {
                Run("sh", "-c", "echo 'milk ' > list")
                Launch()
                Expect(condition)
            }.only()
            #expect(result.failure?.kind == .mismatch)
            try expectGolden(result, of: name)
        }
    }

    @Test(.enabled(if: TrialTarget.hasPython))
    func `a relative path leads from the scenario file`() async throws {
        let result = try await trial(TrialTarget.command("true")) {
            Run("../../../Sources/./Examples/Python/counter.py")
            Expect(.output(equals: "1"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        let missing = try await trial(TrialTarget.command("true")) { Run("./nowhere.py") }.only()
        #expect(missing.failure?.kind == .missing)
        try expectGolden(missing.failure)
    }

    @Test func `an executable that is not there is missing, and so is its interpreter`()
        async throws
    {
        let result = try await trial(.command("/no/such/program")) { Launch() }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.kind == .missing)
        let folder = try TemporaryDirectory()
        let script = try folder.script("script", "#!/no/such/interpreter\n")
        let other = try await trial(.command(script)) { Launch() }.only()
        #expect(other.failure?.kind == .missing)
        try expectGolden(other)
    }

    @Test func `a program that is not there is the scenario's mistake`() async throws {
        let result = try await trial(TrialTarget.counter) { Run("no-such-program") }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a command that survives its kill has failed`() async throws {
        let options = TrialOptions(timeLimit: .seconds(2))
        let result = try await trial(TrialTarget.counter, options) {
            Run(
                "sh", "-c", "trap '' TERM; while :; do sleep 1; done",
                killedAt: .after(.seconds(1)), by: .terminate)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a command cannot be asked as a target`() async throws {
        let result = try await trial(TrialTarget.command("true")) {
            Launch()
            Expect(.result(nil))
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.kind == .unsupported)
        let asked = try await trial(TrialTarget.command("true")) {
            Launch()
            Expect(.exitStatus(0))
            Expect(.restored)
        }.only()
        #expect(asked.verdict == .errored)
        try expectGolden(asked)
    }

    @Test func `waiting is for a condition, and says how long it was in vain`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Wait(for: .milliseconds(1))
            Wait(for: "count", equals: 0)
            MemoryWarning()
            Wait(for: "count", equals: 1, within: .milliseconds(20))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }
}
