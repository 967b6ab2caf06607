/// How the console report looks.
public struct ConsoleStyle: Sendable, Equatable {
    /// Whether colours are used.
    public var usesColor: Bool
    /// Whether what runs is drawn and redrawn below the report, which only a terminal can do.
    public var showsProgress: Bool
    /// The terminal's width in columns.
    public var width: Int
    /// The terminal's height in rows.
    public var rows: Int
    /// Whether controls, replay commands and timelines of cases that passed are shown too.
    public var isVerbose: Bool
    /// After how many seconds a case that still runs is called slow.
    public var slowAfter: Double
    /// Without a progress display: after how many seconds without a line one says how far the run is.
    public var heartbeat: Double
    /// How many of the slowest cases are listed at the end.
    public var slowest: Int

    /// A style. By default it fits a file: no colours, no progress display, 80 columns.
    public init(
        usesColor: Bool = false, showsProgress: Bool = false, width: Int = 80, rows: Int = 24,
        isVerbose: Bool = false, slowAfter: Double = 30, heartbeat: Double = 30, slowest: Int = 0
    ) {
        self.usesColor = usesColor
        self.showsProgress = showsProgress
        self.width = width
        self.rows = rows
        self.isVerbose = isVerbose
        self.slowAfter = slowAfter
        self.heartbeat = heartbeat
        self.slowest = slowest
    }

    package enum Color: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case bold = "1"
        case dim = "2"
    }

    package func paint(_ text: String, _ color: Color) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    package func paint(_ line: ResultText.Line) -> String {
        switch line {
        case .headline(let place, let message):
            paint(place, .bold) + paint(": error: ", .red) + paint(message, .bold)
        case .removed(let text): paint(text, .red)
        case .added(let text): paint(text, .green)
        case .fact(let text): text
        case .bar(let text): paint(text, .dim)
        }
    }
}

extension Verdict {
    /// The mark and the word, in columns of equal width.
    var label: String {
        switch self {
        case .passed: "✔ passed "
        case .failed: "✘ failed "
        case .errored: "✘ errored"
        case .skipped: "○ skipped"
        case .vacuous: "◇ vacuous"
        case .flaky: "◑ flaky  "
        }
    }

    var color: ConsoleStyle.Color {
        switch self {
        case .passed: .green
        case .failed, .errored: .red
        case .skipped, .vacuous, .flaky: .yellow
        }
    }

    /// Whether there is something to be said of the case whatever is asked for.
    var isNotable: Bool { isBad || self == .flaky }

    /// Whether the case is a reason for an exit code that is not 0.
    package var isBad: Bool { self == .failed || self == .errored || self == .vacuous }
}

/// How many columns a text takes on a terminal, near enough to keep it on one row.
enum ColumnWidth {
    static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// The text, cut so that it takes at most this many columns.
    static func fitting(_ text: String, _ width: Int) -> String {
        guard of(text) > width else { return text }
        var result = ""
        var used = 1  // the ellipsis
        for character in text {
            used += of(character)
            if used > width { break }
            result.append(character)
        }
        return result + "…"
    }

    private static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // An emoji of several parts may be drawn as each of them, so the widest guess is the safe one.
        return scalars.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F000...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
