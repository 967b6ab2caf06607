import CrashStates
import Foundation
import Relaunch
import Testing

/// What is typed at a terminal as it is.
@Suite struct TypingTests {
    private static let hasVim = Executable.onPath("vim") != nil

    @Test(arguments: ["a<b", "<Esc>", "<lt>", "<Foo>", "a > b", ""])
    func `a text is typed as it is`(_ text: String) async throws {
        let result = try await trial(
            .terminal("/bin/sh", "-c", "IFS= read -r line; printf %s \"$line\" > line")
        ) {
            Launch()
            Type(text: text)
            Type(text: "\n", exit: .success)
            Expect(.file("line", equals: text))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    /// The action of the article on terminals: it is done when it says so, the second time, too.
    @Test(.enabled(if: hasVim))
    func `an action waits for what was not on the screen before`() async throws {
        let parts: [SuitePart] = [
            .state(State(file: "notes.txt")),
            .action(
                Action("save", ["text": .string()]) { a in
                    Type("cc")
                    Wait(for: .screen(contains: "-- INSERT --"))
                    Type(text: a.text)
                    Type("<Esc>:w<CR>")
                    Wait(for: .screen(contains: "written"))
                }),
        ]
        let vim = Target.terminal("vim", "-u", "NONE", "-N", "notes.txt")
        let result = try await trial(vim, describedBy: parts) {
            Launch()
            Wait(for: .screen(contains: "[New]"))
            for text in ["one", "two", "a<Esc>b"] {
                Perform("save", ["text": .string(text)])
                Expect("", equals: JSON.string(text))
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        let article = TrialTarget.root + "/Sources/Relaunch/Documentation.docc/Terminals.md"
        let text = try String(contentsOfFile: article, encoding: .utf8)
        #expect(text.contains("Type(text: a.text)\n    Type(\"<Esc>:w<CR>\")"))
    }
}
