import CrashStates

/// Finds out how long after some work a kill still loses it, by bisection on the delay.
///
/// ```swift
/// BlindWindow(upTo: .seconds(10), by: .system) {
///     Launch()
///     Type("ihello<Esc>")
///     Wait(for: .screen(contains: "hello"))
/// } keeps: {
///     Launch(arguments: ["-r"])
///     Wait(for: .screen(contains: "Press ENTER"))
///     Type("<CR>")
///     Wait(for: .screen(contains: "hello"), within: .seconds(1))
/// }
/// Expect(.blindWindow(atMost: .seconds(5)))
/// ```
///
/// Each probe begins with the container as it is before the step. The work is done, the delay passes, the
/// target is killed, and the steps of `keeps` say whether the work is back: it is lost where one of them
/// fails. A window that ends below ten milliseconds is told as such, since a kill has its own latency.
public struct BlindWindow: Step {
    /// Between which delays the window ends.
    public struct Result: Sendable, Equatable {
        /// The longest delay after which the work was lost; nil where none was.
        public var lost: Duration?
        /// The shortest delay after which the work was back; nil where none was.
        public var kept: Duration?
        /// How many delays were tried.
        public var probes: Int
    }

    /// The longest delay that is tried.
    public let limit: Duration
    /// How near to each other the ends of the answer are to be.
    public let precision: Duration
    /// How the target dies.
    public let manner: Kill.Manner
    private let work: [any Step]
    private let look: [any Step]
    public let location: FileLocation

    /// - Parameters:
    ///   - limit: the longest delay that is tried.
    ///   - precision: how near to each other the ends of the answer are to be; a hundredth of the limit
    ///     where nothing is said.
    ///   - manner: how the target dies.
    ///   - work: a life of the target, up to where the work is done.
    ///   - look: another life, which fails where the work is lost.
    public init(
        upTo limit: Duration, precision: Duration? = nil, by manner: Kill.Manner = .system,
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ work: () -> [any Step],
        @StepsBuilder keeps look: () -> [any Step]
    ) {
        self.limit = limit
        self.precision = precision ?? limit / 100
        self.manner = manner
        self.work = work()
        self.look = look()
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        let work = work.map(\.text).joined(separator: "; ")
        let look = look.map(\.text).joined(separator: "; ")
        return "BlindWindow(upTo: \(limit)) { \(work) } keeps: { \(look) }"
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        if limit <= .zero || precision <= .zero {
            rehearsal.problem("a blind window needs a limit and a precision above 0")
        }
        if look.isEmpty {
            rehearsal.problem("nothing says whether the work is back; fill in `keeps: { … }`")
        }
        rehearsal.needsDead(because: "each probe begins with a target that is dead")
        rehearsal.changeContainer()
        rehearsal.rehearse(apart: [work, look])
        rehearsal.life = .dead
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let original = Container(existing: session.runDirectory.newPath())
        try session.container.copy(to: original.path)
        defer { try? original.remove() }
        var lost: [Duration] = []
        var kept: [Duration] = []
        func probe(_ delay: Duration) async throws -> Bool {
            try session.container.replaceContents(with: original)
            let isKept = try await self.isKept(after: delay, in: session)
            if isKept { kept.append(delay) } else { lost.append(delay) }
            return isKept
        }
        var (low, high) = (Duration.zero, limit)
        if try await !probe(low), try await probe(high) {
            while high - low > precision {
                let middle = low + (high - low) / 2
                if try await probe(middle) { high = middle } else { low = middle }
            }
            // One more look at each end: chance is found out, and told as uncertainty.
            _ = try await probe(low)
            _ = try await probe(high)
        }
        try session.container.replaceContents(with: original)
        let result = Result(
            lost: lost.max(), kept: kept.min(), probes: lost.count + kept.count)
        session.caseState.blindWindow = result
        session.log("blind window: \(result.text)")
        return .step
    }

    /// Whether the work is back after a kill with this delay.
    private func isKept(after delay: Duration, in session: isolated Session) async throws -> Bool {
        try await session.carryOut(work, asPartOf: "a blind window")
        try session.wait(until: .now + delay)
        try await session.kill(
            manner, where: "\(delay.shortText) after the work", isByTheClock: true)
        var isKept = true
        do { try await session.carryOut(look, asPartOf: "a blind window") } catch let failure
            as StepFailure where failure.blame == .target
        {
            session.log("lost, \(delay.shortText) after the work: \(failure.message)")
            isKept = false
        }
        try session.terminateAndReap()
        return isKept
    }
}

extension BlindWindow.Result {
    /// The lower and the upper end of when the window ends; nil where it ends after the longest delay.
    var ends: (lower: Duration, upper: Duration)? {
        guard let kept else { return nil }
        guard let lost else { return (.zero, .zero) }
        return (min(lost, kept), max(lost, kept))
    }

    /// The window in words.
    var text: String {
        let tried = "\(probes) probe\(probes == 1 ? "" : "s")"
        guard let ends else {
            return "longer than \((lost ?? .zero).shortText) (\(tried))"
        }
        if ends.upper == .zero { return "none: a kill at once loses nothing (\(tried))" }
        return "ends between \(ends.lower.shortText) and \(ends.upper.shortText) (\(tried))"
    }
}

extension Measure.Quantity {
    /// The latest ``BlindWindow``, with its uncertainty.
    public static let blindWindow = Self(".blindWindow") { session in
        (try session.latestBlindWindow().text, "")
    }
}

extension Expect.Condition {
    /// The latest ``BlindWindow`` ends at this delay or before, its uncertainty included.
    public static func blindWindow(atMost limit: Duration) -> Self {
        blindWindow("atMost: \(limit)", "at most \(limit.shortText)") { ends in
            ends.map { $0.upper <= limit } ?? false
        }
    }

    /// The latest ``BlindWindow`` ends at this delay or after, its uncertainty included.
    public static func blindWindow(atLeast limit: Duration) -> Self {
        blindWindow("atLeast: \(limit)", "at least \(limit.shortText)") { ends in
            ends.map { $0.lower >= limit } ?? true
        }
    }

    private static func blindWindow(
        _ argument: String, _ expected: String,
        _ holds: @escaping @Sendable ((lower: Duration, upper: Duration)?) -> Bool
    ) -> Self {
        Self(".blindWindow(\(argument))") { session in
            let window = try session.latestBlindWindow()
            if holds(window.ends) { return nil }
            let doubt =
                window.kept == nil
                ? ": the steps of `keeps:` never held; would they, where nothing is lost?" : ""
            return StepFailure(
                "the blind window is another one", expected: expected,
                actual: window.text + doubt)
        }
    }
}

extension Session {
    fileprivate func latestBlindWindow() throws -> BlindWindow.Result {
        guard let window = caseState.blindWindow else {
            throw StepFailure(
                blame: .scenario, kind: .missing, "there is no `BlindWindow` before it; add one")
        }
        return window
    }
}
