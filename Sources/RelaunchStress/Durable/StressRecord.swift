import RelaunchAudit
import RelaunchProtocol

/// What one life came to.
package struct LifeResult: Sendable, Codable, Equatable {
    package var life: Int
    package var launches: Int
    package var reached: [String]

    package init(life: Int, launches: Int, reached: [String]) {
        self.life = life
        self.launches = launches
        self.reached = reached
    }
}

/// A life that fails, as it was found.
package struct Finding: Sendable, Codable {
    /// The lowest number of a life that fails of this cause.
    package var number: Int
    package var life: StressLife
    package var breach: Breach
    /// How many lives were lived to make it short; nil before that.
    package var tries: Int?
    package var isSmallest: Bool?
    /// When it was found, in seconds since its process began; no part of a result.
    package var seconds: Double?
    /// The scenario file of it, once it is short.
    package var scenario: String?

    package init(number: Int, life: StressLife, breach: Breach) {
        self.number = number
        self.life = life
        self.breach = breach
    }
}

/// All that is known of a run: a value that two runs' can be joined of, in any order.
package struct StressRecord: Sendable, Codable {
    package struct Place: Sendable, Codable, Equatable {
        /// How many lives have reached it.
        package var lives: Int
        /// The lowest number of one.
        package var first: Int

        package init(lives: Int, first: Int) {
            self.lives = lives
            self.first = first
        }
    }

    /// The lives that are done.
    package private(set) var done: DoneLives
    package private(set) var launches = 0
    package private(set) var reached: [String: Place] = [:]
    /// By cause.
    package private(set) var findings: [String: Finding] = [:]

    /// - Parameter shareCount: Into how many shares the run is divided that it is of.
    package init(shareCount: Int = 1) { done = DoneLives(shareCount: shareCount) }

    package var lives: Int { done.count }

    /// Takes in a life; nothing happens where it is known already.
    package mutating func take(_ result: LifeResult) {
        guard done.insert(result.life) else { return }
        launches += result.launches
        for place in result.reached { note(place, lives: 1, first: result.life) }
    }

    /// Takes in a failure; of two of one cause the lower life counts, and of one life the shorter one.
    package mutating func take(_ finding: Finding) {
        let cause = finding.breach.cause
        if let known = findings[cause] {
            guard
                finding.number < known.number
                    || finding.number == known.number && finding.tries != nil
            else { return }
        }
        findings[cause] = finding
    }

    /// Takes in what another record, which may be a part of this one, has found.
    package mutating func takeFindings(of other: StressRecord) {
        for finding in other.findings.values { take(finding) }
    }

    /// Takes in another share of the same run.
    package mutating func merge(_ other: StressRecord) {
        takeFindings(of: other)
        guard !other.done.isEmpty, !done.overlaps(other.done) else { return }
        done.formUnion(other.done)
        launches += other.launches
        for (place, its) in other.reached { note(place, lives: its.lives, first: its.first) }
    }

    private mutating func note(_ place: String, lives: Int, first: Int) {
        let known = reached[place] ?? Place(lives: 0, first: first)
        reached[place] = Place(lives: known.lives + lives, first: min(known.first, first))
    }

    /// The failures in the order of the lives that show them first.
    package var ordered: [Finding] {
        findings.values.sorted {
            ($0.number, $0.breach.cause) < ($1.number, $1.breach.cause)
        }
    }

    /// Whether nobody has to look again at a failure of a life, since a lower one has shown it.
    package func isKnown(_ cause: String, before life: Int) -> Bool {
        findings[cause].map { $0.number < life } ?? false
    }
}
