// Scenario files write JSON values without importing anything else.
@_exported public import enum RelaunchProtocol.JSON

/// Checks something about the target, or about what it left. A failed expectation ends its case.
public struct Expect: Step {
    /// What can be expected. Plug-ins add their own as static members, as the built-in ones are.
    public struct Condition: Sendable {
        /// As it is written between the parentheses of `Expect(…)`.
        public var text: String
        /// What is wrong with it whatever the target does; then nothing is launched.
        public var problem: String?
        /// What must be observed on the way to it.
        public var observations: Set<Rehearsal.Observation>
        /// What the driver must be able to do for it.
        public var needs: Set<DriverCapability>
        /// Whether it looks at a target that runs.
        public var needsRunning: Bool
        /// Returns nil where it holds, and what is wrong where it does not.
        public var evaluate: @Sendable (isolated Session) async throws -> StepFailure?

        /// - Parameters:
        ///   - text: as it is written between the parentheses of `Expect(…)`.
        ///   - problem: what is wrong with it whatever the target does.
        ///   - observations: what must be observed on the way to it.
        ///   - needs: what the driver must be able to do for it.
        ///   - needsRunning: whether it looks at a target that runs.
        ///   - evaluate: returns nil where it holds, and what is wrong where it does not. What it throws
        ///     is the scenario's fault, unless it is a ``StepFailure`` that says otherwise.
        public init(
            _ text: String, problem: String? = nil, observations: Set<Rehearsal.Observation> = [],
            needs: Set<DriverCapability> = [], needsRunning: Bool = false, fileID: String = #fileID,
            evaluate: @escaping @Sendable (isolated Session) async throws -> StepFailure?
        ) {
            self.text = text
            self.problem = problem
            self.observations = observations
            self.needs = needs.union(observations.compactMap(\.capability))
            self.needsRunning = needsRunning
            guard !OwnCode.contains(fileID: fileID) else {
                self.evaluate = evaluate
                return
            }
            self.evaluate = { session in
                do { return try await evaluate(session) } catch {
                    throw PlugInError.marking(error)
                }
            }
        }
    }

    /// What must hold.
    public let condition: Condition
    public let location: FileLocation

    /// Expects a condition, such as `.restored`.
    public init(
        _ condition: Condition, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.condition = condition
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "Expect(\(condition.text))" }

    public func rehearse(_ rehearsal: inout Rehearsal) { condition.rehearse(&rehearsal) }

    public func perform(in session: isolated Session) async throws -> Next {
        try condition.look(in: session)
        if let failure = try await condition.evaluate(session) { throw failure }
        session.log("as expected: \(condition.text)")
        return .step
    }
}

extension Expect.Condition {
    func rehearse(_ rehearsal: inout Rehearsal) {
        if let problem { rehearsal.problem(problem) }
        let needed = needs.sorted { $0.rawValue < $1.rawValue }
        let isPossible = needed.allSatisfy { rehearsal.needs($0) }
        if needsRunning, isPossible {
            rehearsal.needsRunning()
            rehearsal.look()
        }
        rehearsal.judge(observations)
    }

    /// Before it is evaluated: to look at what a command has left counts as launching it.
    func look(in session: isolated Session) throws {
        if needsRunning { try session.look() }
    }
}

extension Rehearsal.Observation {
    /// What the driver must be able to do for it to be made.
    fileprivate var capability: DriverCapability? {
        switch self {
        case .state: .state
        case .screen: .screen
        case .snapshot: .reports
        default: nil
        }
    }
}

// MARK: A value at a path

extension Expect {
    /// Expects a value in the target's state.
    ///
    /// - Parameter path: such as `editor.text` or `notes[0].title`; an empty one is the whole state.
    public init(
        _ path: String, equals value: JSON, fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, equals: value), fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects a Swift value in the target's state, compared as the JSON that it encodes to.
    public init(
        _ path: String, equals value: any Encodable & Sendable, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, isOneOf: [value], word: "equals"), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects one of several values, for a scenario that may rightly end in more than one way.
    public init(
        _ path: String, isOneOf values: JSON..., fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, isOneOf: values), fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects one of the values in an array. The array itself is not such a value.
    public init(
        _ path: String, isOneOf values: [JSON], fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, isOneOf: values), fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects one of several Swift values, compared as the JSON that they encode to.
    public init(
        _ path: String, isOneOf values: [any Encodable & Sendable], fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, isOneOf: values, word: "isOneOf"), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects that a closure answers true for the value, which is null where it is missing.
    ///
    /// - Parameter description: what the closure checks, for the message.
    public init(
        _ path: String, _ description: String = "satisfies a closure",
        satisfies check: @escaping @Sendable (JSON) throws -> Bool, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, description, satisfies: check), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects that two paths of the state show one and the same instance (rule S8).
    public init(
        _ path: String, isSameInstanceAs other: String, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .sameInstance(path, other, isExpected: true), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects that two paths of the state show two instances (rule S8).
    public init(
        _ path: String, isNotSameInstanceAs other: String, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .sameInstance(path, other, isExpected: false), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects the value that was kept by ``Remember``.
    public init(
        _ path: String, equalsRemembered name: String, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, equalsRemembered: name), fileID: fileID, file: file, line: line,
            column: column)
    }

    /// Expects something of a value, such as `Expect("editor", .isMissing)`.
    public init(
        _ path: String, _ expectation: ValueCondition, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .value(path, isMissing: expectation == .isMissing), fileID: fileID, file: file,
            line: line, column: column)
    }

    /// What a value can be, apart from what it equals.
    public enum ValueCondition: Sendable {
        /// There is nothing at the path; null is a value.
        case isMissing
        /// There is a value at the path, or a file, whatever it is.
        case isPresent
    }
}
