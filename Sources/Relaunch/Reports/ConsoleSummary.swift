import CrashStates

/// What the console shows when the run has finished.
struct ConsoleSummary {
    private var bad: [(title: String, result: CaseResult)] = []
    private var files: [FileFailure] = []
    private var unlisted = 0
    private var results = 0
    private var flaky: [String] = []
    private var slowest: SlowestCases

    /// More than these are only counted: they all were shown in full when they came.
    private static let listed = 50

    init(slowest: SlowestCases) { self.slowest = slowest }

    mutating func add(_ result: CaseResult, title: String) {
        slowest.add(title, seconds: result.seconds)
        results += 1
        if result.verdict == .flaky, flaky.count < Self.listed {
            flaky.append("  \(title), \(Phrases.count(result.attempts, "attempt", "attempts"))")
        }
        guard result.verdict.isBad else { return }
        if bad.count < Self.listed {
            bad.append((title, result))
        } else {
            unlisted += 1
        }
    }

    mutating func add(_ failure: FileFailure) { files.append(failure) }

    func lines(of run: RunSummary, style: ConsoleStyle) -> [String] {
        var lines: [String] = []
        // A single trial of a rule, as a replay has, is still to be seen.
        let listed = results == 1 && bad.first?.result.rule != nil ? [] : bad
        if !listed.isEmpty || !files.isEmpty {
            lines += ["", style.paint("What did not pass:", .bold), ""]
        }
        for (title, result) in listed {
            lines += self.lines(of: result, title: title, style: style)
        }
        if unlisted > 0 { lines.append("… and \(unlisted) more, shown above") }
        for file in files {
            lines.append(
                style.paint("✘ no result", .red) + "  \(VisibleText.line(file.file)): "
                    + file.reason.phrase)
        }
        if !flaky.isEmpty {
            lines += ["", style.paint("What was flaky:", .bold)] + flaky
        }
        return lines + slowest.lines(style: style) + ["", Self.line(of: run, style: style)]
    }

    private func lines(of result: CaseResult, title: String, style: ConsoleStyle) -> [String] {
        let text = ResultText(limits: .summary)
        var lines = [style.paint(result.verdict.label, result.verdict.color) + "  " + title]
        if let failure = result.failures.first {
            lines.append(style.paint(text.headline(of: failure, in: result.identity)))
            lines += text.comparison(of: failure).map(style.paint)
            if result.failures.count > 1 {
                let more = Phrases.count(result.failures.count - 1, "more failure", "more failures")
                lines.append("  and \(more), shown above")
            }
        } else if result.verdict == .vacuous {
            lines.append("  \(Phrases.vacuousHeadline)")
        }
        return lines + ["  replay:    \(VisibleText.line(result.replay))", ""]
    }

    /// The last line: counts, seconds, and what the exit code says where it is not 0.
    static func line(of run: RunSummary, style: ConsoleStyle) -> String {
        let counts = Verdict.allCases.compactMap { verdict -> String? in
            let count = run.verdicts[verdict] ?? 0
            return count > 0 || verdict == .passed ? "\(count) \(verdict.rawValue)" : nil
        }
        var line = counts.joined(separator: ", ")
        if run.failedFiles > 0 {
            line += ", \(Phrases.count(run.failedFiles, "file", "files")) without a result"
        }
        line += " in \(Phrases.seconds(run.seconds)) s"
        if let interruption = run.interruption {
            line += " · stopped early: \(VisibleText.line(interruption))"
        }
        if run.exitCode != .passed {
            line += " · exit code \(run.exitCode.rawValue): \(meaning(of: run))"
        }
        let mark = run.exitCode == .passed ? "✔ " : "✘ "
        let isFlaky = run.verdicts[.flaky, default: 0] > 0
        return style.paint(
            mark + line, run.exitCode != .passed ? .red : isFlaky ? .yellow : .green)
    }

    private static func meaning(of run: RunSummary) -> String {
        let bad = [Verdict.failed, .vacuous].reduce(0) { $0 + run.verdicts[$1, default: 0] }
        guard run.exitCode == .failed, bad == 0 else { return Phrases.meaning(of: run.exitCode) }
        return "a scenario was flaky (--fail-on-flaky)"
    }
}
