/// What a terminal makes of the bytes that a program writes to it: the characters on its screen, the
/// cursor, and answers to what the program asks.
///
/// It does what `TERM=xterm-256color` promises, as far as that shows in text: colours, the mouse, titles
/// and sounds are taken in and left out. It accepts any bytes.
struct TerminalEmulator {
    /// Where the cursor is, and what goes with it when it is saved. Rows and columns count from 0.
    struct Cursor: Equatable {
        var row = 0
        var column = 0
        /// A character was written in the last column: the next one goes to the next row.
        var isPastEnd = false
        var isRelativeToRegion = false
        var drawing = DrawingCharacters()
    }

    /// How many rows and columns a terminal may have here.
    static let possibleSize = 1...1000
    /// Answers beyond it are dropped: the program does not read them.
    private static let answerLimit = 64 * 1024

    var grid: CharacterGrid
    var cursor = Cursor()
    private var savedCursor = Cursor()
    /// The main screen with its saved cursor, while the alternate one is shown.
    private var mainScreen: (grid: CharacterGrid, saved: Cursor)?
    /// The rows that scroll.
    var region: Range<Int>
    var tabStops: Set<Int>
    /// What was shown last, for a sequence that repeats it.
    var lastShown: Unicode.Scalar?

    var wraps = true
    var inserts = false
    var startsNewLines = false
    /// Whether the program wants ESC O A for the key Up, and not ESC [ A.
    var hasApplicationCursorKeys = false

    private var input = TerminalInput()
    /// What is to be sent to the program.
    private(set) var answers: [UInt8] = []

    /// - Parameters: each within ``possibleSize``.
    init(rows: Int, columns: Int) {
        grid = CharacterGrid(rows: rows, columns: columns)
        region = 0..<rows
        tabStops = Self.usualTabStops(columns)
    }

    static func usualTabStops(_ columns: Int) -> Set<Int> {
        Set(stride(from: 8, to: columns, by: 8))
    }

    var rows: Int { grid.rows }
    var columns: Int { grid.columns }

    /// Takes in what a program has written.
    mutating func write(_ bytes: some Swift.Sequence<UInt8>) {
        var elements: [TerminalInput.Element] = []
        for byte in bytes {
            input.take(byte) { elements.append($0) }
            for element in elements { obey(element) }
            elements.removeAll(keepingCapacity: true)
        }
    }

    /// Adds to what is to be sent to the program.
    mutating func answer(_ text: String) {
        if answers.count + text.utf8.count <= Self.answerLimit { answers += Array(text.utf8) }
    }

    /// To be called when so many bytes of the answers have been sent.
    mutating func answersSent(_ count: Int) { answers.removeFirst(min(count, answers.count)) }

    /// Gives the terminal another size.
    mutating func resize(rows: Int, columns: Int) {
        let lost = grid.resize(rows: rows, columns: columns, keeping: cursor.row)
        cursor.row -= lost
        savedCursor.row -= lost
        if var main = mainScreen {
            main.saved.row -= main.grid.resize(
                rows: rows, columns: columns, keeping: main.saved.row)
            clamp(&main.saved)
            mainScreen = main
        }
        region = 0..<rows
        tabStops = Self.usualTabStops(columns)
        clamp(&cursor)
        clamp(&savedCursor)
    }

    private func clamp(_ cursor: inout Cursor) {
        cursor.row = min(max(cursor.row, 0), rows - 1)
        cursor.column = min(max(cursor.column, 0), columns - 1)
        cursor.isPastEnd = false
    }

    // MARK: The cursor and the two screens

    mutating func saveCursor() { savedCursor = cursor }

    mutating func restoreCursor() {
        cursor = savedCursor
        clamp(&cursor)
    }

    /// Shows the alternate screen, which is blank, or the main one as it was.
    mutating func showAlternateScreen(_ isShown: Bool) {
        guard isShown != (mainScreen != nil) else { return }
        if let main = mainScreen {
            grid = main.grid
            savedCursor = main.saved
            mainScreen = nil
        } else {
            mainScreen = (grid, savedCursor)
            grid = CharacterGrid(rows: rows, columns: columns)
        }
    }

