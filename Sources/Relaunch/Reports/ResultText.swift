import CrashStates

/// The facts of a result as plain lines, in the order in which people need them.
///
/// It is the one place where a failure becomes text: console, audit, JUnit, GitHub and RelaunchTesting
/// show the same facts, each within limits of its own. Every line is fit to be shown (see `VisibleText`),
/// and each line that the target wrote begins with a bar.
package struct ResultText {
    /// One line, with what a reporter may want to show in another way.
    package enum Line: Equatable {
        /// What is wrong. The place is `path:line:column`.
        case headline(place: String, message: String)
        /// A label, and what it labels.
        case fact(String)
        /// A line of a difference that was expected and is missing.
        case removed(String)
        /// A line of a difference that is there and was not expected.
        case added(String)
        /// Any other text, mostly of the target's making.
        case bar(String)

        /// The line as compilers would write it: a headline is `path:line:column: error: message`.
        package var text: String {
            switch self {
            case .headline(let place, let message): "\(place): error: \(message)"
            case .fact(let text), .removed(let text), .added(let text), .bar(let text): text
            }
        }
    }

    /// How much is shown of what has no bound of its own.
    package struct Limits {
        var outputLines = 30
        var differenceLines = 60
        var valueLines = 20
        var timelineEntries = 40
        var lineLength = 400

        package static let console = Limits()
        /// For an audit, where a trial may be long, and its end is what shows the loss; a life is told whole.
        package static let audit = Limits(valueLines: 64, timelineEntries: 16)
        /// For the end of a run, where everything has been shown once.
        static let summary = Limits(valueLines: 5)
        /// For an issue of Swift Testing, which is read in an editor or a log.
        package static let issue = Limits(outputLines: 60, differenceLines: 100, valueLines: 40)
        package static let file = Limits(
            outputLines: 400, differenceLines: 400, valueLines: 200, timelineEntries: 400,
            lineLength: 2000)
    }

    var limits: Limits

    package init(limits: Limits) { self.limits = limits }

    /// Everything that is to be said of a case that did not pass, save its timeline.
    package func lines(of result: CaseResult) -> [Line] {
        var lines: [Line] = []
        var shown: String?
        for failure in result.failures {
            var failure = failure
            // Failures of one launch carry the same output: once is enough.
            if failure.output == shown { failure.output = nil } else { shown = failure.output }
            lines += self.lines(of: failure, in: result.identity)
        }
        if result.failures.isEmpty {
            let message =
                switch result.verdict {
                case .vacuous: Phrases.vacuousHeadline
                case .errored: "no reason was given"
                default: "it did not pass"
                }
            lines.append(headline(place(of: result.identity), message))
        }
        lines += advice(on: result)
        if result.isRandom { lines.append(fact("seed:", "\(result.seed)")) }
        lines += container(of: result)
        lines.append(fact("replay:", VisibleText.line(result.replay)))
        return lines
    }

    /// One failure of a case, for whoever reports each by itself: with what is to be known of the case,
    /// and without the commands that replay it.
    package func lines(of failure: Failure, of result: CaseResult) -> [Line] {
        var failure = failure
        failure.replay = nil
        return lines(of: failure, in: result.identity) + advice(on: result)
            + [fact("seed:", "\(result.seed)")] + container(of: result)
    }

    /// How often the case was run; nil where it was once.
    static func attempts(of result: CaseResult) -> String? {
        guard result.attempts > 1 else { return nil }
        if result.verdict == .flaky {
            return "it passed in attempt \(result.attempts); this was wrong in the first:"
        }
        return "it did not pass in \(result.attempts) attempts; this was wrong in the last:"
    }

    /// What a vacuous case means, and what to do about it.
    private func advice(on result: CaseResult) -> [Line] {
        guard result.verdict == .vacuous else { return [] }
        return [
            fact("meaning:", Phrases.vacuousMeaning), fact("to do:", Phrases.vacuousAdvice),
        ]
    }

    private func container(of result: CaseResult) -> [Line] {
        result.container.map { [fact("container:", VisibleText.line($0))] } ?? []
    }

    /// What happened in the case, the last entries of it.
    package func timeline(of result: CaseResult) -> [Line] {
        guard !result.timeline.isEmpty else { return [] }
        var lines = [fact("timeline:")]
        let shown = result.timeline.suffix(limits.timelineEntries)
        if shown.count < result.timeline.count {
            let left = result.timeline.count - shown.count
            lines.append(bar("… \(Phrases.count(left, "earlier entry", "earlier entries"))"))
        }
        lines += shown.map { entry in
            bar("\(Phrases.seconds(entry.time)) s  \(shortened(VisibleText.line(entry.text)))")
        }
        return lines
    }

    /// The first line of a failure.
    func headline(of failure: Failure, in identity: CaseIdentity) -> Line {
        let place = failure.location.map(\.description) ?? place(of: identity)
        return headline(place, VisibleText.lines(failure.message).first ?? "")
    }

    /// What was expected and what was there, in a line where both have one.
    func comparison(of failure: Failure) -> [Line] {
        guard let expected = failure.expected, let actual = failure.actual else { return [] }
        let values = [expected, actual].map { VisibleText.lines($0) }
        guard values.allSatisfy({ $0.count <= 1 }) else {
            return value("expected:", expected) + value("actual:", actual)
        }
        let brief = values.map { lines in
            lines.first.map { VisibleText.shortened($0, to: 60) } ?? "(nothing)"
        }
        return [fact("expected \(brief[0]), actual \(brief[1])")]
    }

    private func lines(of failure: Failure, in identity: CaseIdentity) -> [Line] {
        var lines = [headline(of: failure, in: identity)]
        lines += bars(VisibleText.lines(failure.message).dropFirst(), limits.valueLines)
        if !failure.step.isEmpty { lines += value("step:", failure.step) }
        switch failure.blame {
        case .target: break
        case .scenario: lines.append(fact("fault:", "the scenario's"))
        case .harness: lines.append(fact("fault:", "the harness's"))
        }
        if let expected = failure.expected { lines += value("expected:", expected) }
        if let actual = failure.actual { lines += value("actual:", actual) }
        if let difference = failure.difference {
            lines.append(fact("difference (- expected, + actual):"))
            lines += self.difference(difference)
        }
        if let fault = failure.fault { lines += value("injected:", fault) }
        if let killPoint = failure.killPoint { lines += value("killed:", killPoint) }
        if let fewest = failure.fewest { lines += value("fewest:", fewest) }
        if let output = failure.output, !output.isEmpty { lines += self.output(output) }
        if !failure.messages.isEmpty {
            lines.append(fact("the last messages (→ to the target, ← from it):"))
            lines += bars(failure.messages.flatMap { VisibleText.lines($0) }[...], .max)
        }
        if let replay = failure.replay { lines += value("alone:", replay) }
        return lines
    }

    private func output(_ output: String) -> [Line] {
        let all = VisibleText.lines(output)
        let shown = all.suffix(limits.outputLines)
        let title =
            shown.count < all.count
            ? "the target's last output (\(shown.count) of \(all.count) lines):"
            : "the target's last output:"
        return [fact(title)] + bars(shown, limits.outputLines)
    }

    private func value(_ label: String, _ text: String) -> [Line] {
        let lines = VisibleText.lines(text)
        if lines.count == 1 { return [fact(label, shortened(lines[0]))] }
        return lines.isEmpty
            ? [fact(label, "(nothing)")] : [fact(label)] + bars(lines[...], limits.valueLines)
    }

    private func bars(_ lines: ArraySlice<String>, _ limit: Int) -> [Line] {
        var bars = lines.prefix(limit).map { bar(shortened($0)) }
        if lines.count > limit {
            bars.append(
                bar("… and \(Phrases.count(lines.count - limit, "more line", "more lines"))"))
        }
        return bars
    }

    /// The lines of a difference, of which each says by how it begins what it is.
    private func difference(_ text: String) -> [Line] {
        let lines = VisibleText.lines(text)
        let shown = lines.prefix(limits.differenceLines).map { line -> Line in
            let text = bar(shortened(line)).text
            switch line.drop(while: { $0 == " " }).prefix(2) {
            case "- ": return .removed(text)
            case "+ ": return .added(text)
            default: return .bar(text)
            }
        }
        return shown + bars(lines.dropFirst(shown.count), 0)
    }

    private func bar(_ text: String) -> Line { .bar("    │ " + text) }

    private func fact(_ label: String, _ text: String = "") -> Line {
        let padding = String(repeating: " ", count: max(1, 11 - label.count))
        return .fact("  " + label + (text.isEmpty ? "" : padding + text))
    }

    private func headline(_ place: String, _ message: String) -> Line {
        .headline(place: VisibleText.line(place), message: shortened(message))
    }

    private func place(of identity: CaseIdentity) -> String {
        "\(identity.file):\(identity.line):1"
    }

    private func shortened(_ line: String) -> String {
        VisibleText.shortened(line, to: limits.lineLength)
    }
}
