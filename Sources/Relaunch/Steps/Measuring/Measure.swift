import CrashStates
import RelaunchProtocol

/// A program of which something is measured, and how it says its version.
public struct MeasuredProgram: Sendable {
    /// How the table of measurements calls it.
    public let name: String
    let version: Run

    /// - Parameters:
    ///   - name: how the table of measurements calls it.
    ///   - version: a command whose first line has the version, such as `Run("vim", "--version")`.
    public init(_ name: String, version: Run) {
        self.name = name
        self.version = version
    }
}

/// Writes down what was found out about a program: a row of the table that `relaunch run --measurements`
/// writes, and fields of the case's result.
///
/// ```swift
/// Measure("what is back after SIGKILL", .output, of: vim, setting: "swap file")
/// Expect(.measured("everything"))
/// ```
public struct Measure: Step {
    /// What is measured.
    public struct Quantity: Sendable {
        /// As it is written in a scenario.
        let text: String
        let value: @Sendable (isolated Session) async throws -> (value: String, detail: String)

        /// Something that a closure tells.
        public init(
            _ text: String,
            value:
                @escaping @Sendable (isolated Session) async throws -> (
                    value: String, detail: String
                )
        ) {
            self.text = text
            self.value = value
        }
    }

    /// What is asked, as the table has it.
    public let question: String
    /// The program.
    public let program: MeasuredProgram
    /// In which setting of it; empty for the usual one.
    public let setting: String
    private let quantity: Quantity
    private let steps: [any Step]
    public let location: FileLocation

    /// - Parameters:
    ///   - question: what is asked, as the table has it.
    ///   - quantity: what is measured, such as `.output` of the command that ran last.
    ///   - program: of which it is measured.
    ///   - setting: in which setting of it; empty for the usual one.
    public init(
        _ question: String, _ quantity: Quantity, of program: MeasuredProgram,
        setting: String = "", fileID: String = #fileID, file: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.question = question
        self.program = program
        self.setting = setting
        self.quantity = quantity
        steps = []
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    /// Measures what comes of steps that may fail: what their last command has written, or where none has run,
    /// what their last ``Evaluate`` gave; or `fails` where the target does not do what they ask. Everything is
    /// killed afterwards.
    public init(
        _ question: String, of program: MeasuredProgram, setting: String = "",
        fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, @StepsBuilder _ steps: () -> [any Step]
    ) {
        let steps = steps()
        self.question = question
        self.program = program
        self.setting = setting
        quantity = Quantity("…") { try await $0.outcome(of: steps) }
        self.steps = steps
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String {
        let name = "Measure(\(question.quoted)"
        if steps.isEmpty { return "\(name), \(quantity.text))" }
        return "\(name)) { \(steps.map(\.text).joined(separator: "; ")) }"
    }

    public var traits: StepTraits { .keepsState }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        guard !steps.isEmpty else { return }
        rehearsal.rehearse(apart: [steps])
        rehearsal.life = .dead
    }

    public func perform(in session: isolated Session) async throws -> Next {
        let version = try session.version(of: program)
        if !steps.isEmpty { try session.prepareControl() }
        let (value, detail) = try await quantity.value(session)
        let row = MeasuredValue(
            program: program.name, version: version, setting: setting, question: question,
            value: value, detail: shortened(detail, to: 300))
        session.caseState.measurements.append(row)
        session.log("measured: \(question): \(value.isEmpty ? "the sweep" : value)")
        return .step
    }
}

extension Measure.Quantity {
    /// What the command that ran last has written on its standard output; `nothing` where that is empty.
    public static let output = Self(".output") { session in
        guard let run = session.lastRun else {
            throw StepFailure(
                blame: .scenario, kind: .missing,
                "nothing has run yet whose output could be measured; put a `Run(…)` before it")
        }
        return (words(run.output), "")
    }

    /// What the state shows at a path; `nothing` where there is nothing.
    public static func value(_ path: String) -> Self {
        Self(".value(\(path.quoted))") { session in
            let value = try JSONPath(parsing: path).value(in: try await session.state())
            return (words(value.map { $0.string ?? $0.text } ?? ""), "")
        }
    }

    /// A text that a scenario's expectations have just shown to be true.
    public static func text(_ text: String) -> Self {
        Self(".text(\(text.quoted))") { _ in (text, "") }
    }

    /// What comes of the ``Sweep`` that follows: in how many states what is expected of it holds.
    public static let sweep = Self(".sweep") { _ in ("", "") }

    static func words(_ text: String) -> String {
        let line = VisibleText.line(text.trimmingSpace)
        return line.isEmpty ? "nothing" : shortened(line, to: 200)
    }
}

extension Expect.Condition {
    /// What was measured last is one of these texts, or begins with one.
    public static func measured(_ values: String...) -> Self {
        let list = values.map(\.quoted).joined(separator: ", ")
        return Self(".measured(\(list))") { session in
            guard let last = session.caseState.measurements.last else {
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    "nothing has been measured yet; put a `Measure(…)` before it")
            }
            if values.contains(where: last.value.hasPrefix) { return nil }
            let detail = last.detail.isEmpty ? "" : " (\(last.detail))"
            return StepFailure(
                "'\(last.question)' is measured otherwise",
                expected: alternatives(values.map(\.quoted)), actual: last.value.quoted + detail)
        }
    }
}

extension Session {
    /// What comes of steps that may fail.
    fileprivate func outcome(of steps: [any Step]) async throws -> (value: String, detail: String) {
        let outcome: (value: String, detail: String)
        lastRun = nil
        result = .null
        do {
            try await carryOut(steps, asPartOf: "a measurement")
            let given = result == .null ? "" : result.string ?? result.text
            outcome = (Measure.Quantity.words(lastRun?.output ?? given), "")
        } catch let failure as StepFailure where failure.blame == .target {
            let said = currentOutput?.split(separator: "\n").last.map { ": \($0)" } ?? ""
            let actual = failure.actual.map { " (\($0))" } ?? ""
            outcome = ("fails", VisibleText.line(failure.message + actual + said))
        }
        try terminateAndReap()
        return outcome
    }

    /// What a program says of its version, asked once in a run.
    fileprivate func version(of program: MeasuredProgram) throws -> String {
        let key = program.version.text
        if let known = knownVersions.withLock({ $0[key] }) { return known }
        let run = try runAside(program.version)
        let said = run.output.isEmpty ? run.error : run.output
        let line = said.split(separator: "\n").first.map(String.init) ?? ""
        let version = line.firstVersion ?? line
        knownVersions.withLock { $0[key] = version }
        return version
    }
}

private let knownVersions = Locked<[String: String]>([:])

extension String {
    /// The first word that looks like a version: `9.0` of `VIM - Vi IMproved 9.0 (2022 …)`.
    var firstVersion: String? {
        let words = split { $0.isWhitespace || "(),=".contains($0) }
        for word in words {
            var version = word.drop { !$0.isNumber }
            guard word.prefix(word.count - version.count).count <= 2 else { continue }
            while let last = version.last, ".;:".contains(last) { version.removeLast() }
            let parts = version.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count > 1, parts.prefix(2).allSatisfy({ $0.first?.isNumber == true }) {
                return String(version)
            }
        }
        return nil
    }
}
