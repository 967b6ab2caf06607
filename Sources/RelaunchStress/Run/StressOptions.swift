import RelaunchAudit

/// What a stress run is about.
package struct StressOptions: Sendable, Codable, Equatable {
    /// The target as the user named it.
    package var name: String
    package var executable: String
    package var arguments: [String]
    package var seed: UInt64
    package var crashLimit: Int
    /// How many lives there are; nil for as many as there is time for.
    package var cases: Int?
    /// Which lives are this run's: those whose number leaves this rest.
    package var share = Share(number: 1, count: 1)
    /// How many lives are lived at most to make one failure short.
    package var shrinkingBudget = 400
    package var timeLimitSeconds = 10.0
    package var timeoutFactor: Double?
    /// After how many seconds no new life begins; a run that goes on begins to count anew.
    package var seconds: Double?
    /// Whether no new life begins after the first failure.
    package var endsAtFailure = false
    /// What tells the build of the target: a run does not go on with another one by itself.
    package var targetDigest: UInt64 = 0
    /// The absolute path of the file whose suite describes the target, where there is one.
    package var suite: String?
    package var kind = Kind.app
    /// What tells the corpus that lives begin with.
    package var corpusDigest: UInt64 = 0

    /// What is stressed, by what can happen to it.
    package enum Kind: String, Sendable, Codable {
        /// It is told what happens to an app.
        case app
        /// It goes on running, as a service does.
        case resident
        /// It runs to its end.
        case command
    }

    /// One part of a run that is spread over several machines.
    package struct Share: Sendable, Codable, Hashable {
        /// From 1.
        package var number: Int
        package var count: Int

        package init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }

        package var text: String { "\(number)/\(count)" }

        /// The life with this place in the share.
        func life(_ index: Int) -> Int { index * count + number - 1 }

        /// How many of so many lives are in it.
        package func size(of lives: Int) -> Int { max(0, (lives - number + count) / count) }
    }

    package init(
        name: String, executable: String, arguments: [String], seed: UInt64, crashLimit: Int = 3,
        cases: Int? = nil
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.seed = seed
        self.crashLimit = crashLimit
        self.cases = cases
    }

    package var audit: AuditOptions {
        // The rules that need more than the plainest deaths are left out: lives show those.
        var options = AuditOptions(
            name: name, executable: executable, arguments: arguments, seed: seed,
            crashLimit: crashLimit, effort: .whole, rules: ["L1"],
            timeLimitSeconds: timeLimitSeconds)
        options.timeoutFactor = timeoutFactor
        return options
    }
}
