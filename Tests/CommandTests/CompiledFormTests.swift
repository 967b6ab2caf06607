import Foundation
@testable import RelaunchCommand
import Testing
import TestSupport

/// The form of a scenario file that the compiler is given: it is faster to compile and means the same.
@Suite struct CompiledFormTests {
    private func form(_ text: String, _ style: CompiledForm.Style = .functions) -> String? {
        CompiledForm(of: SourceText(Array(text.utf8)), style: style)
            .map { String(decoding: $0.source, as: UTF8.self) }
    }

    private let file = """
        import Relaunch

        let suite = Suite("Todo", target: .app("todo")) {
            // Scenario("{ in a comment") {
            Scenario("it comes back {") {
                Launch()
                Perform("add", ["text": "a } in a string"])
                Kill(.system)
            }
            for signal in [Signal.SIGSEGV, .SIGABRT] {
                Scenario("killed by \\(signal)", control: .none(because: "it has none")) {
                    Launch()
                    if signal == .SIGABRT { Kill(.crash(signal)) }
                }
            }
            Scenario("in a line") { Launch() }
        }

        """

    @Test func eachBodyIsAFunctionAndEachLineStaysWhereItIs() throws {
        let form = try #require(self.form(file))
        try expectGolden(form)
    }

    @Test func whatTheCompilerCitesIsShownAsItWasWritten() throws {
        let form = try #require(self.form(file))
        #expect(CompiledForm.restored(form) == file)
    }

    @Test(arguments: [
        // Nothing to change.
        "import Relaunch\n",
        // A list that is returned is no list of steps.
        "let a = Scenario(\"a\") {\n    return [Launch()]\n}\n",
        // Braces that do not match: the compiler says what is wrong with the file itself.
        "let a = Scenario(\"a\") {\n    Launch()\n",
        "let a = Scenario(\"a\") {\n    Launch()]\n}\n",
    ])
    func otherFilesAreCompiledAsTheyAre(text: String) { #expect(form(text) == nil) }

    /// So many scenarios that they are compiled in statements.
    private static func many(_ first: String) -> String {
        let scenarios = (1...CompiledForm.scenariosForStatements).map { number in
            """
                Scenario("number \(number)") {
                    Launch()
                }

            """
        }
        return """
            import Relaunch

            let suite = Suite("Many", target: .app("todo")) {
            \(first)
            \(scenarios.joined())}

            """
    }

    private let various = """
            Scenario("closures, comments and lines with several steps") {
                // The first comment.
                Launch()  // a comment { behind a step
                Perform("add", ["text": "a } in a string"]); Background(); Foreground();
                Sweep(.system) {
                    Background()
                }
                for _ in 1...3 { Launch(killedAt: .restoring) }
                if isQuick {
                    Kill(.system)
                } else if isSlow {
                    Kill(.terminate)
                } else {
                    Launch()
                }
                addTwo()
                Expect("count", equals: [1, 2].map { $0 + 1 })  // the last comment
                // After the last step.
            }
            for signal in [Signal.SIGSEGV, .SIGABRT] {
                Scenario("killed by \\(signal)") {
                    Launch()
                }
            }
            crashes(2)
            moreScenarios
            Scenario("with a declaration, so that a builder takes it") {
                let count = 3
                Expect("count", equals: count)
            }
            Scenario("in a line") { Launch() }
            helper(); crashes(3)
            // The rest is alike. °
        """

    @Test func eachStatementOfManyScenariosAddsToAListAndStaysInItsColumn() throws {
        let form = try #require(self.form(Self.many(various), .statements))
        try expectGolden(String(form.prefix { $0 != "°" }))
        #expect(CompiledForm.restored(form) == Self.many(various))
    }

    @Test func aFileWithFewScenariosIsNotCompiledInStatements() {
        #expect(form(file, .statements) == nil)
    }

    @Test(arguments: [
        // Declarations, other statements, and expressions that go on behind a call.
        "    let name = \"a\"\n    Scenario(name) { Launch() }",
        "    switch kind { case .a: Scenario(\"a\") { Launch() } }",
        "    #if DEBUG\n    Scenario(\"a\") { Launch() }\n    #endif",
        "    all.map { $0 }",
        "    many\n        .reversed()",
        "    flag ? one : two",
        "    Scenario(\"a\") { Launch() } onError: { Kill() }",
        "    Scenario(\"a\") { Launch() } Scenario(\"b\") { Launch() }",
    ])
    func aSuiteOfWhichNotEveryStatementIsKnownKeepsItsBuilder(first: String) throws {
        let form = try #require(self.form(Self.many(first), .statements))
        #expect(!form.contains("relaunchScenarios"))
        #expect(form.contains("relaunchSteps"))
    }
}
