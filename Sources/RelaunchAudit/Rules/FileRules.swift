import CrashStates
import Relaunch

extension RuleSet {
    /// Who may read what was saved.
    static let fileModesRule = AuditRule(
        "S19", "a later save lets nobody read or write a file who could not after the first one"
    ) { profile in
        guard profile.savesToFiles else {
            return .notApplicable("going to the background leaves every file as it was")
        }
        return .first(of: profile.walks) { walk in
            Launch()
            walk.firstSteps
            Background()
            RememberFileModes()
            Foreground()
            walk.second.map(Attempt.init)
            Background()
            Expect(.fileModesNotWidened)
        }
    }

    /// What each death leaves, and no launch removes.
    static let growthRule = AuditRule(
        "D15", "deaths in which nothing was done leave nothing that grows and grows",
        requires: ["D1"]
    ) { profile in
        .first(of: profile.walks) { walk in
            saved(walk)
            Kill(.system)
            DieAgainAndAgain(
                times: profile.effort.deathCount, ending: [Background(), Kill(.system)])
        }
    }
}

/// Remembers who may do what with each file.
private struct RememberFileModes: AuditStep {
    static let name = "audit.fileModes"

    var text: String { "RememberFileModes()" }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[Self.name] = .object(
            session.container.modes.mapValues { .integer(Int64($0)) })
        return .step
    }
}

extension Container {
    /// The permissions of each file.
    fileprivate var modes: [String: Int] {
        var modes: [String: Int] = [:]
        for name in regularFiles { modes[name] = FileTree.permissions(of: path(name)) }
        return modes
    }
}

extension Expect.Condition {
    /// No file may be read or written by more people than before.
    fileprivate static var fileModesNotWidened: Self {
        Self(".fileModesNotWidened") { session in
            let before = session.remembered[RememberFileModes.name]?.object ?? [:]
            let now = session.container.modes
            for (name, old) in before.sorted(by: { $0.key < $1.key }) {
                guard case .integer(let old) = old, let new = now[name],
                    new & ~Int(old) & 0o077 != 0
                else { continue }
                return StepFailure(
                    "a later save lets more people at '\(name)' than the first one",
                    expected: "mode \(String(old, radix: 8))",
                    actual: "mode \(String(new, radix: 8))")
            }
            return nil
        }
    }
}

/// Dies again and again with nothing done, and measures what grows.
struct DieAgainAndAgain: AuditStep {
    /// From so many deaths in a row of which each leaves one more, it is a trend; after as many without one
    /// more, it is over. Some keep the last few dozen of something, and nothing older.
    private static let trend = 6
    /// After how many deaths, and how much time, a trend is not waited out any more.
    private static let patience = (deaths: 60, time: Duration.seconds(60))
    /// From so many deaths in a row of which each makes what is kept half as large again. It begins small,
    /// beside what else is kept.
    private static let multiplication = 4

    let times: Int
    /// How a life ends that was launched.
    let ending: [any Step]
    var text: String { "\(times) × Launch(); \(ending.map(\.text).joined(separator: "; "))" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        var files: [[String]] = []
        var sizes: [Int] = []
        var starts: [Duration] = []
        let begin = ContinuousClock.now
        while files.count < times
            || Self.grows(files, since: times) && files.count < Self.patience.deaths
                && begin.duration(to: .now) < Self.patience.time
        {
            let launch = ContinuousClock.now
            try await session.launch()
            starts.append(launch.duration(to: .now))
            try await session.carryOut(ending)
            files.append(session.container.regularFiles)
            sizes.append(session.container.size)
        }
        try Self.judge(files, since: times)
        try Self.judge(sizes: Array(sizes.prefix(times)))
        try Self.judge(starts: Array(starts.prefix(times)))
        return .step
    }

    /// Whether each of the last deaths up to the one of this number left one more file, and it has not come to an
    /// end since.
    private static func grows(_ files: [[String]], since number: Int) -> Bool {
        let counts = files.map(\.count)
        let first = counts.prefix(number)
        let isTrend = zip(first, first.dropFirst()).suffix(trend).allSatisfy { $0 < $1 }
        let last = counts.dropFirst(number - 1).suffix(trend + 1)
        return isTrend && (last.count <= trend || last.first ?? 0 < last.last ?? 0)
    }

    private static func judge(_ files: [[String]], since number: Int) throws {
        guard grows(files, since: number), let last = files.last, let first = files.first else {
            return
        }
        let new = Set(last).subtracting(first).sorted()
        throw StepFailure(
            "each death leaves one more file, though nothing was done",
            expected: "\(first.count) files as after the first",
            actual: "\(last.count) after \(Phrases.count(files.count, "death", "deaths"))",
            difference: new.map { "+ \($0)" }.joined(separator: "\n"))
    }

    /// A log may grow by some lines each time, and be shortened seldom; what multiplies is none.
    private static func judge(sizes: [Int]) throws {
        let multiplies = zip(sizes, sizes.dropFirst()).suffix(multiplication).allSatisfy {
            $0 > 0 && Double($1) >= 1.5 * Double($0)
        }
        guard multiplies else { return }
        throw StepFailure(
            "each death makes what is kept half as large again and more, though nothing was done",
            expected: "\(Phrases.count(sizes[0], "byte", "bytes")) as after the first",
            actual: sizes.map { "\($0)" }.joined(separator: ", "))
    }

    /// Where nothing grows, noise makes each of twelve starts but one longer than that before it once in 100,000
    /// rows; and where something does, a busy machine may make one of them shorter.
    private static func judge(starts: [Duration]) throws {
        guard let first = starts.first, let last = starts.last, last >= first * 2,
            last - first >= .milliseconds(200),
            zip(starts, starts.dropFirst()).count(where: { $0 >= $1 }) <= 1
        else { return }
        throw StepFailure(
            "each death makes the next start longer, though nothing was done",
            expected: "\(first.shortText) as after the first",
            actual: starts.map(\.shortText).joined(separator: ", "))
    }
}
