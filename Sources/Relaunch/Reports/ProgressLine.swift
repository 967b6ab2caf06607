import CrashStates

/// The line at the foot of a terminal that says how far the run is.
///
/// It is at most as wide as the terminal, as only one row can be taken away again.
package struct ProgressLine {
    private let width: Int
    private var running: [(identity: CaseIdentity, title: String)] = []
    private var done = 0
    private var bad = 0
    private var isDrawn = false
    private var hasEnded = false
    private var drawnAt = -Double.infinity

    /// How often it is redrawn when nothing else is written, in seconds.
    private static let interval = 0.05
    private static let erase = "\r\u{1B}[2K"

    package init(width: Int) {
        self.width = max(width, 20)
    }

    package mutating func start(_ identity: CaseIdentity, title: String) {
        running.append((identity, title))
    }

    package mutating func finish(_ result: CaseResult) {
        forget(result.identity)
        done += 1
        if result.verdict.isBad { bad += 1 }
    }

    mutating func forget(_ identity: CaseIdentity) {
        if let index = running.firstIndex(where: { $0.identity == identity }) {
            running.remove(at: index)
        }
    }

    package mutating func end() { hasEnded = true }

    /// The text with the line taken away before it and drawn again below it.
    package mutating func redrawn(around text: String, at time: Double) -> String {
        guard !text.isEmpty || time - drawnAt >= Self.interval || time < drawnAt else { return "" }
        let before = isDrawn ? Self.erase : ""
        isDrawn = !hasEnded
        drawnAt = time
        return before + text + (hasEnded ? "" : line)
    }

    private var line: String {
        var text = "\(done) done"
        if bad > 0 { text += ", \(bad) not passed" }
        if let first = running.first {
            text += ", \(running.count) running: \(first.title)"
        }
        return ColumnWidth.fitting(text, width - 1)
    }
}