    /// Everything as in a new terminal of this size.
    mutating func reset() {
        let answers = answers
        self = TerminalEmulator(rows: rows, columns: columns)
        self.answers = answers
    }

    /// The modes as in a new terminal; what is shown stays.
    mutating func softReset() {
        wraps = true
        inserts = false
        hasApplicationCursorKeys = false
        region = 0..<rows
        cursor.isRelativeToRegion = false
        cursor.drawing = DrawingCharacters()
        savedCursor = Cursor()
    }

    // MARK: Characters

    private mutating func obey(_ element: TerminalInput.Element) {
        switch element {
        case .character(let scalar): show(cursor.drawing.shown(scalar))
        case .control(let byte): control(byte)
        case .escape(let intermediate, let final): escape(intermediate, final)
        case .sequence(let sequence): obey(sequence)
        }
    }

    /// Shows a character at the cursor.
    mutating func show(_ scalar: Unicode.Scalar) {
        var scalar = scalar
        var width = scalar.terminalWidth
        if width == 0 {
            let column = cursor.isPastEnd ? cursor.column : cursor.column - 1
            return grid.combine(scalar, row: cursor.row, column: column)
        }
        if width > columns {
            scalar = "\u{FFFD}"
            width = 1
        }
        if cursor.isPastEnd || cursor.column + width > columns {
            if wraps {
                cursor.column = 0
                lineFeed()
            } else {
                cursor.column = columns - width
            }
        }
        cursor.isPastEnd = false
        if inserts { grid.insertBlanks(width, row: cursor.row, column: cursor.column) }
        grid.put(scalar, width: width, row: cursor.row, column: cursor.column)
        lastShown = scalar
        if cursor.column + width < columns {
            cursor.column += width
        } else {
            cursor.column = columns - 1
            cursor.isPastEnd = wraps
        }
    }

    /// Goes a row down; at the end of the region its rows move up.
    mutating func lineFeed() {
        cursor.isPastEnd = false
        if cursor.row == region.upperBound - 1 {
            grid.scroll(region, by: 1)
        } else if cursor.row < rows - 1 {
            cursor.row += 1
        }
    }

    /// Goes a row up; at the beginning of the region its rows move down.
    mutating func reverseLineFeed() {
        cursor.isPastEnd = false
        if cursor.row == region.lowerBound {
            grid.scroll(region, by: -1)
        } else if cursor.row > 0 {
            cursor.row -= 1
        }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08:
            cursor.column = max(0, cursor.column - 1)
            cursor.isPastEnd = false
        case 0x09: tab(1)
        case 0x0A...0x0C:
            lineFeed()
            if startsNewLines { cursor.column = 0 }
        case 0x0D:
            cursor.column = 0
            cursor.isPastEnd = false
        case 0x0E: cursor.drawing.isSecondSet = true
        case 0x0F: cursor.drawing.isSecondSet = false
        default: break
        }
    }

    /// Goes so many tab stops on, or back where the count is negative.
    mutating func tab(_ count: Int) {
        cursor.isPastEnd = false
        for _ in 0..<min(abs(count), columns) {
            let next =
                count > 0
                ? tabStops.filter { $0 > cursor.column }.min() ?? columns - 1
                : tabStops.filter { $0 < cursor.column }.max() ?? 0
            cursor.column = min(next, columns - 1)
        }
    }
}

/// The two sets of characters of a terminal, each of which may be the one for drawing boxes.
struct DrawingCharacters: Equatable {
    private var draws = [false, false]
    var isSecondSet = false

    /// Takes in which characters a set has: `0` is the one for drawing.
    mutating func choose(_ name: UInt8, second isSecond: Bool) {
        draws[isSecond ? 1 : 0] = name == UInt8(ascii: "0")
    }

    /// What is shown for a character.
    func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard draws[isSecondSet ? 1 : 0], (0x5F...0x7E).contains(scalar.value) else {
            return scalar
        }
        return Self.drawing[Int(scalar.value - 0x5F)]
    }

    private static let drawing = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}
