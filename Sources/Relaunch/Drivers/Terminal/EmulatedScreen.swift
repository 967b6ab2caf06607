#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a terminal shows, as text, while its program writes to it.
final class EmulatedScreen {
    private var emulator: TerminalEmulator

    /// - Parameters: each within ``TerminalEmulator/possibleSize``.
    init(rows: Int, columns: Int) {
        emulator = TerminalEmulator(rows: rows, columns: columns)
    }

    /// Takes in what the program has written.
    func write(_ bytes: ArraySlice<UInt8>) { emulator.write(bytes) }

    /// The rows from top to bottom, without the white space at their ends.
    var rows: [String] { (0..<emulator.rows).map(emulator.grid.text(row:)) }

    /// All rows, without the empty ones at the end.
    var text: String { Self.withoutEnd(rows).joined(separator: "\n") }

    /// Where the cursor is, counted from 0.
    var cursor: (row: Int, column: Int) { (emulator.cursor.row, emulator.cursor.column) }

    func resize(rows: Int, columns: Int) { emulator.resize(rows: rows, columns: columns) }

    /// What a key sends, as the program has set its terminal.
    func bytes(of key: Keys.Special) -> Data {
        Data(key.sequence(isApplication: emulator.hasApplicationCursorKeys).utf8)
    }

    /// Takes what the terminal answers to what the program has asked it.
    func takeAnswers() -> Data {
        let answers = Data(emulator.answers)
        emulator.answersSent(answers.count)
        return answers
    }

    /// The screen in a frame, for a message.
    var framed: String { Self.framed(rows) }

    /// Rows in a frame, without the empty ones at the end.
    static func framed(_ rows: [String]) -> String {
        (["┌"] + withoutEnd(rows).map { "│\($0)" } + ["└"]).joined(separator: "\n")
    }

    private static func withoutEnd(_ rows: [String]) -> ArraySlice<String> {
        rows.prefix((rows.lastIndex { !$0.isEmpty } ?? -1) + 1)
    }
}
