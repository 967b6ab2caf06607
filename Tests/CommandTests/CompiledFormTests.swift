import Foundation
@testable import RelaunchCommand
import Testing
import TestSupport

/// The form of a scenario file that the compiler is given: it is faster to compile and means the same.
@Suite struct CompiledFormTests {
    private func form(_ text: String) -> String? {
        CompiledForm(of: SourceText(Array(text.utf8)))
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
}
