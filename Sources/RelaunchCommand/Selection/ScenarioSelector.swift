import Relaunch

/// What the command line calls scenarios. `run`, `list` and `replay` read it alike.
///
/// | written | what it names |
/// | --- | --- |
/// | `FILE`, or a folder | every scenario in it |
/// | `FILE::SCENARIO` | the scenario of that name, or the only one whose name begins so |
/// | `FILE::SCENARIO::BRANCH…` | one case of it, as a failure's `replay:` line names it |
/// | `FILE:LINE`, `FILE:LINE:COLUMN` | the scenario in which that line lies |
/// | `FILE:LINE: SUITE/SCENARIO` | the scenario that a line of `relaunch list` shows |
struct ScenarioSelector: Equatable {
    enum Choice: Equatable {
        case all
        /// A name, or the beginning of one, with branches behind it.
        case name(String)
        case line(Int)
    }

    /// As it was written.
    let text: String
    /// The file or folder in it.
    let file: String
    let choice: Choice

    init(_ text: String) {
        self.text = text
        // A path may have colons of its own: what is there goes before what can only be read so.
        let readings = Self.readings(of: text)
        let reading = readings.first { FileStamp($0.file) != nil } ?? readings.last
        file = reading?.file ?? text
        choice = reading?.choice ?? .all
    }

    /// A scenario or a case of what is audited, which is no file.
    init(target: String, name: String) {
        text = "\(target)::\(name)"
        file = target
        choice = .name(name)
    }

    /// All that a text may mean, the one with the shortest path last: that is what it means where no such
    /// file is there.
    private static func readings(of text: String) -> [(file: String, choice: Choice)] {
        var readings: [(file: String, choice: Choice)] = [(text, .all)]
        if let match = text.wholeMatch(of: /(.+?):([0-9]+)(:[0-9]+)?/), let line = Int(match.2) {
            readings.append((String(match.1), .line(line)))
        }
        if let match = text.wholeMatch(of: /(?s)(.+?):[0-9]+:\ (.+)/) {
            readings.append((String(match.1), .name(String(match.2))))
        }
        for separator in text.ranges(of: "::") {
            let name = text[separator.upperBound...]
            if separator.lowerBound > text.startIndex, !name.isEmpty {
                readings.append((String(text[..<separator.lowerBound]), .name(String(name))))
            }
        }
        return readings.sorted { $0.file.utf8.count > $1.file.utf8.count }
    }
}

extension ScenarioSelector {
    /// Whether it names a file, or a folder in which the file lies.
    func isAbout(_ scenarioFile: ScenarioFile) -> Bool {
        let path = Path.absolute(file)
        return path == scenarioFile.absolutePath || path == scenarioFile.directory
    }
}

// MARK: What it names in a suite

extension ScenarioSelector {
    /// A scenario, and the branches of it where one case is named.
    struct Match: Equatable {
        var scenario: String
        var branches: [String] = []
    }

    /// What is named in the suite of the file.
    func matches(in suite: SuiteDescription) throws(NoMatch) -> [Match] {
        switch choice {
        case .all: return suite.scenarios.map { Match(scenario: $0.name) }
        case .line(let line):
            if let count = Self.lineCount(of: suite.file), line > count {
                throw NoMatch(selector: self, suite: suite, candidates: [], lineCount: count)
            }
            let begins = suite.scenarios.map(\.line).filter { $0 <= line }.max()
            guard let begins else {
                throw NoMatch(selector: self, suite: suite, candidates: [])
            }
            return suite.scenarios.filter { $0.line == begins }.map { Match(scenario: $0.name) }
        case .name(let text): return [try match(text, in: suite)]
        }
    }

    /// How many lines a file has, where it can be read.
    private static func lineCount(of file: String) -> Int? {
        guard let bytes = try? readFile(file) else { return nil }
        let breaks = bytes.count { $0 == UInt8(ascii: "\n") }
        return bytes.last == UInt8(ascii: "\n") ? breaks : breaks + 1
    }

    /// The one case that is named.
    func match(in suite: SuiteDescription) throws(NoMatch) -> Match {
        let matches = try matches(in: suite)
        guard matches.count == 1 else {
            let names = Set(matches.map(\.scenario))
            throw NoMatch(
                selector: self, suite: suite,
                candidates: suite.scenarios.filter { names.contains($0.name) })
        }
        return matches[0]
    }

    private func match(_ text: String, in suite: SuiteDescription) throws(NoMatch) -> Match {
        // The longest name that it is, or that stands before its branches.
        var exact: (match: Match, length: Int)?
        for scenario in suite.scenarios {
            for name in scenario.names(in: suite) where text == name || text.hasPrefix(name + "::")
            {
                if name.count > exact?.length ?? -1 {
                    let branches = Self.branches(text.dropFirst(name.count + 2))
                    exact = (Match(scenario: scenario.name, branches: branches), name.count)
                }
            }
        }
        if let exact { return exact.match }
        // Whatever is named: why there is nothing of it is what is to be seen.
        if let only = suite.scenarios.first, only.rule?.number == RuleReference.probe {
            return Match(scenario: only.name)
        }
        for end in [text.endIndex] + text.ranges(of: "::").map(\.lowerBound).reversed() {
            let beginning = text[..<end]
            let candidates = suite.scenarios.filter { scenario in
                scenario.names(in: suite).contains { $0.hasPrefix(beginning) }
            }
            if candidates.count > 1 {
                throw NoMatch(selector: self, suite: suite, candidates: candidates)
            }
            if let only = candidates.first {
                let branches = Self.branches(text[end...].dropFirst(2))
                return Match(scenario: only.name, branches: branches)
            }
        }
        throw NoMatch(selector: self, suite: suite, candidates: [])
    }

    private static func branches(_ text: Substring) -> [String] {
        text.isEmpty ? [] : text.split(separator: "::").map(String.init)
    }
}

extension ScenarioDescription {
    /// What the scenario may be called: its name, as it is and as it is shown, with the suite's before
    /// it or without.
    fileprivate func names(in suite: SuiteDescription) -> [String] {
        let long = "\(suite.name)/\(name)"
        return [name, long, VisibleText.line(name), VisibleText.line(long)]
    }
}
