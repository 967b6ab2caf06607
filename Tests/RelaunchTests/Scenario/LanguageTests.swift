@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// Suites and scenarios are values, made by plain Swift.
@Suite struct LanguageTests {
    @StepsBuilder private func saveAndDie(_ manner: Kill.Manner) -> [any Step] {
        Background()
        Kill(manner)
    }

    @Test func `loops, conditions and functions make steps`() {
        let isThorough = true
        let scenario = Scenario("a") {
            Launch()
            for text in ["milk", "bread"] { Perform("add", ["text": .string(text)]) }
            if isThorough { MemoryWarning() }
            if !isThorough { Foreground() } else { Wait(for: .milliseconds(1)) }
            saveAndDie(.forceQuit)
            [Launch(), Quit()] as [any Step]
        }
        #expect(
            scenario.steps.map(\.text) == [
                "Launch()", "Perform(\"add\", {\"text\":\"milk\"})",
                "Perform(\"add\", {\"text\":\"bread\"})", "MemoryWarning()",
                "Wait(for: 0.001 seconds)", "Background()", "Kill(.forceQuit)", "Launch()",
                "Quit()",
            ])
        #expect("\(scenario)" == "a")
    }

    @Test func `a command takes its arguments as Run does`() {
        #expect(Target.command("git", "commit", "--quiet").arguments == ["commit", "--quiet"])
        #expect(Target.command("git", arguments: ["commit"]).arguments == ["commit"])
        #expect(Target.command("git", environment: ["A": "b"]).environment == ["A": "b"])
    }

    @Test func `loops and conditions make scenarios`() {
        let isThorough = false
        let suite = Suite("Suite", target: .app("notes")) {
            for manner in [Kill.Manner.system, .crash(.SIGABRT)] {
                Scenario("survives \(manner)") { Launch() }
            }
            if isThorough { Scenario("never") { Launch() } }
        }
        #expect(suite.scenarios.map(\.name) == ["survives SIGKILL", "survives crash by SIGABRT"])
        #expect(suite.problem == nil)
    }

    @Test(arguments: [
        (Target.app("notes"), 10), (.chromium(), 60), (.firefox(), 60),
    ])
    func `a suite that names no time limit has that of its driver`(
        target: Target, seconds: Int
    ) {
        #expect(Suite("Suite", target: target) {}.timeLimit == .seconds(seconds))
        #expect(
            Suite("Suite", target: target, timeLimit: .seconds(2)) {}.timeLimit == .seconds(2))
    }

    @Test func `a suite without scenarios says what to write`() throws {
        let suite = Suite("Empty", target: .app("notes")) {}
        try expectGolden(try #require(suite.problem))
    }

    @Test func `a scenario without a name could not be replayed`() throws {
        let suite = Suite("Nameless", target: .app("notes")) { Scenario(" ") { Launch() } }
        try expectGolden(try #require(suite.problem), masking: ["\(#line - 1)": "line"])
    }

    @Test func `two scenarios of one name are named with their lines`() throws {
        let line = #line + 2
        let suite = Suite("Twins", target: .app("notes")) {
            Scenario("one") { Launch() }
            Scenario("two") { Launch() }
            Scenario("one") { Launch() }
        }
        let problem = try #require(suite.problem)
        try expectGolden(problem, masking: ["\(line)": "line", "\(line + 2)": "line + 2"])
    }

    @Test func `a step stands where it was written`() {
        let line = #line + 1
        let scenario = Scenario("a") { Launch() }
        #expect(scenario.steps[0].location.line == line)
        #expect(scenario.location.line == line)
        #expect(scenario.location.file == #filePath)
    }

    @Test(arguments: [
        (KillPoint.launching, "while launching", ".launching"),
        (.restoring, "while restoring", ".restoring"), (.saving, "while saving", ".saving"),
        (.snapshotShown, "while showing the snapshot", ".snapshotShown"),
        (.checkpoint("x"), "at the checkpoint 'x'", ".checkpoint(\"x\")"),
        (.after(.milliseconds(1500)), "after 1.5 s", ".after(1.5 seconds)"),
        (
            .within(.milliseconds(1) ... .seconds(2)), "after 1 ms to 2 s",
            ".within(0.001 seconds...2.0 seconds)"
        ),
    ])
    func `a kill point has words`(_ point: KillPoint, _ words: String, _ source: String) {
        #expect(point.description == words)
        #expect(Launch(killedAt: point).text == "Launch(killedAt: \(source), by: .system)")
    }

    @Test func `a signal has its name, and where it has none its number`() {
        #expect("\(Signal.SIGSEGV)" == "SIGSEGV")
        #expect("\(Signal(rawValue: 63))" == "signal 63")
        #expect(Kill(.crash(.SIGILL)).text == "Kill(.crash(.SIGILL))")
    }

    // MARK: The forms of a value

    private struct Point: Encodable, Sendable {
        var x = 1
        var y = "two"
    }

    @Test func `a value may be a literal, a variable, an array or anything that can be encoded`() {
        let text = "milk"
        let number = 4
        let texts = ["old", "new"]
        #expect(Expect("a", equals: "x").text == #"Expect("a", equals: "x")"#)
        #expect(Expect("a", equals: 1).text == #"Expect("a", equals: 1)"#)
        #expect(Expect("a", equals: 1.5).text == #"Expect("a", equals: 1.5)"#)
        #expect(Expect("a", equals: true).text == #"Expect("a", equals: true)"#)
        #expect(Expect("a", equals: nil).text == #"Expect("a", equals: null)"#)
        #expect(Expect("a", equals: text).text == #"Expect("a", equals: "milk")"#)
        #expect(Expect("a", equals: number).text == #"Expect("a", equals: 4)"#)
        #expect(Expect("a", equals: [1, 2]).text == #"Expect("a", equals: [1,2])"#)
        #expect(Expect("a", equals: ["b": [1]]).text == #"Expect("a", equals: {"b":[1]})"#)
        #expect(Expect("a", equals: Point()).text == #"Expect("a", equals: {"x":1,"y":"two"})"#)
        #expect(Expect("a", isOneOf: "old", "new").text == #"Expect("a", isOneOf: "old", "new")"#)
        #expect(
            Expect("a", isOneOf: ["old", "new"]).text == #"Expect("a", isOneOf: "old", "new")"#)
        #expect(Expect("a", isOneOf: texts).text == #"Expect("a", isOneOf: "old", "new")"#)
        #expect(Expect("a", isOneOf: 1, 2).text == #"Expect("a", isOneOf: 1, 2)"#)
        #expect(Expect("a", isOneOf: [1, 2]).text == #"Expect("a", isOneOf: 1, 2)"#)
        #expect(Expect("a", .isMissing).text == #"Expect("a", .isMissing)"#)
    }

    @Test(arguments: [
        ("plain-1.txt", "plain-1.txt"), ("", "''"), ("two words", "'two words'"),
        ("it's", #"'it'\''s'"#), ("$HOME;rm", "'$HOME;rm'"), ("naïve", "'naïve'"),
        ("a\nb", #"$'a\nb'"#),
        ("\u{1B}it's \\ \u{202E}", #"$'\x1bit\'s \\ \U0000202e'"#),
    ])
    func `a word of a shell's command line is quoted where it must be`(
        _ word: String, _ quoted: String
    ) {
        #expect(word.shellQuoted == quoted)
    }
}
