import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Expect.Condition {
    /// The command that ran last, or the target that ran to its end, exited with this status.
    public static func exitStatus(_ status: Int32) -> Self {
        Self(".exitStatus(\(status))") { session in
            guard let run = session.lastRun else { return noRun }
            if run.status == .exited(status) { return nil }
            return StepFailure(
                "\(run.text) did not end as expected", expected: "exited with status \(status)",
                actual: run.status.map { "\($0)" } ?? "killed")
        }
    }

    /// What the command that ran last wrote on its standard output.
    public static func output(contains text: String) -> Self {
        Self(".output(contains: \(text.quoted))") { session in
            guard let run = session.lastRun else { return noRun }
            if run.output.contains(text) { return nil }
            try run.checkOutputIsWhole()
            return StepFailure(
                "\(run.text) did not write this to its standard output",
                expected: text.quotedForFailure, actual: run.output.quotedForFailure)
        }
    }

    /// The whole standard output of the command that ran last is this text. White space at the ends of
    /// both does not count.
    public static func output(equals text: String) -> Self {
        output([text], as: ".output(equals: \(text.quoted))")
    }

    /// The whole standard output of the command that ran last is one of these texts. White space at the
    /// ends of all of them does not count.
    public static func output(isOneOf texts: [String]) -> Self {
        let list = texts.map(\.quoted).joined(separator: ", ")
        return output(texts, as: ".output(isOneOf: [\(list)])")
    }

    private static func output(_ texts: [String], as name: String) -> Self {
        let texts = texts.map(\.trimmingSpace)
        return Self(name) { session in
            guard let run = session.lastRun else { return noRun }
            try run.checkOutputIsWhole()
            let output = run.output.trimmingSpace
            if texts.contains(output) { return nil }
            return StepFailure(
                "\(run.text) wrote something else to its standard output",
                expected: alternatives(texts.map(\.quotedForFailure)),
                actual: output.quotedForFailure)
        }
    }

    /// The whole standard output of the command that ran last is the older one or the newer one. Once
    /// the swept steps had acknowledged everything, only the newer one will do.
    ///
    /// A swept command that writes nothing acknowledges by its end with status 0.
    public static func output(before older: String, after newer: String) -> Self {
        Self(
            ".output(before: \(older.quoted), after: \(newer.quoted))", observations: [.sweptEnd]
        ) { session in
            let texts = session.evidence.swept?.isAcknowledged == true ? [newer] : [older, newer]
            return try await output(isOneOf: texts).evaluate(session)
        }
    }

    /// The standard output of the command that ran last equals a remembered one.
    public static func output(isOneOfRemembered names: String...) -> Self {
        let list = names.map(\.quoted).joined(separator: ", ")
        return Self(".output(isOneOfRemembered: \(list))") { session in
            let texts = try names.map { name in
                guard let value = session.remembered[name]?.string else {
                    throw StepFailure(
                        blame: .scenario, kind: .missing, "no text is remembered as '\(name)'")
                }
                return value
            }
            return try await output(isOneOf: texts).evaluate(session)
        }
    }

    private static var noRun: StepFailure {
        StepFailure(
            blame: .scenario, kind: .missing, "nothing has run to its end yet; `Run(…)` does")
    }

    /// What the latest action answered.
    public static func result(_ value: JSON) -> Self {
        Self(".result(\(value.text))", needs: [.actions]) { session in
            if session.result == value { return nil }
            return StepFailure(
                "the action answered something else", expected: value.text,
                actual: session.result.text)
        }
    }

    /// How many crashes the latest ``Ladder`` needed until the target stopped restoring.
    public static func ladder(_ crashes: Int) -> Self {
        Self(".ladder(\(crashes))") { session in
            guard let found = session.ladder else {
                return StepFailure(
                    blame: .scenario, kind: .missing, "there is no `Ladder` before it; add one")
            }
            if found == crashes { return nil }
            return StepFailure(
                "the target stopped restoring after a different number of crashes",
                expected: "\(crashes) crashes", actual: "\(found) crashes")
        }
    }
}

