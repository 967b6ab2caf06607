import CrashStates

/// What the foot of a terminal says of a run that goes on: one row for the whole, and one for each case or
/// file that is worked on.
///
/// It is a function of the progress, the time and the size alone. No row is wider than the terminal allows,
/// as only whole rows can be taken away again.
package enum ProgressScreen {
    /// How many rows it has at most, however tall the terminal is.
    static let rowLimit = 8

    package struct Row: Sendable {
        /// As it is written, with its colours.
        package var text: String
        /// How many columns it takes.
        var width: Int
    }

    /// The rows, from the top.
    ///
    /// - Parameters:
    ///   - time: now, in seconds since the run started.
    ///   - rows: how many the terminal has.
    package static func rows(
        of progress: RunProgress, at time: Double, width: Int, rows: Int, style: ConsoleStyle
    ) -> [Row] {
        // The last column stays free: some terminals break a row that fills it.
        let width = max(width, 20) - 1
        let room = max(0, min(rows - 2, rowLimit - 1))
        let items = items(of: progress)
        var shown = items
        var rest = ""
        if items.count > room {
            shown = Array(items.prefix(max(0, room - 1)))
            rest = "  and \(items.count - shown.count) more"
        }
        var lines = [headline(of: progress, at: time, width, style)]
        lines += shown.map { $0.row(at: time, width, style) }
        if !rest.isEmpty, room > 0 {
            lines.append(Row(text: style.paint(rest, .dim), width: ColumnWidth.of(rest)))
        }
        return lines
    }

    /// All of it in one line, for a log: with the one that has taken longest.
    static func sentence(of progress: RunProgress, at time: Double) -> String {
        var parts = [counts(of: progress).map(\.text).joined(), clock(time)]
        let items = items(of: progress)
        if let first = items.first {
            let detail = first.detail.map { ", \($0.long)" } ?? ""
            let more = items.count > 1 ? " and \(items.count - 1) more" : ""
            parts.append("\(first.title) (\(clock(time - first.since))\(detail))\(more)")
        }
        return parts.joined(separator: " · ")
    }

    /// Minutes and seconds, such as `0:07`, or hours too.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "0:00" }
        let all = Int(max(0, seconds))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let end = "\(two(all % 60))"
        if all < 3600 { return "\(all / 60):\(end)" }
        return "\(all / 3600):\(two(all / 60 % 60)):\(end)"
    }

    // MARK: The first row

    private struct Piece {
        var text: String
        var color: ConsoleStyle.Color?
    }

    private static func counts(of progress: RunProgress) -> [Piece] {
        var text = "\(progress.done) done"
        if let total = progress.total {
            text = "\(progress.done) of \(total)\(progress.isTotalOpen ? "+" : "") done"
        }
        if let rules = progress.rules { text = "\(rules.done) of \(rules.total) rules, \(text)" }
        var pieces = [Piece(text: text)]
        if progress.bad > 0 {
            pieces.append(Piece(text: ", \(progress.bad) not passed", color: .red))
        }
        if progress.flaky > 0 {
            pieces.append(Piece(text: ", \(progress.flaky) flaky", color: .yellow))
        }
        return pieces
    }

    private static func headline(
        of progress: RunProgress, at time: Double, _ width: Int, _ style: ConsoleStyle
    ) -> Row {
        var pieces = counts(of: progress)
        pieces.append(Piece(text: " · " + clock(time), color: .dim))
        if progress.running.count > 1 {
            pieces.append(Piece(text: " · \(progress.running.count) running", color: .dim))
        }
        var row = ""
        var used = 0
        for piece in pieces {
            // What does not fit is left out, but for the counts, which are cut.
            if used > 0, used + ColumnWidth.of(piece.text) > width { break }
            let text = ColumnWidth.fitting(piece.text, width - used)
            used += ColumnWidth.of(text)
            row += piece.color.map { style.paint(text, $0) } ?? text
        }
        return Row(text: row, width: used)
    }

    // MARK: The others

    /// What is worked on.
    private struct Item {
        var title: String
        var since: Double
        /// What it has come to, in words and in short.
        var detail: (long: String, short: String)?

        func row(at time: Double, _ width: Int, _ style: ConsoleStyle) -> Row {
            let clock = ProgressScreen.clock(time - since)
            let margin = String(repeating: " ", count: max(1, 6 - clock.count)) + clock + "  "
            let room = width - ColumnWidth.of(margin)
            var end = ""
            for text in [detail?.long, detail?.short].compactMap({ $0 }) {
                // The title keeps so much that it can be told from others.
                let text = " · " + text
                let least = min(ColumnWidth.of(title), ProgressScreen.leastTitle)
                guard ColumnWidth.of(text) + least <= room else { continue }
                end = text
                break
            }
            let title = ColumnWidth.fitting(title, max(1, room - ColumnWidth.of(end)))
            return Row(
                text: style.paint(margin, .dim) + title + style.paint(end, .dim),
                width: ColumnWidth.of(margin + title + end))
        }
    }

    private static let leastTitle = 18

    /// Files that are prepared and cases that run, those first that have taken longest.
    private static func items(of progress: RunProgress) -> [Item] {
        let files = progress.preparations.map { preparation in
            Item(title: preparation.title, since: preparation.since)
        }
        let cases = progress.running.map { running in
            Item(title: running.title, since: running.since, detail: running.detail)
        }
        return (files + cases).enumerated()
            .sorted { ($0.element.since, $0.offset) < ($1.element.since, $1.offset) }
            .map(\.element)
    }
}

extension RunProgress.Preparation {
    /// What is done, and with which file.
    var title: String {
        let file = VisibleText.line(file)
        switch stage {
        case .compiling: return "compiling \(file)"
        case .starting: return "starting \(file)"
        case .buildingTarget: return "building the target of \(file)"
        case .compiled, .running, .done: return file
        }
    }
}

extension RunProgress.RunningCase {
    /// What it has come to, in words and in short.
    var detail: (long: String, short: String)? { sweep?.detail ?? step?.detail }
}

extension SweepProgress {
    /// Such as `state 312 of ~1000`.
    fileprivate var detail: (long: String, short: String) {
        guard let total else { return ("state \(done)", "\(done)") }
        let all = "\(isEstimated ? "~" : "")\(total)"
        return ("state \(done) of \(all)", "\(done)/\(all)")
    }
}

extension StepStart {
    /// Such as `step 3 of 8: Launch()`.
    fileprivate var detail: (long: String, short: String) {
        let text = VisibleText.shortened(VisibleText.line(text), to: 40)
        return ("step \(number) of \(count): \(text)", "\(number)/\(count)")
    }
}
