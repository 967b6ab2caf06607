import CrashStates

/// Writes for people: each verdict as it comes, every failure in full, and a summary.
///
/// It writes whole lines, except for what it draws of the run's progress, which it erases before it writes
/// anything else.
/// Each call of `write` gets a text that belongs together.
public final class ConsoleReporter: Reporter, LiveReporter {
    private let style: ConsoleStyle
    private let text = ResultText(limits: .console)
    private var console: LiveConsole
    private var summary: ConsoleSummary
    private var endsWithBlankLine = false
    /// The files that have a suite of each name, to tell suites of one name apart.
    private var filesOfSuites: [String: Set<String>] = [:]

    /// Reports to whatever `write` writes to. `write` is called in order, and from where events are
    /// received.
    public convenience init(
        write: @escaping (String) -> Void, style: ConsoleStyle = ConsoleStyle()
    ) {
        self.init(to: LiveConsole(write: write, style: style), style: style)
    }

    /// Reports to a console that knows the size of its terminal.
    package init(to console: LiveConsole, style: ConsoleStyle) {
        self.console = console
        self.style = style
        summary = ConsoleSummary(slowest: SlowestCases(limit: style.slowest))
    }

    public func receive(_ event: Event) {
        var lines: [String] = []
        switch event.kind {
        case .runStarted(let run): lines = header(of: run)
        case .suiteFound(let suite): filesOfSuites[suite.name, default: []].insert(suite.file)
        case .fileFailed(let failure):
            lines = self.lines(of: failure)
            summary.add(failure)
        case .fileProgress, .caseStarted, .sweepProgress, .stepStarted, .stepEnded,
            .expectationFailed:
            break
        case .caseFinished(let result):
            lines = self.lines(of: result)
            summary.add(result, title: title(of: result.identity))
        case .note(let note): lines = self.lines(ofNote: note)
        case .runFinished(let run):
            lines = summary.lines(of: run, style: style)
            if endsWithBlankLine { lines = Array(lines.drop { $0.isEmpty }) }
        }
        if let last = lines.last { endsWithBlankLine = last.isEmpty }
        console.take(event, saying: lines, title: title)
    }

    package func tick(at time: Double) { console.tick(at: time) }

    package func say(_ lines: [String], at time: Double) { console.say(lines, at: time) }

    package func describe(at time: Double) { console.describe(at: time) }

    package func hide() { console.hide() }

    private func header(of run: RunDescription) -> [String] {
        let parts = [
            "relaunch \(VisibleText.line(run.relaunch))",
            run.files.count == 1
                ? VisibleText.line(run.files[0])
                : Phrases.count(run.files.count, "file", "files"),
            "seed \(run.seed)", Phrases.count(run.jobs, "job", "jobs"),
        ]
        return [style.paint(parts.joined(separator: " · "), .bold), ""]
    }

    private func title(of identity: CaseIdentity) -> String {
        let isAmbiguous = (filesOfSuites[identity.suite]?.count ?? 0) > 1
        let suite = isAmbiguous ? "\(identity.suite) (\(identity.file))" : identity.suite
        return VisibleText.line("\(suite) › \(identity.title)")
    }

    private func lines(of result: CaseResult) -> [String] {
        var first = style.paint(result.verdict.label, result.verdict.color)
        let seconds = Phrases.seconds(result.seconds)
        let padding = String(repeating: " ", count: max(1, 8 - seconds.count))
        first += padding + style.paint(seconds + " s", .dim)
        first += "  " + title(of: result.identity)
        if style.isVerbose, case .detected = result.control {
            first += style.paint("  control ✓", .dim)
        }
        var lines = [first]
        if let reason = result.skipped { lines.append(detail("skipped: \(reason)")) }
        switch result.control {
        case .declined(let reason) where result.rule == nil:
            lines.append(detail("no control: \(reason)"))
        case .errored(let reason): lines.append(detail("the control could not run: \(reason)"))
        case .detected(let step) where style.isVerbose:
            lines.append(detail("its control failed, as it should, at \(step)"))
        case .notRun where style.isVerbose: lines.append(detail("its control was not run"))
        case .notNeeded, .declined, .notRun, .detected, .passed: break
        }
        if let attempts = ResultText.attempts(of: result) { lines.append(detail(attempts)) }
        lines += result.notes.map { detail("note: \($0)") }
        if result.verdict.isNotable {
            lines += (text.lines(of: result) + text.timeline(of: result)).map(style.paint)
            lines.append("")
        } else if style.isVerbose {
            lines += text.timeline(of: result).map(style.paint)
            if let container = result.container { lines.append(detail("container: \(container)")) }
        }
        return lines
    }

    private func detail(_ text: String) -> String {
        style.paint("    " + VisibleText.line(text), .dim)
    }

    private func lines(ofNote note: String) -> [String] {
        let lines = VisibleText.lines(note)
        return lines.prefix(1).map { style.paint("note: ", .bold) + $0 }
            + lines.dropFirst().map { "    │ " + $0 }
    }

    private func lines(of failure: FileFailure) -> [String] {
        let file = VisibleText.line(failure.file)
        var lines = [
            style.paint("✘ no result", .red) + "  \(file): "
                + style.paint(failure.reason.phrase, .bold)
        ]
        if failure.reason == .didNotCompile {
            // The compiler's own lines, so that editors find the places in them.
            lines += VisibleText.lines(failure.message).map { line in
                line.drop { $0 == " " }.hasPrefix("::") ? "│ " + line : line
            }
        } else {
            let message = VisibleText.lines(failure.message)
            lines += message.prefix(1).map { "\(file): error: \($0)" }
            lines += message.dropFirst().map { "    │ " + $0 }
        }
        lines += failure.unfinished.prefix(10).map { "  without a result: \(title(of: $0))" }
        if failure.unfinished.count > 10 {
            lines.append("  without a result: \(failure.unfinished.count - 10) more")
        }
        return lines + [""]
    }
}

extension FileFailure.Reason {
    /// The reason in words.
    var phrase: String {
        switch self {
        case .didNotCompile: "it did not compile"
        case .noSuite: "it defines no suite"
        case .severalSuites: "it defines several suites"
        case .died: "its process ended before the suite was done"
        case .notReadable: "it cannot be read"
        case .wrongSuite: "its suite is wrong"
        case .noTarget: "its target was not found or could not be built"
        case .harness: "the harness cannot run it"
        }
    }
}
