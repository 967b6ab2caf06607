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

    /// What several compilers read, each a file.
    private func files(_ text: String, path: String = "./Scenarios/Many.swift") -> [String] {
        let form = CompiledForm(
            of: SourceText(Array(text.utf8)), style: .statements, path: path, compilers: 3)
        return ([form?.source] + (form?.parts ?? [])).map {
            String(decoding: $0 ?? [], as: UTF8.self)
        }
    }

    private func suite(of number: Int, after first: String = "") -> String {
        let scenarios = (1...number).map { "    Scenario(\"\($0)\") {\n        Launch()\n    }\n" }
        return first + "@testable import Relaunch\nimport Foundation\n\n"
            + "let suite = Suite(\"Many\", target: .app(\"todo\")) {\n\(scenarios.joined())}\n"
    }

    @Test func theScenariosOfALargeSuiteAreSharedOutLineForLine() throws {
        let text = suite(of: 120)
        let files = files(text)
        #expect(files.count == 3)
        // Each scenario stands in one file, in its own line.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for number in 1...120 {
            let line = try #require(lines.firstIndex { $0.contains("\"\(number)\"") })
            let places = files.flatMap { file in
                file.split(separator: "\n", omittingEmptySubsequences: false).indices {
                    $0.contains("Scenario(\"\(number)\")")
                }.ranges.flatMap { Array($0) }
            }
            #expect(places == [line])
        }
        let beginnings = files.map { file in
            file.split(separator: "\n").prefix(4).joined(separator: "\n")
        }
        try expectGolden(beginnings.joined(separator: "\n…\n"))
    }

    @Test(arguments: [
        // What is private is not seen from another file.
        "private let count = 3\n", "fileprivate let count = 3\n",
        // Where something stands would not be told as in the file.
        "let file = #filePath\n", "#if DEBUG\n#endif\n",
    ])
    func aFileThatOneCompilerHasToReadIsNotSharedOut(first: String) {
        #expect(files(suite(of: 120, after: first)).count == 1)
    }

    @Test(arguments: ["../Many.swift", "a/./Many.swift", "a//Many.swift", "a\"b/Many.swift"])
    func aPathThatTheCompilerWouldWriteInAnotherWayIsNotSharedOut(path: String) {
        #expect(files(suite(of: 120), path: path).count == 1)
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
