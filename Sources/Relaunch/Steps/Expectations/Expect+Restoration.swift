import RelaunchProtocol

extension Expect.Condition {
    /// The target says that it restored, and shows something of the saved state that a first launch did
    /// not show: its word alone is not evidence.
    public static var restored: Self {
        Self(
            ".restored", observations: [.state], needs: [.reports], needsRunning: true
        ) { session in
            switch session.record.restoration {
            case .restored: break
            case .skipped(let reason):
                return StepFailure(
                    "the target did not restore", expected: "restored",
                    actual: "not restored: \(reason)")
            case nil: return saidNothing
            }
            guard let initial = session.evidence.initialState,
                !session.evidence.savedStates.isEmpty
            else {
                return StepFailure(
                    "the target says it restored, but nothing was ever saved",
                    expected: "a save before, such as `Background()`", actual: "none")
            }
            let shown = try await session.state().leaves
            let initialLeaves = initial.leaves
            for saved in session.evidence.savedStates {
                let changed = saved.leaves.filter { initialLeaves[$0.key] != $0.value }
                if changed.isEmpty {
                    session.note(
                        "the saved state equals that of a first launch, so it cannot show a restoration"
                    )
                    return nil
                }
                if changed.contains(where: { shown[$0.key] == $0.value }) { return nil }
            }
            let saved = session.evidence.savedStates[0].withoutInstances
            let actual = try await session.state().withoutInstances
            return StepFailure(
                "the target says it restored, but shows nothing of what was saved",
                expected: "a state like the saved one", actual: "another state",
                difference: JSONDifference(expected: saved, actual: actual).description)
        }
    }

    private static var saidNothing: StepFailure {
        StepFailure(
            "the target said nothing about its restoration", expected: "the message 'restoration'",
            actual: "none in this launch")
    }

    /// Why a target did not restore.
    public struct Reason: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The word that the target sends.
        public var text: String
        public init(stringLiteral text: String) { self.text = text }
        /// Nothing was saved, or what was saved is gone.
        public static let noSavedState: Reason = "noSavedState"
        /// The app's delegate did not want the saved state.
        public static let declined: Reason = "declined"
        /// Launches that restored it ended in crashes too often.
        public static let crashLoop: Reason = "crashLoop"
        /// The saved state cannot be read.
        public static let damaged: Reason = "damaged"
        /// A later version of the program saved it.
        public static let newerFormat: Reason = "newerFormat"
        /// The device is locked.
        public static let locked: Reason = "locked"
        /// The target died while it had extended its restoration.
        public static let crashWhileExtended: Reason = "crashWhileExtended"
    }

    /// The target says that it did not restore, for whatever reason, and does not show the saved state.
    public static var notRestored: Self { notRestored(nil, text: ".notRestored") }

    /// The target says that it did not restore, for this reason, and does not show the saved state.
    public static func notRestored(_ reason: Reason) -> Self {
        notRestored(reason, text: ".notRestored(.\(reason.text))")
    }

    private static func notRestored(_ reason: Reason?, text: String) -> Self {
        Self(text, observations: [.state], needs: [.reports], needsRunning: true) { session in
            switch session.record.restoration {
            case .restored:
                return StepFailure(
                    "the target restored",
                    expected: reason.map { "not restored: \($0.text)" } ?? "not restored",
                    actual: "restored")
            case nil: return saidNothing
            case .skipped(let actual):
                if let reason, reason.text != actual {
                    return StepFailure(
                        "the target did not restore, but for a different reason",
                        expected: reason.text, actual: actual)
                }
            }
            guard let initial = session.evidence.initialState else { return nil }
            let shown = try await session.state()
            for saved in session.evidence.savedStates
            where saved.withoutInstances != initial.withoutInstances
                && saved.withoutInstances == shown.withoutInstances
            {
                return StepFailure(
                    "the target says it did not restore, but shows the saved state",
                    expected: "another state", actual: "exactly the saved one")
            }
            return nil
        }
    }

    /// The whole state is the one of the last save; after a death in the middle of a save, that one or
    /// the one before.
    public static var stateAsSaved: Self { stateAsSaved(ignoring: []) }

    /// - Parameter ignored: paths that may differ, such as a count of launches.
    public static func stateAsSaved(ignoring ignored: [String]) -> Self {
        let text = ignored.isEmpty ? ".stateAsSaved" : ".stateAsSaved(ignoring: \(ignored))"
        return Self(text, observations: [.state], needsRunning: true) { session in
            guard let saved = session.evidence.savedStates.last else {
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    "no state was ever saved; `Background()` saves one")
            }
            if session.evidence.isActionInterrupted {
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    """
                    the target was killed in an action, and how far it came is not known; expect what may \
                    be there, as in `Expect("path", isOneOf: "old", "new")`, or sweep the action
                    """)
            }
            let paths = try ignored.map { try JSONPath(parsing: $0) }
            func comparable(_ state: JSON) -> JSON {
                paths.reduce(state.withoutInstances) { $0.removing($1) }
            }
            let shown = comparable(try await session.state())
            if session.evidence.savedStates.contains(where: { comparable($0) == shown }) {
                return nil
            }
            return StepFailure(
                "the state is not the saved one", expected: "the state of the last save",
                actual: "another one",
                difference: JSONDifference(expected: comparable(saved), actual: shown).description)
        }
    }

    /// The files that the user had at the last death are there, byte for byte: everything in the
    /// container but the saved state, the caches and the temporary files (rules D2, D13).
    public static var userDataIntact: Self {
        Self(".userDataIntact", observations: [.files]) { session in
            let now = session.userFiles()
            let changes = session.evidence.files.sorted { $0.key < $1.key }.compactMap {
                name, digest in
                now[name] == nil ? "- \(name)" : now[name] == digest ? nil : "~ \(name)"
            }
            if session.evidence.files.isEmpty {
                session.note("there were no user files at the last death")
            }
            if changes.isEmpty { return nil }
            return StepFailure(
                "the user's data is not what it was at the last death",
                expected: "every file as it was",
                actual: "\(changes.count) missing (-) or changed (~)",
                difference: changes.joined(separator: "\n"))
        }
    }

    /// The lifecycle methods of the latest launch that the target reported contain these, in this order.
    public static func callbacks(inOrder names: [String]) -> Self {
        Self(".callbacks, inOrder: \(names)", needs: [.reports]) { session in
            try await session.hearReports()
            var rest = names[...]
            for name in session.record.callbacks where name == rest.first { rest.removeFirst() }
            guard let missing = rest.first else { return nil }
            return StepFailure(
                "the callback '\(missing)' did not come where it was expected",
                expected: names.joined(separator: "\n"),
                actual: session.record.callbacks.joined(separator: "\n"))
        }
    }

    /// The target reported no issue in the latest launch with this in its text, about this rule and with
    /// this code, each where it is given.
    public static func noIssue(
        containing text: String? = nil, rule: String? = nil, code: String? = nil
    ) -> Self {
        let given = Self.issueText(text, rule, code)
        return Self(".noIssue(\(given))", needs: [.reports]) { session in
            try await session.hearReports()
            let issue = session.record.issues.first { $0.isLike(text, rule, code) }
            return issue.map {
                StepFailure("the target reported an issue", expected: "none", actual: $0.text)
            }
        }
    }

    private static func issueText(_ text: String?, _ rule: String?, _ code: String?) -> String {
        [("containing", text), ("rule", rule), ("code", code)].compactMap { name, value in
            value.map { "\(name): \($0.quoted)" }
        }.joined(separator: ", ")
    }

    /// The target reported an issue in the latest launch: one with this in its text, about this rule and
    /// with this code, each where it is given.
    public static func issue(
        containing text: String? = nil, rule: String? = nil, code: String? = nil
    ) -> Self {
        let given = Self.issueText(text, rule, code)
        return Self(".issue(\(given))", needs: [.reports]) { session in
            try await session.hearReports()
            let issues = session.record.issues
            if issues.contains(where: { $0.isLike(text, rule, code) }) { return nil }
            return StepFailure(
                "the target reported no such issue", expected: given.isEmpty ? "any" : given,
                actual: issues.isEmpty
                    ? "none"
                    : issues.map { issue in
                        issue.text.quoted + (issue.rule.map { " (\($0))" } ?? "")
                    }.joined(separator: "\n"))
        }
    }
}

