extension Failure {
    /// What kind of thing went wrong, in one word. Code decides by the kind; the message is for people.
    ///
    /// There may be more kinds in later versions, and plug-ins may have their own:
    ///
    /// ```swift
    /// extension Failure.Kind { static let offline = Self(rawValue: "offline") }
    /// ```
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The word, as it stands in the events.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }
}

extension Failure.Kind {
    // Of the target.

    /// The actual value is not the expected one.
    public static let mismatch = Self(rawValue: "mismatch")
    /// What Relaunch waited for did not happen in time.
    public static let timedOut = Self(rawValue: "timedOut")
    /// A whole case took longer than its limit.
    public static let overdue = Self(rawValue: "overdue")
    /// The target took more memory, or had more processes, than it may.
    public static let overgrown = Self(rawValue: "overgrown")
    /// The target ended by itself where it should have lived on.
    public static let ended = Self(rawValue: "ended")
    /// The target lives on where it should have ended.
    public static let survived = Self(rawValue: "survived")
    /// The target answered with an error, and goes on.
    public static let refused = Self(rawValue: "refused")
    /// The target said something that the target protocol does not allow.
    public static let brokenProtocol = Self(rawValue: "brokenProtocol")

    // Of the scenario.

    /// A step is used wrongly, or in the wrong place.
    public static let wrongUse = Self(rawValue: "wrongUse")
    /// A step needs a target that runs, or one that does not, and there is none here.
    public static let wrongLife = Self(rawValue: "wrongLife")
    /// Nothing is judged where something has to be.
    public static let nothingJudged = Self(rawValue: "nothingJudged")
    /// The driver cannot do what a step asks of it; see ``DriverCapability``.
    public static let unsupported = Self(rawValue: "unsupported")
    /// What the scenario names is not there: a file, a program, an action, a checkpoint, a kept value.
    public static let missing = Self(rawValue: "missing")
    /// A closure of the scenario, or a plug-in, threw an error.
    public static let threw = Self(rawValue: "threw")
    /// The scenario ended the process that carries it out: by a trap in a closure, for one.
    public static let crashed = Self(rawValue: "crashed")
    /// Its expectations hold whatever the target has saved.
    public static let provesNothing = Self(rawValue: "provesNothing")
    /// Nothing can be said of it: a prerequisite of it does not hold. A case with no other failure is skipped, and
    /// the message is its reason.
    public static let notJudged = Self(rawValue: "notJudged")

    // Of the harness.

    /// This machine does not allow or does not have what is needed.
    public static let unavailable = Self(rawValue: "unavailable")
    /// The harness could not do its part.
    public static let harness = Self(rawValue: "harness")

    /// What it is where nothing more is known than whose fault it is.
    static func usual(for blame: Failure.Blame) -> Self {
        switch blame {
        case .target: .mismatch
        case .scenario: .wrongUse
        case .harness: .harness
        }
    }
}
