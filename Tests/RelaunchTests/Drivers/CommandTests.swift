import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// A suite's `State` and `Action`s for a program that runs to its end.
@Suite struct CommandTests {
    /// What carries out `set`: a list of one line.
    private enum Program: String {
        case right = #"printf '%s' "$1" > new; mv new list; echo done"#
        case inPlace = #"printf '' > list; printf '%s' "$1" >> list; echo done"#
        case loud = #"echo begun; printf '%s' "$1" > new; mv new list"#
        case slow = #"printf '%s' "$1" > new; [ "$1" = a ] || sleep 1000; mv new list"#
    }

    private static let list = SuitePart.state(State { Run("sh", "-c", "cat list || true") })

    private func parts(_ program: Program) -> [SuitePart] {
        let script = program.rawValue
        return [
            Self.list,
            .action(
                Action("set", ["text": .string(maxLength: 9)]) { a in
                    Launch(arguments: ["-ec", script, "sh", a.text])
                }),
        ]
    }

    private let shell = Target.command("/bin/sh")

    private func set(_ text: JSON, killedAt point: KillPoint? = nil) -> Perform {
        Perform("set", ["text": text], killedAt: point)
    }

    // MARK: What it can do

    @Test func `an action is carried out and its state is there, though nothing runs`() async throws
    {
        let result = try await trial(shell, describedBy: parts(.right)) {
            Expect("", equals: "")
            set("a")
            Expect(.result("done"))
            Expect("", equals: "a")
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a sweep of an action judges by itself`() async throws {
        for program in [Program.right, .inPlace] {
            let result = try await trial(shell, describedBy: parts(program)) {
                set("a")
                Sweep(.system) { set("b") }
            }.only()
            #expect(result.verdict == (program == .right ? .passed : .failed))
            try expectGolden(result, of: "\(program)")
        }
    }

    @Test func `of several actions in a sweep each is a state that may come back`() async throws {
        let result = try await trial(shell, describedBy: parts(.right)) {
            Sweep(.system) {
                set("a")
                set("b")
                set("c")
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    /// What a part of an action writes does not say that all of it is done.
    @Test func `an action is acknowledged by its end`() async throws {
        let result = try await trial(shell, describedBy: parts(.loud)) {
            set("a")
            Sweep(.system) { set("b") }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `what was changed beside its actions is seen as well`() async throws {
        let result = try await trial(shell, describedBy: parts(.right)) {
            set("a")
            Run("sh", "-c", "printf b > list")
            Sweep(.system) {
                set("c")
                Launch(arguments: ["-c", "printf d > new; mv new list"])
            }
            Expect("", isOneOf: "b", "c", "d")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a power failure is judged where a scenario sweeps it`() async throws {
        let result = try await trial(shell, describedBy: parts(.right)) {
            set("a")
            Sweep(.powerLoss(.ext4)) { set("b") }
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test(arguments: [Kill.Manner.system, .terminate, .crash(.SIGSEGV)])
    func `it is killed in the command of an action`(_ manner: Kill.Manner) async throws {
        let result = try await trial(shell, describedBy: parts(.slow)) {
            set("a")
            Perform("set", ["text": "b"], killedAt: .after(.milliseconds(50)), by: manner)
            Expect("", equals: "a")
            Expect(file: "list", equals: "a")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `how far an action came in which it was killed is not known`() async throws {
        let result = try await trial(shell, describedBy: parts(.slow)) {
            set("a")
            set("b", killedAt: .after(.zero))
            Expect(.stateAsSaved)
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure)
    }

    @Test func `each scenario begins with the setup`() async throws {
        let setup = SuitePart.setup(Setup { Run("sh", "-c", "printf first > list") })
        let result = try await trial(shell, describedBy: [setup] + parts(.right)) {
            Expect("", equals: "first")
            Sweep(.system) { set("b") }
            Expect("", isOneOf: "first", "b")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `an invariant runs a command of its own`() async throws {
        let invariant = Invariant("short") {
            Run("sh", "-c", "test $(cat list | wc -c) -lt 3")
        }
        let result = try await trial(
            shell, describedBy: parts(.right) + [.invariant(invariant)]
        ) {
            set("a")
            Expect(.invariants)
            set("abc")
            Expect(.invariants)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    // MARK: Controls

    @Test func `a look at what a death has left is judged by a control`() async throws {
        for (text, verdict) in [("b", Verdict.passed), ("", .vacuous)] {
            let options = TrialOptions(control: .automatic)
            let results = try await trial(shell, options, describedBy: parts(.right)) {
                set("a")
                set("b", killedAt: .after(.seconds(20)))
                Expect("", "has it") { $0.string?.hasPrefix(text) == true }
                Expect(.result("done"))
            }.results
            #expect(results.first?.verdict == verdict, "\(results)")
        }
    }

    @Test func `a control finds what the setup has made`() async throws {
        let setup = SuitePart.setup(Setup { Run("sh", "-c", "printf a > list") })
        let options = TrialOptions(control: .automatic)
        let results = try await trial(shell, options, describedBy: [setup] + parts(.right)) {
            set("a", killedAt: .after(.seconds(20)))
            Expect("", equals: "a")
        }.results
        #expect(results.first?.verdict == .vacuous, "\(results)")
    }

    // MARK: What goes wrong

    @Test func `wrong use is found before anything is launched`() async throws {
        let steps: [any Step] = [
            Perform("sett"), Perform("set"), set(1), set("a", killedAt: .saving), Kill(.system),
            Background(), Quit(),
        ]
        for (number, step) in steps.enumerated() {
            let result = try await trial(shell, describedBy: parts(.right)) {
                set("a")
                step
            }.only()
            #expect(result.verdict == .errored)
            try expectGolden(result.failure, of: "\(number)")
        }
        let bare = try await trial(shell) { set("a") }.only()
        try expectGolden(bare.failure, of: "no actions")
    }

    @Test func `a setup that fails is told`() async throws {
        let setup = SuitePart.setup(Setup { Run("sh", "-c", "echo why >&2; exit 3") })
        let result = try await trial(shell, describedBy: [setup] + parts(.right)) {
            Expect("", equals: "")
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }
}
