import CrashStates

/// Writes a JUnit XML file, as Jenkins, GitLab and GitHub's usual actions read it.
///
/// One `<testsuite>` a suite and one `<testcase>` a case; each pair of classname and name occurs once.
/// `<failure>` is the target's fault or a vacuous case, `<error>` the harness's or the scenario's; there
/// is at most one of them a case, as some readers take only one, and its text holds every fact. The file
/// is written when the run has finished, also where it was interrupted.
public final class JUnitReporter: Reporter {
    private let file: ReportFile
    private let text = ResultText(limits: .file)
    private var run: RunDescription?
    private var suites: [SuiteKey: JUnitSuite] = [:]
    private var order: [SuiteKey] = []
    private var names = Set<[String]>()

    private struct SuiteKey: Hashable {
        var file: String
        var suite: String
    }

    /// - Throws: `ReportFileError` where the file will not be writable.
    public init(path: String) throws {
        file = try ReportFile(path)
    }

    public func receive(_ event: Event) throws {
        switch event.kind {
        case .runStarted(let run): self.run = run
        case .suiteFound(let suite):
            let key = SuiteKey(file: suite.file, suite: suite.name)
            open(key)
            suites[key]?.target = suite.target
        case .fileFailed(let failure): add(failure)
        case .fileProgress, .caseStarted, .stepStarted, .stepEnded, .expectationFailed,
            .sweepProgress, .note:
            break
        case .caseFinished(let result): add(result)
        case .runFinished(let summary): try file.write(document(summary))
        }
    }

    private func open(_ key: SuiteKey) {
        guard suites[key] == nil else { return }
        suites[key] = JUnitSuite(name: key.suite, file: key.file)
        order.append(key)
    }

    private func add(_ result: CaseResult) {
        let identity = result.identity
        let outcome: JUnitCase.Outcome
        switch result.verdict {
        case .passed: outcome = .passed
        case .flaky: outcome = .flaky
        case .skipped: outcome = .skipped(result.skipped ?? "")
        case .failed, .vacuous: outcome = .failure
        case .errored: outcome = .error
        }
        let lines = result.verdict.isNotable ? text.lines(of: result).map(\.text) : []
        var message = result.failures.first?.message ?? ""
        if result.verdict == .vacuous, message.isEmpty { message = Phrases.vacuousHeadline }
        if result.failures.count > 1 { message += " (and \(result.failures.count - 1) more)" }
        let timeline = result.verdict.isNotable ? text.timeline(of: result).map(\.text) : []
        add(
            JUnitCase(
                classname: JUnitCase.classname(file: identity.file, suite: identity.suite),
                name: identity.title, file: identity.file,
                line: result.failures.first?.location?.line ?? identity.line,
                seconds: result.seconds, outcome: outcome, type: type(of: result),
                message: message, body: lines.joined(separator: "\n"),
                output: ([ResultText.attempts(of: result)].compactMap { $0 } + timeline
                    + result.notes.map { "note: " + VisibleText.line($0) })
                    .joined(separator: "\n")),
            to: SuiteKey(file: identity.file, suite: identity.suite))
    }

    private func type(of result: CaseResult) -> String {
        guard result.verdict == .errored || result.verdict == .flaky else {
            return result.verdict.rawValue
        }
        return result.failures.first?.blame.rawValue ?? result.verdict.rawValue
    }

    private func add(_ failure: FileFailure) {
        let key =
            order.first { $0.file == failure.file }
            ?? SuiteKey(file: failure.file, suite: failure.file)
        let body = VisibleText.lines(failure.message).joined(separator: "\n")
        let classname = JUnitCase.classname(
            file: failure.file, suite: key.suite == key.file ? "" : key.suite)
        add(
            JUnitCase(
                classname: classname, name: failure.reason.phrase, file: failure.file, line: 1,
                outcome: .error, type: failure.reason.rawValue,
                message: VisibleText.lines(failure.message).first ?? failure.reason.phrase,
                body: body),
            to: key)
        for identity in failure.unfinished {
            add(
                JUnitCase(
                    classname: JUnitCase.classname(file: identity.file, suite: identity.suite),
                    name: identity.title, file: identity.file, line: identity.line,
                    outcome: .error, type: failure.reason.rawValue,
                    message: "no result: \(failure.reason.phrase)", body: body),
                to: SuiteKey(file: identity.file, suite: identity.suite))
        }
    }

    private func add(_ testCase: JUnitCase, to key: SuiteKey) {
        open(key)
        var testCase = testCase
        testCase.name = VisibleText.line(testCase.name)
        testCase.classname = VisibleText.line(testCase.classname)
        let name = testCase.name
        var count = 1
        while !names.insert([testCase.classname, testCase.name]).inserted {
            count += 1
            testCase.name = "\(name) (\(count))"
        }
        suites[key]?.add(testCase)
    }

    private func document(_ summary: RunSummary) -> String {
        let suites = order.compactMap { self.suites[$0] }.filter { $0.counts.tests > 0 }
        var properties: [(String, String)] = []
        if let run {
            properties.append(("relaunch.version", run.relaunch))
            properties.append(("relaunch.seed", "\(run.seed)"))
        }
        properties.append(("relaunch.exitCode", "\(summary.exitCode.rawValue)"))
        if let interruption = summary.interruption {
            properties.append(("relaunch.interruption", interruption))
        }
        let counts = suites.reduce(into: JUnitSuite.Counts()) { $0.add($1.counts) }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<testsuites name=\"relaunch\"\(counts.attributes)"
        xml += XMLText.attribute("time", Phrases.seconds(summary.seconds)) + ">\n"
        for suite in suites { xml += suite.xml(properties) }
        return xml + "</testsuites>\n"
    }
}
