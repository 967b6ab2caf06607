import CrashStates
import Relaunch
import RelaunchStress

/// How far a stress run is: on a terminal a line that is drawn again and again, elsewhere a line now and
/// then.
final class StressStatus: Sendable {
    private let options: StressOptions
    private let jobs: Int
    private let seconds: Double?
    let start = ContinuousClock.now
    private let isTerminal: Bool
    private let state = Locked(State())

    private struct State {
        var run: StressRun?
        var shrinking: String?
        var isDrawn = false
        var drawnAt = ContinuousClock.now
        var saidAt = ContinuousClock.now
        var isStopped = false
    }

    /// How often a line is written where there is no terminal.
    private static let heartbeat = Duration.seconds(30)

    init(_ options: StressOptions, jobs: Int, seconds: Double?) {
        self.options = options
        self.jobs = jobs
        self.seconds = seconds
        let environment = ProcessInfo.processInfo.environment
        isTerminal =
            isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
            && environment["CI", default: ""].isEmpty
    }

    var elapsed: Double { start.duration(to: .now).seconds }

    /// - Parameter lives: How many were lived before, in a run that goes on.
    func begin(directory: String, after lives: Int) {
        let name = ([options.name] + options.arguments).joined(separator: " ")
        var parts = ["relaunch stress", name, "seed \(options.seed)"]
        if let cases = options.cases { parts.append("\(cases) lives") }
        if options.share.count > 1 { parts.append("share \(options.share.text)") }
        parts.append(Phrases.count(jobs, "job", "jobs"))
        printError(parts.joined(separator: " · "))
        let past = lives > 0 ? ", which has \(Phrases.count(lives, "life", "lives"))" : ""
        printError("written to \(directory)\(past)\n")
    }

    func follow(_ run: StressRun) { state.withLock { $0.run = run } }

    func shrinking(_ number: Int, of count: Int, tries: Int, moves: Int) {
        state.withLock {
            $0.shrinking =
                "shortening failure \(number) of \(count): \(moves) moves left, \(tries) of "
                + "\(options.shrinkingBudget) tries"
        }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() {
        state.withLock {
            $0.isStopped = true
            $0.run?.stop()
        }
    }

    // MARK: Lines

    private var line: String {
        let (run, shrinking) = state.withLock { ($0.run, $0.shrinking) }
        guard let run else { return "finding out what the target can do" }
        let figures = run.figures
        let time = max(elapsed, 0.001)
        let lives = options.cases.map { options.share.size(of: $0) }
        var parts = [
            "\(figures.lives)\(lives.map { " of \($0)" } ?? "") lives",
            "\(Self.rate(figures.livedNow, in: time)) lives/s",
            "\(Self.rate(figures.launchesNow, in: time)) launches/s",
            Phrases.count(figures.places, "place", "places"),
            Phrases.count(figures.failures, "failure", "failures"),
            "\(Self.memory >> 20) MiB",
        ]
        if figures.errors > 0 { parts.append(Phrases.count(figures.errors, "error", "errors")) }
        if let shrinking {
            parts.append(shrinking)
        } else if let seconds {
            parts.append("\(Self.text(max(0, seconds - elapsed))) left")
        } else if let lives, figures.livedNow > 0 {
            let rest = Double(lives - figures.lives) / (Double(figures.livedNow) / time)
            parts.append("\(Self.text(rest)) left")
        }
        return parts.joined(separator: " · ")
    }

    /// So many a second, with a digit behind the point where that is few.
    static func rate(_ count: Int, in seconds: Double) -> String {
        let rate = Double(count) / max(seconds, 0.001)
        return rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))"
    }

    /// Such as `1:05:09` or `0:42`.
    private static func text(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let rest = ":" + two(whole % 60)
        return hours > 0 ? "\(hours):\(two(minutes))\(rest)" : "\(minutes)\(rest)"
    }

    /// The bytes of this process's memory.
    static var memory: Int {
        guard let bytes = try? readFile("/proc/self/statm") else { return 0 }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Writes the line, that it stays.
    func say() {
        clear()
        printError("… " + line)
        state.withLock { $0.saidAt = .now }
    }

    /// Called several times a second.
    func tick() {
        if isTerminal {
            let isDue = state.withLock { $0.drawnAt.duration(to: .now) >= .milliseconds(250) }
            guard isDue else { return }
            let width = terminalSize().columns - 1
            printError(part: "\r\u{1B}[2K" + String(line.prefix(width)))
            state.withLock {
                $0.isDrawn = true
                $0.drawnAt = .now
            }
        } else if state.withLock({ $0.saidAt.duration(to: .now) >= Self.heartbeat }) {
            say()
        }
    }

    /// Takes the line away that is drawn.
    func clear() {
        let isDrawn = state.withLock { state in
            defer { state.isDrawn = false }
            return state.isDrawn
        }
        if isDrawn { printError(part: "\r\u{1B}[2K") }
    }
}