extension Expect {
    /// Expects that a file of the container holds exactly this text, its white space too.
    public init(
        file path: String, equals text: String, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let condition = Condition.file(
            path, equals: text, as: "file: \(path.quoted), equals: \(text.quoted)")
        self.init(condition, fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects that a file of the container contains a text.
    public init(
        file path: String, contains text: String, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let condition = Condition.file(
            path, contains: text, as: "file: \(path.quoted), contains: \(text.quoted)")
        self.init(condition, fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects that a file of the container holds exactly one of these texts, white space included.
    public init(
        file path: String, isOneOf texts: String..., fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let condition = Condition.file(
            path,
            as: "file: \(path.quoted), isOneOf: \(texts.map(\.quoted).joined(separator: ", "))",
            expected: alternatives(texts.map(\.quotedForFailure))
        ) { $0.map(texts.contains) == true }
        self.init(condition, fileID: fileID, file: file, line: line, column: column)
    }

    /// Expects that a file of the container is there or not.
    public init(
        file path: String, _ expectation: ValueCondition, fileID: String = #fileID,
        file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let isMissing = expectation == .isMissing
        let condition = Condition.file(
            path, as: "file: \(path.quoted), \(isMissing ? ".isMissing" : ".isPresent")",
            expected: isMissing ? "missing" : "a file"
        ) { ($0 == nil) == isMissing }
        self.init(condition, fileID: fileID, file: file, line: line, column: column)
    }
}

extension Expect.Condition {
    /// A file of the container holds exactly this text, its white space too. Mostly used with `Wait`.
    public static func file(_ path: String, equals text: String) -> Self {
        file(path, equals: text, as: ".file(\(path.quoted), equals: \(text.quoted))")
    }

    /// A file of the container contains this text. Mostly used with `Wait`.
    public static func file(_ path: String, contains text: String) -> Self {
        file(path, contains: text, as: ".file(\(path.quoted), contains: \(text.quoted))")
    }

    fileprivate static func file(_ path: String, equals text: String, as name: String) -> Self {
        file(path, as: name, expected: text.quotedForFailure) { $0 == text }
    }

    fileprivate static func file(_ path: String, contains text: String, as name: String) -> Self {
        file(path, as: name, expected: "it contains \(text.quoted)") {
            $0?.contains(text) == true
        }
    }

    /// Something about the text of a file in the container, nil where there is none.
    fileprivate static func file(
        _ path: String, as name: String, expected: String,
        check: @escaping @Sendable (String?) -> Bool
    ) -> Self {
        let problem =
            Container.isInside(path)
            ? nil : "'\(path)' is not inside the container; give a relative path"
        return Self(name, problem: problem) { session in
            if let problem { return StepFailure(blame: .scenario, problem) }
            let whole = session.container.path(path)
            // Nothing but a file is opened: a pipe would block.
            let data =
                FileTree.isRegularFile(whole) ? FileManager.default.contents(atPath: whole) : nil
            let content = data.map { String(decoding: $0, as: UTF8.self) }
            let isThere = FileManager.default.fileExists(atPath: whole)
            if check(content ?? (isThere ? "" : nil)) { return nil }
            return StepFailure(
                "the file '\(path)' is not as expected", expected: expected,
                actual: content.map(\.quotedForFailure)
                    ?? (isThere ? "a directory, or not readable" : "missing"))
        }
    }
}

extension CompletedRun {
    /// Throws where more was written than is kept: nothing is judged by a part.
    func checkOutputIsWhole() throws {
        guard outputIsCut else { return }
        throw StepFailure(
            blame: .scenario,
            """
            \(text) wrote more than \(CapturedOutput.limit >> 20) MiB to its standard output, and the \
            rest was not kept; let it write to a file, and expect that file
            """)
    }
}

extension String {
    /// Without white space and newlines at both ends.
    var trimmingSpace: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return String(text)
    }
}
