import CrashStates

/// The line at the foot of a terminal that says how far the run is.
///
/// It is at most as wide as the terminal, as only one row can be taken away again.
package struct ProgressLine {
    /// A case that has started and has no result.
    private struct Running {
        var identity: CaseIdentity
        var title: String
        var sweep: SweepProgress?
    }

    private let width: Int
    private var running: [Running] = []
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
        // A case whose process has died begins once more.
        running.removeAll { $0.identity == identity }
        running.append(Running(identity: identity, title: title))
    }

    package mutating func finish(_ result: CaseResult) {
        forget(result.identity)
        done += 1
        if result.verdict.isBad { bad += 1 }
    }

    /// Takes in how far the sweep of a case is.
    package mutating func update(_ identity: CaseIdentity, _ sweep: SweepProgress) {
        if let index = index(of: identity) { running[index].sweep = sweep }
    }

    mutating func forget(_ identity: CaseIdentity) {
        if let index = index(of: identity) { running.remove(at: index) }
    }

    private func index(of identity: CaseIdentity) -> Int? {
        running.firstIndex { $0.identity == identity }
            ?? running.firstIndex { $0.identity.isBeginning(of: identity) }
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
            text += ", \(running.count) running: "
            if let sweep = first.sweep { text += sweep.text + " · " }
            text += first.title
        }
        return ColumnWidth.fitting(text, width - 1)
    }
}

extension SweepProgress {
    /// Such as `state 312 of ~1000`.
    fileprivate var text: String {
        guard let total else { return "state \(done)" }
        return "state \(done) of \(isEstimated ? "~" : "")\(total)"
    }
}
