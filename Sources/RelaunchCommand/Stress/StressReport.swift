import CrashStates
import Relaunch
import RelaunchStress

/// What a stress run says at its end.
struct StressReport {
    let result: StressResult
    /// The scenario file of each failure.
    let files: [String]
    var errors: [String] = []
    var notes: [String] = []
    /// How many lives the corpus has got.
    var kept = 0
    var corpus: String?
    let seconds: Double
    var figures = StressRun.Figures()

    func write() {
        for note in notes { printError("note: \(note)") }
        for (failure, file) in zip(result.failures, files) {
            let tries = Phrases.count(failure.tries, "life", "lives")
            let budget = failure.isSmallest ? "" : ", where the budget ended (--shrink)"
            printError("✘ \(failure.title)")
            printError("  \(failure.message)")
            printError("  cause:    \(failure.cause)")
            if failure.tries > 0 {
                printError("  shrunk:   to \(failure.moves) steps in \(tries)\(budget)")
            }
            let path = Path.relative(file)
            printError("  scenario: \(path)")
            printError("  replay:   \(Invocation.text()) run \(path.shellQuoted)\n")
        }
        for error in errors.prefix(3) { printError("error: \(error)") }
        printError(CoverageTable(result.reached, of: result.kind).text)
        if let corpus { printError("\(kept) lives are new in the corpus '\(corpus)'") }
        let rate = StressStatus.rate(figures.livedNow, in: seconds)
        let lives = "\(result.lives) lives, \(result.launches) launches"
        let pace = figures.livedNow > 0 ? " (\(rate) lives/s)" : ""
        let time = "in \((seconds * 10).rounded() / 10) s\(pace)"
        let count = Phrases.count(result.failures.count, "failure", "failures")
        printError(
            (result.failures.isEmpty ? "✔ no failure in " : "✘ \(count) in ")
                + "\(lives) \(time), seed \(result.seed)")
    }
}
