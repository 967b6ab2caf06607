import CrashStates
import Relaunch

/// Writes an audit for people: one line for each rule as soon as its last trial is over, and for a broken
/// one the first trial that showed it. Rules without a trial come at the end, by reason.
package final class AuditReporter: LiveReporter {
    private let style: ConsoleStyle
    private let text: ResultText
    private var rules: [String: Rule] = [:]
    private var order: [String] = []
    /// Where trials stand in the plan, the plainest of a rule first.
    private var places: [String: Int] = [:]
    private var unproven = UnprovenRules()
    private var console: LiveConsole
    private var slowest: SlowestCases

    private struct Rule {
        var title: String
        /// Trials that have no result yet.
        var open = 0
        var results: [CaseResult] = []

        /// Those that say something of the target.
        var judged: [CaseResult] { results.filter { $0.skipped == nil } }
        /// Why some of its trials say nothing although they ran.
        var doubt: String? {
            let doubted = results.filter { $0.skipped != nil && $0.launches > 0 }
            return doubted.first.map { "\(doubted.count) not judged: \($0.skipped ?? "")" }
        }
        var launches: Int { results.reduce(0) { $0 + $1.launches } }
        var seconds: Double { results.reduce(0) { $0 + $1.seconds } }
        var bad: [CaseResult] { results.filter(\.verdict.isBad) }
        /// Why none of its trials ran.
        var skipped: String? {
            results.allSatisfy { $0.skipped != nil } ? results.first?.skipped : nil
        }
        /// The broken rule that stands in its way.
        var brokenPrerequisite: String? {
            skipped == nil ? nil : results.first?.rule?.brokenPrerequisite
        }
        /// Whether it concerns the target, and still nothing can be said: another rule is broken, or no
        /// trial that ran tells of a death.
        var isNotJudged: Bool { skipped != nil && (brokenPrerequisite != nil || launches > 0) }
        /// Why nothing is said of the target, in words.
        var excuse: String? {
            skipped.map { reason in brokenPrerequisite.map { "\($0) is broken" } ?? reason }
        }
    }

    package convenience init(
        write: @escaping (String) -> Void, style: ConsoleStyle = ConsoleStyle()
    ) {
        self.init(to: LiveConsole(write: write, style: style), style: style)
    }

    package init(to console: LiveConsole, style: ConsoleStyle) {
        self.console = console
        self.style = style
        text = ResultText(limits: style.isVerbose ? .file : .audit)
        slowest = SlowestCases(limit: style.slowest)
    }

    package func receive(_ event: Event) {
        var lines: [String] = []
        switch event.kind {
        case .runStarted(let run):
            let target = run.files.map(VisibleText.line).joined(separator: " ")
            lines = [style.paint("relaunch audit · \(target) · seed \(run.seed)", .bold), ""]
        case .suiteFound(let suite): plan(suite)
        case .fileProgress, .caseStarted, .sweepProgress, .stepStarted, .stepEnded,
            .expectationFailed:
            break
        case .caseFinished(let result):
            slowest.add(VisibleText.line(result.identity.title), seconds: result.seconds)
            lines = take(result)
        case .fileFailed(let failure):
            let message = VisibleText.lines(failure.message)
            lines = message.prefix(1).map { style.paint("✘ no audit: \($0)", .red) }
            lines += message.dropFirst().map { "    │ " + $0 }
        case .note(let note): lines = VisibleText.lines(note).map { "note: \($0)" }
        case .runFinished(let run):
            lines = skippedLines + slowest.lines(style: style) + summary(of: run)
        }
        console.take(event, saying: lines) { VisibleText.line($0.title) }
    }

    package func tick(at time: Double) { console.tick(at: time) }

    package func say(_ lines: [String], at time: Double) { console.say(lines, at: time) }

    package func describe(at time: Double) { console.describe(at: time) }

    package func hide() { console.hide() }

    private func plan(_ suite: SuiteDescription) {
        for rule in suite.scenarios.compactMap(\.rule) {
            if rules[rule.number] == nil {
                order.append(rule.number)
                rules[rule.number] = Rule(title: rule.title)
            }
            rules[rule.number]?.open += 1
        }
        for (place, scenario) in suite.scenarios.enumerated() { places[scenario.name] = place }
    }

    private func take(_ result: CaseResult) -> [String] {
        guard let number = result.rule?.number, var rule = rules[number] else { return [] }
        rule.results.append(result)
        rule.open -= 1
        unproven.take(result)
        rules[number] = rule
        guard rule.open == 0, rule.skipped == nil || style.isVerbose else { return [] }
        return lines(of: rule, number)
    }

    // MARK: Lines

    private func lines(of rule: Rule, _ number: String) -> [String] {
        var line = label(of: rule) + "  "
        line += number.padded(to: 5) + rule.title
        if let excuse = rule.excuse { return [line + style.paint(" – \(excuse)", .dim)] }
        let trials = Phrases.count(rule.judged.count, "trial", "trials")
        let count = rule.bad.isEmpty ? trials : "\(rule.bad.count) of \(trials)"
        var figures = [count, "\(Phrases.seconds(rule.seconds)) s"]
        if rule.launches > 0 {
            figures.insert(Phrases.count(rule.launches, "launch", "launches"), at: 1)
        }
        line += style.paint("  (\(figures.joined(separator: ", ")))", .dim)
        if let doubt = rule.doubt { line += style.paint(" – \(doubt)", .dim) }
        let bad = rule.bad.sorted { place(of: $0) < place(of: $1) }
        guard let first = bad.first else {
            return [line] + (style.isVerbose ? list(of: rule, number) : [])
        }
        return [line] + explanation(of: first, number) + others(bad.dropFirst(), of: number) + [""]
    }

    private func place(of result: CaseResult) -> (Int, String) {
        (places[result.identity.scenario] ?? .max, result.identity.title)
    }

    /// How many of the other trials that show a rule broken are named.
    private static let otherLimit = 3

    /// The other trials that show a rule broken.
    private func others(_ results: ArraySlice<CaseResult>, of number: String) -> [String] {
        let limit = style.isVerbose ? results.count : Self.otherLimit
        var names = results.prefix(limit).map { VisibleText.line(name(of: $0, number)) }
        if results.count > limit { names.append("\(results.count - limit) more") }
        return names.enumerated().map { index, name in
            style.paint((index == 0 ? "  also:      " : "             ") + name, .dim)
        }
    }

    /// What tells a trial from the others of its rule.
    private func name(of result: CaseResult, _ number: String) -> String {
        guard let rule = result.rule else { return result.identity.title }
        let isKnown = rule.title == rules[number]?.title
        guard let trial = rule.trial else { return isKnown ? "" : rule.title }
        return isKnown ? trial : "\(rule.title) (\(trial))"
    }

    private func label(of rule: Rule) -> String {
        if rule.skipped != nil {
            return style.paint(rule.isNotJudged ? "– not judged    " : "– not applicable", .dim)
        }
        if rule.bad.isEmpty { return style.paint("✔ kept          ", .green) }
        if rule.bad.contains(where: { $0.verdict == .failed }) {
            return style.paint("✘ broken        ", .red)
        }
        return style.paint("✘ not judged    ", .yellow)
    }

    /// The rules without a trial; those with one reason in one line.
    private var skippedLines: [String] {
        guard !style.isVerbose else { return [] }
        var left = order.filter { rules[$0]?.skipped != nil }
        var lines: [String] = []
        while let first = left.first, let rule = rules[first], let excuse = rule.excuse {
            let same = left.filter { number in
                rules[number].map { $0.excuse == excuse && label(of: $0) == label(of: rule) }
                    ?? false
            }
            left.removeAll(where: same.contains)
            let list = "\(label(of: rule))  \(same.joined(separator: ", "))"
            let isAlone = same.count == 1
            lines +=
                isAlone
                ? self.lines(of: rule, first) : [list + style.paint(" – \(excuse)", .dim)]
        }
        return lines
    }

    /// Each trial of a rule that is kept, and what was done in it.
    private func list(of rule: Rule, _ number: String) -> [String] {
        rule.results.sorted { place(of: $0) < place(of: $1) }.flatMap { result in
            let words = [name(of: result, number), self.doubt(of: result) ?? ""]
            // Its first line says what the others are.
            let timeline = text.timeline(of: result).dropFirst().map(style.paint)
            let line = words.filter { !$0.isEmpty }.joined(separator: " – ")
            return ["  " + VisibleText.line(line)] + timeline
        }
    }

    /// Why a trial says nothing.
    private func doubt(of result: CaseResult) -> String? {
        guard let reason = result.skipped, result.rule?.brokenPrerequisite == nil else {
            return result.skipped
        }
        return (result.launches > 0 ? "not judged: " : "not applicable: ") + reason
    }

    /// What was wrong, without the place in this program's sources where it is judged.
    private func explanation(of result: CaseResult, _ number: String) -> [String] {
        // A life that was found by living others beside it is told by what was wrong.
        let isTold = result.failures.contains { $0.message.contains(LifeBreach.life) }
        var lines = text.lines(of: result) + (isTold ? [] : text.timeline(of: result))
        let isFact = { (line: ResultText.Line) in if case .fact = line { true } else { false } }
        let trial = VisibleText.line(name(of: result, number))
        if !trial.isEmpty {
            let place = lines.firstIndex(where: isFact) ?? lines.endIndex
            lines.insert(.fact("  trial:     " + trial), at: place)
        }
        return lines.map { line in
            guard case .headline(_, let message) = line else { return style.paint(line) }
            return "  " + style.paint(message, .bold)
        }
    }

    private func summary(of run: RunSummary) -> [String] {
        let all = order.compactMap { rules[$0] }.filter { $0.open == 0 }
        let skipped = all.compactMap(\.skipped)
        let notJudged = all.count(where: \.isNotJudged)
        let broken = all.count { !$0.bad.isEmpty }
        let kept = all.count - skipped.count - broken
        var words = ["\(Phrases.count(kept, "rule", "rules")) kept"]
        if broken > 0 { words.append("\(broken) broken") }
        if notJudged > 0 { words.append("\(notJudged) not judged") }
        if skipped.count > notJudged {
            words.append("\(skipped.count - notJudged) not applicable")
        }
        let unfinished = order.count - all.count
        if unfinished > 0 { words.append("\(unfinished) not finished") }
        var line = words.joined(separator: ", ") + " in \(Phrases.seconds(run.seconds)) s"
        if let reason = run.interruption { line += " · stopped early: \(reason)" }
        let isGood = run.exitCode == .passed
        return ["", style.paint((isGood ? "✔ " : "✘ ") + line, isGood ? .green : .red)] + recap
    }

    /// Rules of which others may be echoes where both are broken, those first that are broken by least: with what
    /// shows them, and the others; nil for all that are about what comes back.
    private static let sources: [(rule: String, evidence: String, echoes: [String]?)] = [
        ("L1", "plain lives show it", nil),
        ("R12", "launches alone show it", ["D16", "R18", "S16", "W2"]),
        ("S13", "a death in the save shows it", ["S16"]),
    ]

    /// Rules on the number of crashes, which no state that is lost can break.
    private static let crashRules = Set(RuleSet.crashRules.map(\.number))

    /// The broken rules once more, where whoever looks at the end only finds them, and those that hide others.
    private var recap: [String] {
        guard order.count > 1 else { return [] }
        let broken = order.filter { number in
            rules[number].map { $0.open == 0 && !$0.bad.isEmpty } ?? false
        }
        let lines =
            broken.compactMap { number in
                rules[number].map { "  \(label(of: $0))  \(number.padded(to: 5))\($0.title)" }
            }
            + unproven.numbers.map { number in
                """
                  \(number) was seen broken, but no trial of it proves that: what is not judged for it is not \
                kept either
                """
            }
        let losses = broken.filter { number in
            rules[number]?.bad.contains { $0.rule?.trial?.hasPrefix(RuleSet.plainKill) ?? false }
                ?? false
        }
        guard losses.isEmpty else {
            let numbers = Phrases.list(losses)
            return lines + [
                "  Fix \(numbers) first: what is lost there is not held against the other rules."
            ]
        }
        for source in Self.sources where broken.contains(source.rule) {
            let echoes = broken.filter {
                $0 != source.rule
                    && (source.echoes?.contains($0) ?? !Self.crashRules.contains($0))
            }
            guard !echoes.isEmpty else { continue }
            let others = Phrases.list(echoes)
            return lines + [
                "  Fix \(source.rule) first: \(source.evidence), and \(others) may be broken by the same."
            ]
        }
        return lines
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
