import Relaunch

/// What a run comes to.
struct Tally {
    private(set) var verdicts: [Verdict: Int] = [:]
    private(set) var failedFiles = 0
    private var unproven = UnprovenRules()
    private var hasErrored = false
    private var hasUncompiled = false
    /// Whether anything was selected before slices were cut.
    var hasSelection = false
    /// Whether a flaky case is a failure of the run.
    var failsOnFlaky = false

    mutating func count(_ result: CaseResult) {
        verdicts[result.verdict, default: 0] += 1
        unproven.take(result)
    }

    mutating func count(_ reason: FileFailure.Reason) {
        failedFiles += 1
        switch reason {
        // A file without a suite, or with two, is a file that nothing can be compiled from.
        case .didNotCompile, .noSuite, .severalSuites: hasUncompiled = true
        case .wrongSuite, .died, .notReadable, .noTarget, .harness: hasErrored = true
        }
    }

    /// A report could not be written, or something of the kind.
    mutating func countHarnessFault() {
        hasErrored = true
    }

    /// Cases that did not pass, as `--max-fail` counts them.
    var failures: Int {
        [Verdict.failed, .errored, .vacuous].reduce(0) { $0 + verdicts[$1, default: 0] }
    }

    var exitCode: Relaunch.ExitCode {
        let code = Relaunch.ExitCode(of: verdicts, unproven: unproven)
        if hasErrored || code == .errored { return .errored }
        if hasUncompiled { return .didNotCompile }
        if code == .failed { return .failed }
        if failsOnFlaky, verdicts[.flaky, default: 0] > 0 { return .failed }
        return hasSelection ? .passed : .nothingSelected
    }
}
