import CrashStates

/// The facts of a result as plain lines, in the order in which people need them.
///
/// Console, JUnit and GitHub show the same facts, each within bounds of its own. Every line is fit to be
/// shown (see `VisibleText`), and a line of the target's making always stands behind a bar.
package struct ResultText {
    /// How a line may be coloured.
    package enum Role { case headline, fact, removed, added, bar }

    package struct Line: Equatable {
        package var role: Role
        package var text: String
    }

    /// How much is shown of what has no bound of its own.
    package struct Limits {
        var outputLines = 30
        var differenceLines = 60
        var valueLines = 20
        var timelineEntries = 40
        var lineLength = 400

        package static let console = Limits()
        static let file = Limits(
            outputLines: 400, differenceLines: 400, valueLines: 200, timelineEntries: 400,
            lineLength: 2000)
    }

    var limits: Limits
    /// Whether a headline begins with the place, as compilers write it.
    var showsPlaces: Bool

    package init(limits: Limits, showsPlaces: Bool = true) {
        self.limits = limits
        self.showsPlaces = showsPlaces
    }

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
        if result.verdict == .vacuous {
            if result.failures.isEmpty {
                lines.append(headline(place(of: result.identity), Phrases.vacuousHeadline))
            }
            lines.append(fact("meaning:", Phrases.vacuousMeaning))
            lines.append(fact("to do:", Phrases.vacuousAdvice))
        } else if result.failures.isEmpty {
            let message = result.verdict == .errored ? "no reason was given" : "it did not pass"
            lines.append(headline(place(of: result.identity), message))
        }
        if result.isRandom { lines.append(fact("seed:", "\(result.seed)")) }
        if let container = result.container {
            lines.append(fact("container:", VisibleText.line(container)))
        }
        lines.append(fact("replay:", VisibleText.line(result.replay)))
        return lines
    }

    /// What happened in the case, the last entries of it.
    func timeline(of result: CaseResult) -> [Line] {
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

    /// The first line of a failure: `path:line:column: error: message`, as compilers write it.
    func headline(of failure: Failure, in identity: CaseIdentity) -> Line {
        let place = failure.location.map(\.description) ?? place(of: identity)
        return headline(place, VisibleText.lines(failure.message).first ?? "")
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
        if let actual = failure.actual { lines += value("came:", actual) }
        if let difference = failure.difference {
            lines.append(fact("difference (- expected, + came):"))
            lines += bars(VisibleText.lines(difference)[...], limits.differenceLines).map(colored)
        }
        if let fault = failure.fault { lines += value("injected:", fault) }
        if let killPoint = failure.killPoint { lines += value("killed:", killPoint) }
        if let output = failure.output, !output.isEmpty { lines += self.output(output) }
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

    private func colored(_ line: Line) -> Line {
        let text = line.text.dropFirst(Self.barPrefix.count).drop { $0 == " " }
        var line = line
        if text.hasPrefix("- ") { line.role = .removed }
        if text.hasPrefix("+ ") { line.role = .added }
        return line
    }

    private static let barPrefix = "    │ "

    private func bar(_ text: String) -> Line { Line(role: .bar, text: Self.barPrefix + text) }

    private func fact(_ label: String, _ text: String = "") -> Line {
        let padding = String(repeating: " ", count: max(1, 11 - label.count))
        return Line(role: .fact, text: "  " + label + (text.isEmpty ? "" : padding + text))
    }

    private func headline(_ place: String, _ message: String) -> Line {
        let text = shortened(message)
        return Line(
            role: .headline,
            text: showsPlaces ? "\(VisibleText.line(place)): error: \(text)" : text)
    }

    private func place(of identity: CaseIdentity) -> String {
        "\(identity.file):\(identity.line):1"
    }

    private func shortened(_ line: String) -> String {
        VisibleText.shortened(line, to: limits.lineLength)
    }
}
