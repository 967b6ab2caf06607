import CrashStates

/// Writes a report to a terminal or a log while the run goes on: below the lines that stay, a terminal
/// shows how far the run is; a log gets a line now and then while nothing else is written.
package struct LiveConsole {
    /// How large a terminal is.
    package struct Size: Sendable {
        package var columns: Int
        package var rows: Int

        package init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    private let write: (String) -> Void
    private let style: ConsoleStyle
    private let size: () -> Size
    private var progress = RunProgress()
    /// The widths of the rows that are drawn below what stays.
    private var drawn: [Int] = []
    private var drawnAt = -Double.infinity
    /// When a line was written that stays.
    private var writtenAt = 0.0
    private var hasEnded = false
    /// The time that each running case may take until it is called slow once more.
    private var nextSlowNotices: [CaseIdentity: Double] = [:]

    /// How often the rows are drawn when events come in quick succession, in seconds.
    private static let interval = 0.05

    /// - Parameters:
    ///   - write: gets texts that belong together.
    ///   - size: the terminal's size now; nil where it is the style's and never changes.
    package init(
        write: @escaping (String) -> Void, style: ConsoleStyle, size: (() -> Size)? = nil
    ) {
        self.write = write
        self.style = style
        self.size = size ?? { Size(columns: style.width, rows: style.rows) }
    }

    /// Takes in what has happened, and writes what is to be said of it.
    ///
    /// - Parameter title: what a case is called for people.
    package mutating func take(
        _ event: Event, saying lines: [String], title: (CaseIdentity) -> String
    ) {
        progress.take(event, title: title)
        switch event.kind {
        case .caseFinished(let result): nextSlowNotices[result.identity] = nil
        case .runFinished: hasEnded = true
        default: break
        }
        say(lines, at: event.time)
    }

    /// Writes lines that stay.
    package mutating func say(_ lines: [String], at time: Double) {
        if lines.isEmpty {
            let isDue = time - drawnAt >= Self.interval || time < drawnAt
            if isDue || hasEnded { draw(below: "", at: time) }
            return
        }
        writtenAt = time
        draw(below: lines.map { $0 + "\n" }.joined(), at: time)
    }

    /// Says what only time brings about. Called about once a second.
    package mutating func tick(at time: Double) {
        guard !hasEnded else { return }
        var lines = slowNotices(at: time)
        if lines.isEmpty, !style.showsProgress, time - writtenAt >= style.heartbeat {
            lines = ["… " + ProgressScreen.sentence(of: progress, at: time)]
        }
        if !lines.isEmpty { writtenAt = time }
        draw(below: lines.map { $0 + "\n" }.joined(), at: time)
    }

    /// Says what is worked on, for a person who asks. What runs is said by those who run it.
    package mutating func describe(at time: Double) {
        let sentence = ProgressScreen.sentence(of: progress, at: time)
        let files = progress.preparations.map { preparation in
            let seconds = Duration.seconds(time - preparation.since).shortText
            return "▸ \(preparation.title), for \(seconds)"
        }
        say(["", style.paint("now: ", .bold) + sentence] + files, at: time)
    }

    /// Takes the rows away: somebody else has the terminal next.
    package mutating func hide() {
        let erasure = erasure
        drawn = []
        if !erasure.isEmpty { write(erasure) }
    }

    private mutating func draw(below text: String, at time: Double) {
        guard style.showsProgress else {
            if !text.isEmpty { write(text) }
            return
        }
        var all = erasure + text
        drawn = []
        if !hasEnded {
            let size = size()
            let rows = ProgressScreen.rows(
                of: progress, at: time, width: size.columns, rows: size.rows, style: style)
            drawn = rows.map(\.width)
            all += rows.map(\.text).joined(separator: "\n")
        }
        drawnAt = time
        if !all.isEmpty { write(all) }
    }

    /// What takes the rows away. A terminal that has become narrower has broken them.
    private var erasure: String {
        guard !drawn.isEmpty else { return "" }
        let columns = max(1, size().columns)
        let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        let up = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
        return "\r\(up)\u{1B}[J"
    }

    /// One for each case that has taken longer than it should, and again each time when that has doubled.
    private mutating func slowNotices(at time: Double) -> [String] {
        var lines: [String] = []
        for running in progress.running {
            var limit = nextSlowNotices[running.identity] ?? style.slowAfter
            guard limit > 0, time - running.since >= limit else { continue }
            let text = "> \(Duration.seconds(limit).shortText)"
            while time - running.since >= limit { limit *= 2 }
            nextSlowNotices[running.identity] = limit
            let padding = String(repeating: " ", count: max(1, 10 - text.count))
            let detail = running.detail.map { style.paint("  \($0.long)", .dim) } ?? ""
            lines.append(
                style.paint("◷ SLOW   ", .yellow) + padding + text + "  " + running.title + detail)
        }
        return lines
    }
}

/// A report that people read while the run goes on.
package protocol LiveReporter: Reporter {
    /// Says what only time brings about. Called about once a second.
    func tick(at time: Double)
    /// Writes lines that are not part of the report.
    func say(_ lines: [String], at time: Double)
    /// Says how far the run is, for a person who asks.
    func describe(at time: Double)
    /// Takes away what is drawn and not to stay.
    func hide()
}
