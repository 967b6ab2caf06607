import CrashStates

/// Writes for people: each verdict as it comes, every failure in full, and a summary.
///
/// It writes whole lines, except for the progress line, which it erases before it writes anything else.
/// Each call of `write` gets a text that belongs together.
public final class ConsoleReporter: Reporter {
    private let write: (String) -> Void
    private let style: ConsoleStyle
    private let text = ResultText(limits: .console)
    private var progress: ProgressLine
    private var summary = ConsoleSummary()
    private var endsWithBlankLine = false
    /// The files that have a suite of each name, to tell suites of one name apart.
    private var filesOfSuites: [String: Set<String>] = [:]

    /// Reports to whatever `write` writes to. `write` is called in order, and from where events are
    /// received.
    public init(write: @escaping (String) -> Void, style: ConsoleStyle = ConsoleStyle()) {
        self.write = write
        self.style = style
        progress = ProgressLine(width: style.width)
    }

    public func receive(_ event: Event) {
        var lines: [String] = []
        switch event.kind {
        case .runStarted(let run): lines = header(of: run)
        case .suiteFound(let suite): filesOfSuites[suite.name, default: []].insert(suite.file)
        case .fileFailed(let failure):
            lines = self.lines(of: failure)
            for identity in failure.unfinished { progress.forget(identity) }
            summary.add(failure)
        case .caseStarted(let identity): progress.start(identity, title: title(of: identity))
        case .sweepProgress(let identity, let sweep): progress.update(identity, sweep)
        case .stepStarted, .stepEnded, .expectationFailed: break
        case .caseFinished(let result):
            progress.finish(result)
            lines = self.lines(of: result)
            summary.add(result, title: title(of: result.identity))
        case .note(let note): lines = self.lines(ofNote: note)
        case .runFinished(let run):
            progress.end()
            lines = summary.lines(of: run, style: style)
            if endsWithBlankLine { lines = Array(lines.drop { $0.isEmpty }) }
        }
        emit(lines, at: event.time)
    }

    private func emit(_ lines: [String], at time: Double) {
        if let last = lines.last { endsWithBlankLine = last.isEmpty }
        var text = lines.map { $0 + "\n" }.joined()
        if style.showsProgress { text = progress.redrawn(around: text, at: time) }
        if !text.isEmpty { write(text) }
    }

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
        case .declined(let reason): lines.append(detail("no control: \(reason)"))
        case .errored(let reason): lines.append(detail("the control could not run: \(reason)"))
        case .detected(let step) where style.isVerbose:
            lines.append(detail("its control failed, as it should, at \(step)"))
        case .notRun where style.isVerbose: lines.append(detail("its control was not run"))
        case .notNeeded, .notRun, .detected, .passed: break
        }
        lines += result.notes.map { detail("note: \($0)") }
        if result.verdict.isBad {
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
