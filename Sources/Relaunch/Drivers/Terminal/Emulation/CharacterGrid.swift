/// The characters on a terminal's screen, in rows of cells. Rows and columns count from 0 here.
///
/// Places and counts of any size are allowed: what lies outside does nothing.
struct CharacterGrid: Equatable {
    /// The place of one character, or the second half of a wide one.
    struct Cell: Equatable {
        /// Empty where nothing was written.
        var text = ""
        var isSecondHalf = false
    }

    private(set) var rows: Int
    private(set) var columns: Int
    private var cells: [[Cell]]
    /// Marks beyond it are left out: no character that is in use has more.
    private static let textLimit = 15

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    /// A row as text, without the spaces at its end.
    func text(row: Int) -> String {
        var text = ""
        var blanks = 0
        for cell in cells[row] where !cell.isSecondHalf {
            if cell.text.isEmpty || cell.text == " " {
                blanks += 1
            } else {
                text += String(repeating: " ", count: blanks) + cell.text
                blanks = 0
            }
        }
        return text
    }

    // MARK: Writing

    /// Writes a character of one or two columns.
    mutating func put(_ scalar: Unicode.Scalar, width: Int, row: Int, column: Int) {
        guard cells.indices.contains(row), column >= 0, column + width <= columns else { return }
        separate(row, column)
        separate(row, column + width)
        cells[row][column] = Cell(text: String(Character(scalar)))
        if width == 2 { cells[row][column + 1] = Cell(isSecondHalf: true) }
    }

    /// Adds a mark to the character at a place, or to the wide one that ends there.
    mutating func combine(_ scalar: Unicode.Scalar, row: Int, column: Int) {
        guard cells.indices.contains(row), (0..<columns).contains(column) else { return }
        let base = cells[row][column].isSecondHalf ? column - 1 : column
        let text = cells[row][base].text.isEmpty ? " " : cells[row][base].text
        let marked = text + String(Character(scalar))
        if marked.utf8.count <= Self.textLimit { cells[row][base].text = marked }
    }

    /// Where a wide character lies across the border before this column, both halves go.
    private mutating func separate(_ row: Int, _ column: Int) {
        guard column > 0, column < columns, cells[row][column].isSecondHalf else { return }
        cells[row][column - 1] = Cell()
        cells[row][column] = Cell()
    }

    // MARK: Moving and erasing

    /// Erases columns of a row.
    mutating func erase(row: Int, columns range: Range<Int>) {
        let range = range.clamped(to: 0..<columns)
        guard cells.indices.contains(row), !range.isEmpty else { return }
        separate(row, range.lowerBound)
        separate(row, range.upperBound)
        for column in range { cells[row][column] = Cell() }
    }

    /// Erases whole rows.
    mutating func erase(rows range: Range<Int>) {
        for row in range.clamped(to: 0..<rows) { cells[row] = blankRow }
    }

    /// Moves what begins at a column to the right, out of the row at its end.
    mutating func insertBlanks(_ count: Int, row: Int, column: Int) {
        guard cells.indices.contains(row), (0..<columns).contains(column) else { return }
        let count = min(count, columns - column)
        separate(row, column)
        separate(row, columns - count)
        cells[row].removeLast(count)
        cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
    }

    /// Removes columns; what follows moves to the left.
    mutating func delete(_ count: Int, row: Int, column: Int) {
        guard cells.indices.contains(row), (0..<columns).contains(column) else { return }
        let count = min(count, columns - column)
        separate(row, column)
        separate(row, column + count)
        cells[row].removeSubrange(column..<column + count)
        cells[row] += Array(repeating: Cell(), count: count)
    }

    /// Moves rows of a region up, or down where the count is negative. New ones are blank.
    mutating func scroll(_ region: Range<Int>, by count: Int) {
        let region = region.clamped(to: 0..<rows)
        let distance = min(abs(count), region.count)
        guard distance > 0 else { return }
        let blank = Array(repeating: blankRow, count: distance)
        if count > 0 {
            cells.removeSubrange(region.lowerBound..<region.lowerBound + distance)
            cells.insert(contentsOf: blank, at: region.upperBound - distance)
        } else {
            cells.removeSubrange(region.upperBound - distance..<region.upperBound)
            cells.insert(contentsOf: blank, at: region.lowerBound)
        }
    }

    /// Writes one character everywhere, as a terminal does that is to be adjusted.
    mutating func fill(with text: String) {
        let row = Array(repeating: Cell(text: text), count: columns)
        cells = Array(repeating: row, count: rows)
    }

    /// Gives it another size. What no longer fits is lost at the bottom and on the right, but the row
    /// `kept` stays: then rows are lost at the top.
    ///
    /// - Returns: how many rows were lost at the top.
    mutating func resize(rows newRows: Int, columns newColumns: Int, keeping kept: Int) -> Int {
        let lost = max(0, kept - newRows + 1)
        cells.removeFirst(min(lost, cells.count))
        cells = Array(cells.prefix(newRows))
        if newColumns < columns {
            for row in cells.indices {
                separate(row, newColumns)
                cells[row].removeLast(columns - newColumns)
            }
        } else {
            let more = Array(repeating: Cell(), count: newColumns - columns)
            for row in cells.indices { cells[row] += more }
        }
        columns = newColumns
        rows = newRows
        while cells.count < newRows { cells.append(blankRow) }
        return lost
    }

    private var blankRow: [Cell] { Array(repeating: Cell(), count: columns) }
}
