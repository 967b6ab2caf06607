import CrashStates
import Relaunch

/// The scenarios that did not pass when they ran last. Kept between runs, for `--last-failed`.
struct LastFailed {
    /// A scenario, or a file that had no result at all.
    struct Entry: Hashable, Codable {
        /// Relative to the package where it lies in it.
        var file: String
        var scenario: String?
    }

    /// What the file holds.
    private struct Content: Codable {
        var version = 1
        var failed: [Entry]
    }

    let state: StateDirectory

    private var path: String { Self.files(in: state)[0] }

    /// What it keeps, and its lock.
    static func files(in state: StateDirectory) -> [String] {
        ["json", "lock"].map { state.path + "/last-failed." + $0 }
    }

    /// What is known; nothing where the file is missing or damaged.
    func entries() -> Set<Entry> {
        guard let bytes = try? readFile(path),
            let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
            content.version == 1
        else { return [] }
        return Set(content.failed)
    }

    /// Changes what is known. Runs that go on at the same time wait for each other here, so that none
    /// takes away what another has added.
    func update(_ change: (inout Set<Entry>) -> Void) throws {
        try state.prepare(state.path)
        try withFileLock(Self.files(in: state)[1]) {
            let before = entries()
            var after = before
            change(&after)
            guard after != before else { return }
            let sorted = after.sorted {
                ($0.file, $0.scenario ?? "") < ($1.file, $1.scenario ?? "")
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let text = try encoder.encode(Content(failed: sorted))
            try writeFile(String(decoding: text, as: UTF8.self) + "\n", to: path)
        }
    }

    /// What a file is called, from wherever it is named.
    func name(of file: String) -> String {
        let absolute = Path.absolute(file)
        // Elsewhere several packages may keep theirs in one place.
        guard Path.isInside(state.path, state.root), Path.isInside(absolute, state.root),
            absolute != state.root
        else { return absolute }
        return String(absolute.dropFirst(state.root == "/" ? 1 : state.root.count + 1))
    }

    /// Whether a scenario did not pass when it ran last.
    static func contains(_ entries: Set<Entry>, file: String, scenario: String) -> Bool {
        entries.contains(Entry(file: file, scenario: scenario))
            || entries.contains(Entry(file: file, scenario: nil))
    }
}

/// Keeps what did not pass, for the next run.
final class LastFailedReporter: Reporter {
    private let lastFailed: LastFailed
    private var failed: Set<LastFailed.Entry> = []
    private var ended: Set<LastFailed.Entry> = []
    /// How many cases of a scenario have started and have no result.
    private var open: [LastFailed.Entry: Int] = [:]
    /// Files that had a suite this time.
    private var found: Set<String> = []
    /// The names of all scenarios of a file: of what is not there any more nothing is kept.
    private var names: [String: Set<String>] = [:]

    init(_ lastFailed: LastFailed) { self.lastFailed = lastFailed }

    /// A file has these scenarios, those included that are not selected.
    func note(_ suite: SuiteDescription) {
        names[lastFailed.name(of: suite.file)] = Set(suite.scenarios.map(\.name))
    }

    func receive(_ event: Event) {
        switch event.kind {
        case .suiteFound(let suite): found.insert(lastFailed.name(of: suite.file))
        case .caseStarted(let identity): open[entry(of: identity), default: 0] += 1
        case .caseFinished(let result):
            let entry = entry(of: result.identity)
            open[entry, default: 0] -= 1
            ended.insert(entry)
            if result.verdict.isBad { failed.insert(entry) }
        case .fileFailed(let failure):
            let file = lastFailed.name(of: failure.file)
            if failure.unfinished.isEmpty { failed.insert(.init(file: file)) }
            for identity in failure.unfinished { failed.insert(entry(of: identity)) }
        case .runFinished:
            // Where nothing can be kept the next run knows less, and this one is none the worse.
            try? keep()
        default: break
        }
    }

    private func entry(of identity: CaseIdentity) -> LastFailed.Entry {
        .init(file: lastFailed.name(of: identity.file), scenario: identity.scenario)
    }

    private func keep() throws {
        try lastFailed.update { entries in
            // A scenario that was interrupted has not passed.
            entries.subtract(ended.filter { open[$0, default: 0] <= 0 })
            for file in found { entries.remove(.init(file: file)) }
            entries = entries.filter { entry in
                guard let scenario = entry.scenario, let names = names[entry.file] else {
                    return true
                }
                return names.contains(scenario)
            }
            entries.formUnion(failed)
        }
    }
}
