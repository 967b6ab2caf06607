/// As much of a terminal as progress displays need: what stands on its rows after some output.
///
/// Colours are left out. Rows that have moved out at the top are kept.
public struct TerminalScreen {
    private let columns: Int
    private var cells: [[Character]] = [[]]
    private var row = 0
    private var column = 0
    /// The beginning of an escape sequence that is not complete yet.
    private var pending = ""

    public init(columns: Int) { self.columns = columns }

    /// The screen after all of the output.
    public init(_ output: String, columns: Int = 80) {
        self.init(columns: columns)
        write(output)
    }

    /// Its rows, without the empty ones at the end, and without spaces at the ends of rows.
    public var text: String {
        var rows = cells.map { row -> String in
            var row = row
            while row.last == " " { row.removeLast() }
            return String(row)
        }
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
    }

    /// Takes in output. An escape sequence may come in several parts.
    public mutating func write(_ output: String) {
        // Byte for byte, as `\r\n` is one character.
        for scalar in output.unicodeScalars {
            if !pending.isEmpty || scalar == "\u{1B}" {
                pending.unicodeScalars.append(scalar)
                if pending.count > 2, ("@"..."~").contains(scalar) {
                    carryOut(pending)
                    pending = ""
                }
                continue
            }
            switch scalar {
            case "\r": column = 0
            case "\n":
                // A terminal makes both of it.
                column = 0
                moveDown()
            default: put(Character(scalar))
            }
        }
    }

    private mutating func moveDown() {
        row += 1
        if row == cells.count { cells.append([]) }
    }

    private mutating func put(_ character: Character) {
        if column == columns {
            column = 0
            moveDown()
        }
        while cells[row].count <= column { cells[row].append(" ") }
        cells[row][column] = character
        column += 1
    }

    /// `ESC [ NUMBER LETTER`.
    private mutating func carryOut(_ sequence: String) {
        let number = Int(sequence.dropFirst(2).dropLast()) ?? 0
        switch sequence.last {
        case "A": row = max(0, row - max(1, number))
        case "J":
            cells.removeSubrange((row + 1)...)
            cells[row] = Array(cells[row].prefix(column))
        case "K": cells[row] = []
        default: break
        }
    }
}
