// What the sequences of a program do.
extension TerminalEmulator {
    mutating func escape(_ intermediate: UInt8?, _ final: UInt8) {
        switch (
            intermediate.map { Character(Unicode.Scalar($0)) }, Character(Unicode.Scalar(final))
        ) {
        case (nil, "7"): saveCursor()
        case (nil, "8"): restoreCursor()
        case (nil, "D"): lineFeed()
        case (nil, "E"):
            cursor.column = 0
            lineFeed()
        case (nil, "H"): tabStops.insert(cursor.column)
        case (nil, "M"): reverseLineFeed()
        case (nil, "c"): reset()
        case ("(", _): cursor.drawing.choose(final, second: false)
        case (")", _): cursor.drawing.choose(final, second: true)
        case ("#", "8"):
            grid.fill(with: "E")
            cursor.row = 0
            cursor.column = 0
            cursor.isPastEnd = false
        default: break
        }
    }

    mutating func obey(_ sequence: TerminalInput.Sequence) {
        let final = Character(Unicode.Scalar(sequence.final))
        switch (sequence.prefix.map { Character(Unicode.Scalar($0)) }, sequence.intermediate) {
        case (nil, nil):
            if !move(final, sequence), !edit(final, sequence) { report(final, sequence) }
        case (nil, UInt8(ascii: "!")) where final == "p": softReset()
        case ("?", nil):
            switch final {
            case "J", "K": _ = edit(final, sequence)
            case "h", "l":
                for index in sequence.parameters.indices {
                    setPrivateMode(sequence.value(index), final == "h")
                }
            case "n" where sequence.value() == 6: reportCursor(prefix: "?")
            default: break
            }
        case ("?", UInt8(ascii: "$")) where final == "p":
            // No mode can be asked for.
            answer("\u{1B}[?\(sequence.value());0$y")
        case (">", nil) where final == "c" && sequence.value() == 0:
            answer("\u{1B}[>0;100;0c")
        default: break
        }
    }

    // MARK: The cursor

    private mutating func move(_ final: Character, _ sequence: TerminalInput.Sequence) -> Bool {
        let count = sequence.count()
        switch final {
        case "A": goTo(row: up(count), column: cursor.column)
        case "B", "e": goTo(row: down(count), column: cursor.column)
        case "C", "a": goTo(row: cursor.row, column: cursor.column + count)
        case "D": goTo(row: cursor.row, column: cursor.column - count)
        case "E": goTo(row: down(count), column: 0)
        case "F": goTo(row: up(count), column: 0)
        case "G", "`": goTo(row: cursor.row, column: count - 1)
        case "d": goTo(row: firstRow + count - 1, column: cursor.column)
        case "H", "f": goTo(row: firstRow + count - 1, column: sequence.count(1) - 1)
        case "I": tab(count)
        case "Z": tab(-count)
        case "g":
            switch sequence.value() {
            case 0: tabStops.remove(cursor.column)
            case 3: tabStops = []
            default: break
            }
        case "r": setRegion(sequence)
        case "s": saveCursor()
        case "u": restoreCursor()
        default: return false
        }
        return true
    }

    /// Goes to a place on the screen, or as near to it as there is one.
    private mutating func goTo(row: Int, column: Int) {
        let rows = cursor.isRelativeToRegion ? region : 0..<self.rows
        cursor.row = min(max(row, rows.lowerBound), rows.upperBound - 1)
        cursor.column = min(max(column, 0), columns - 1)
        cursor.isPastEnd = false
    }

    /// The row that sequences call the first.
    private var firstRow: Int { cursor.isRelativeToRegion ? region.lowerBound : 0 }

    /// So many rows up, but not out of the region.
    private func up(_ count: Int) -> Int {
        max(cursor.row - count, cursor.row >= region.lowerBound ? region.lowerBound : 0)
    }

    /// So many rows down, but not out of the region.
    private func down(_ count: Int) -> Int {
        min(cursor.row + count, (cursor.row < region.upperBound ? region.upperBound : rows) - 1)
    }

    private mutating func setRegion(_ sequence: TerminalInput.Sequence) {
        let first = sequence.count() - 1
        let last = sequence.value(1) == 0 ? rows : min(sequence.value(1), rows)
        guard first + 1 < last else { return }
        region = first..<last
        goTo(row: firstRow, column: 0)
    }

    // MARK: What is shown

    private mutating func edit(_ final: Character, _ sequence: TerminalInput.Sequence) -> Bool {
        let count = sequence.count()
        let (row, column) = (cursor.row, cursor.column)
        switch final {
        case "@": grid.insertBlanks(count, row: row, column: column)
        case "P": grid.delete(count, row: row, column: column)
        case "X": grid.erase(row: row, columns: column..<column + count)
        case "J": eraseScreen(sequence.value())
        case "K": eraseRow(sequence.value())
        case "L" where region.contains(row):
            grid.scroll(row..<region.upperBound, by: -count)
            cursor.column = 0
        case "M" where region.contains(row):
            grid.scroll(row..<region.upperBound, by: count)
            cursor.column = 0
        case "S": grid.scroll(region, by: count)
        case "T": grid.scroll(region, by: -count)
        case "b":
            guard let lastShown else { return true }
            for _ in 0..<min(count, rows * columns) { show(lastShown) }
            return true
        case "h", "l":
            for index in sequence.parameters.indices {
                setMode(sequence.value(index), final == "h")
            }
            return true
        default: return false
        }
        cursor.isPastEnd = false
        return true
    }

    private mutating func eraseRow(_ part: Int) {
        switch part {
        case 0: grid.erase(row: cursor.row, columns: cursor.column..<columns)
        case 1: grid.erase(row: cursor.row, columns: 0..<cursor.column + 1)
        case 2: grid.erase(rows: cursor.row..<cursor.row + 1)
        default: break
        }
    }

    private mutating func eraseScreen(_ part: Int) {
        switch part {
        case 0:
            eraseRow(0)
            grid.erase(rows: cursor.row + 1..<rows)
        case 1:
            eraseRow(1)
            grid.erase(rows: 0..<cursor.row)
        case 2: grid.erase(rows: 0..<rows)
        default: break
        }
    }

    // MARK: Modes and answers

    private mutating func setMode(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 4: inserts = isSet
        case 20: startsNewLines = isSet
        default: break
        }
    }

    private mutating func setPrivateMode(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 1: hasApplicationCursorKeys = isSet
        case 6:
            cursor.isRelativeToRegion = isSet
            goTo(row: firstRow, column: 0)
        case 7:
            wraps = isSet
            cursor.isPastEnd = false
        case 47, 1047: showAlternateScreen(isSet)
        case 1048: if isSet { saveCursor() } else { restoreCursor() }
        case 1049:
            if isSet { saveCursor() }
            showAlternateScreen(isSet)
            if !isSet { restoreCursor() }
        default: break
        }
    }

    private mutating func report(_ final: Character, _ sequence: TerminalInput.Sequence) {
        switch (final, sequence.value()) {
        case ("c", 0): answer("\u{1B}[?1;2c")
        case ("n", 5): answer("\u{1B}[0n")
        case ("n", 6): reportCursor(prefix: "")
        case ("t", 18): answer("\u{1B}[8;\(rows);\(columns)t")
        default: break
        }
    }

    private mutating func reportCursor(prefix: String) {
        answer("\u{1B}[\(prefix)\(cursor.row - firstRow + 1);\(cursor.column + 1)R")
    }
}