extension Session {
    /// What the target has reported so far is known once it has answered something else since.
    fileprivate func hearReports() async throws {
        if isTargetRunning, !isSuspended, target.driver.can(.state) { _ = try await state() }
    }
}

extension LaunchRecord.Issue {
    /// Whether it has this in its text, is about this rule and has this code, each where it is given.
    fileprivate func isLike(_ text: String?, _ rule: String?, _ code: String?) -> Bool {
        text.map(self.text.contains) != false && (rule == nil || self.rule == rule)
            && (code == nil || self.code == code)
    }
}

extension Expect {
    /// What `Expect(.callbacks, inOrder: …)` begins with.
    public enum Callbacks: Sendable { case callbacks }

    /// Expects lifecycle methods of the latest launch in this order; others may come between.
    public init(
        _ callbacks: Callbacks, inOrder names: String..., fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        self.init(
            .callbacks(inOrder: names), fileID: fileID, file: file, line: line, column: column)
    }
}

extension JSON {
    /// Every value that is no container, and every empty container, by its path.
    package var leaves: JSON.Members {
        var leaves = JSON.Members()
        func visit(_ value: JSON, _ path: String) {
            switch value {
            case .object(let members) where !members.isEmpty:
                for (name, member) in members where name != "$instance" {
                    visit(member, path + "." + name)
                }
            case .array(let elements) where !elements.isEmpty:
                for (index, element) in elements.enumerated() {
                    visit(element, path + "[\(index)]")
                }
            default: leaves[path] = value
            }
        }
        visit(self, "")
        return leaves
    }

    /// The value without what is at a path.
    package func removing(_ path: JSONPath) -> JSON {
        guard let first = path.components.first else { return .null }
        let rest = JSONPath(Array(path.components.dropFirst()))
        switch (self, first) {
        case (.object(var members), .member(let key)):
            if rest.components.isEmpty {
                members[key] = nil
            } else {
                members[key] = members[key]?.removing(rest)
            }
            return .object(members)
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            if rest.components.isEmpty {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].removing(rest)
            }
            return .array(elements)
        default: return self
        }
    }
}
