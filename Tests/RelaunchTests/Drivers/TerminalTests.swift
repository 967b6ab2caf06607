import CrashStates
import Foundation
@testable import Relaunch
import Testing
import TestSupport

/// Programs at a terminal: tiny ones, and what the emulation makes of bytes.
@Suite struct TerminalTests {
    /// Keeps lines in a file; says after each that it is saved. `quit` ends it.
    private static let keeper = """
        printf 'keeper %s\\n' "$(cat kept 2>/dev/null | wc -l)"
        while IFS= read -r line; do
            [ "$line" = quit ] && exit 3
            echo "$line" >> kept; printf 'saved %s\\n' "$line"
        done
        """

    private func shell(_ script: String) -> Target { .terminal("/bin/sh", "-c", script) }

    // MARK: What it can do

    @Test func `what was typed and saved is there after a kill`() async throws {
        let result = try await trial(shell(Self.keeper)) {
            Launch()
            Wait(for: .screen(contains: "keeper 0"))
            Type("milk<CR>")
            Wait(for: .screen(contains: "saved milk"))
            Expect(.screen(equals: "keeper 0\nmilk\nsaved milk"))
            Expect(.cursor(row: 3, column: 0))
            Kill(.system)
            Launch()
            Wait(for: .screen(contains: "keeper 1"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `states, actions and sweeps work as for a service`() async throws {
        let parts: [SuitePart] = [
            .state(State(file: "kept")),
            .action(
                Action("keep", ["line": .string()]) { a in
                    Type("\(a.line)<CR>")
                    Wait(for: .screen(contains: "saved \(a.line)"))
                }),
        ]
        let result = try await trial(shell(Self.keeper), describedBy: parts) {
            Launch()
            Perform("keep", ["line": "milk"])
            Sweep(.system) {
                Type("bread<CR>")
                Wait(for: .screen(contains: "saved bread"))
            }
            Launch()
            Expect("", isOneOf: "milk", "milk\nbread")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `keys are sent as the program has set its terminal`() async throws {
        let script = "stty raw -echo; printf '\\033[?1hready'; head -c 10 | od -An -c | tr -d '\\n'"
        let result = try await trial(shell(script)) {
            Launch()
            Wait(for: .screen(contains: "ready"))
            Type("<Up><C-a><M-x><lt>é<Esc>")
            Wait(for: .screen(contains: "033   O   A 001 033   x   < 303 251 033"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `it is resized, and hung up`() async throws {
        let script = """
            trap 'stty size; echo resized' WINCH; trap 'echo ended > log; exit' HUP; echo ready
            while :; do sleep 0.01; done
            """
        let parts: [SuitePart] = [.state(State(file: "log"))]
        let result = try await trial(shell(script), describedBy: parts) {
            Launch()
            Wait(for: .screen(contains: "ready"))
            Resize(rows: 10, columns: 40)
            Wait(for: .screen(contains: "10 40"))
            HangUp()
            Launch()
            Expect("", equals: "ended")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `what is typed may end the program`() async throws {
        let result = try await trial(shell(Self.keeper)) {
            Launch()
            Type("milk\nquit\n", exit: .status(3))
            Launch()
            Wait(for: .screen(contains: "keeper 1"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    // MARK: What goes wrong

    @Test func `a screen that never comes is shown`() async throws {
        let options = TrialOptions(timeLimit: .milliseconds(300))
        let result = try await trial(shell(Self.keeper), options) {
            Launch()
            Wait(for: .screen(contains: "keeper"))
            Expect(.screen(contains: "saved"))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test func `a program that ends is told with its last screen`() async throws {
        let result = try await trial(shell(Self.keeper)) {
            Launch()
            Type("quit<CR>")
            Wait(for: .screen(contains: "saved"))
        }.only()
        #expect(result.verdict == .failed)
        // What was typed is echoed before or after the first line.
        #expect(result.failure?.kind == .ended)
        #expect(result.failure?.actual == "the target exited with status 3")
    }

    @Test func `one that ignores the hang-up is told`() async throws {
        let options = TrialOptions(timeLimit: .milliseconds(300))
        let script = "trap '' HUP; echo ready; while :; do sleep 0.01; done"
        let result = try await trial(shell(script), options) {
            Launch()
            Wait(for: .screen(contains: "ready"))
            HangUp()
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure)
    }

    @Test(arguments: ["<Upp>", "<C-é>", "<F13>"])
    func `a key that is not known is found before anything is launched`(_ key: String)
        async throws
    {
        let result = try await trial(shell(Self.keeper)) {
            Launch()
            Type("x\(key)")
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure, of: key)
    }

    @Test func `steps for a terminal need one`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Type("x")
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure)
    }

    // MARK: The emulation

    @Test func `the screen is what a person would see`() {
        let screen = EmulatedScreen(rows: 4, columns: 10)
        screen.write(Array("first\r\n\u{1b}[31m日本 red\u{1b}[0m\r\n\u{1b}[4;3Hé!".utf8)[...])
        #expect(screen.rows == ["first", "日本 red", "", "  é!"])
        #expect(screen.cursor == (3, 4))
        screen.write(Array("\u{1b}[?1049h\u{1b}[2Jother".utf8)[...])
        #expect(screen.text.contains("other"))
        screen.write(Array("\u{1b}[?1049l".utf8)[...])
        #expect(screen.text.hasPrefix("first\n"))
        screen.write(Array("\u{1b}[6n".utf8)[...])
        #expect(String(decoding: screen.takeAnswers(), as: UTF8.self) == "\u{1b}[4;5R")
    }

    @Test func `no stream of bytes harms it`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "\u{1b}[", "\u{1b}]", "\u{1b}P", "?", ";", "9", "h", "l", "m", "r", "H", "日", "\n",
        ]
        for _ in 0..<(testsAreLong ? 100_000 : 2_000) {
            let screen = EmulatedScreen(
                rows: .random(in: 1...40, using: &generator),
                columns: .random(in: 1...90, using: &generator))
            for _ in 0..<60 {
                let isPiece = Bool.random(using: &generator)
                let bytes =
                    isPiece
                    ? Array((pieces.randomElement(using: &generator) ?? "").utf8)
                    : (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
                screen.write(bytes[...])
            }
            screen.resize(
                rows: .random(in: 1...40, using: &generator),
                columns: .random(in: 1...90, using: &generator))
            _ = (screen.text, screen.takeAnswers())
        }
    }
}
