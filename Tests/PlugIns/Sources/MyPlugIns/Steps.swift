import Foundation
import Relaunch

/// Enters several texts, one after another.
public struct Enter: Step {
    public let location: FileLocation
    let texts: [String]

    public init(
        _ texts: String..., fileID: String = #fileID, path: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.texts = texts
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public var text: String { "Enter(\(texts.map { "\"\($0)\"" }.joined(separator: ", ")))" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.actions)
        rehearsal.needsRunning()
        if texts.isEmpty { rehearsal.problem("it enters nothing") }
    }

    public func perform(in session: isolated Session) async throws -> Next {
        for text in texts { try await session.perform("enter", ["text": .string(text)]) }
        session.log("entered \(texts.count) texts")
        return .step
    }
}

/// Takes back the last entry.
public struct TakeBack: Step {
    public let location: FileLocation
    public var text: String { "TakeBack()" }

    public init(
        fileID: String = #fileID, path: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needs(.takingBack)
        rehearsal.needsRunning()
    }

    public func perform(in session: isolated Session) async throws -> Next {
        try await session.perform("back", [:])
        return .step
    }
}

/// Has `wc` count the lines of a file in the container, and keeps the number under a name.
public struct CountLines: Step {
    public let location: FileLocation
    let file: String
    let name: String

    public init(
        of file: String, as name: String, fileID: String = #fileID, path: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        self.file = file
        self.name = name
        location = FileLocation(fileID: fileID, file: path, line: line, column: column)
    }

    public var text: String { "CountLines(of: \"\(file)\", as: \"\(name)\")" }
    public var traits: StepTraits { .keepsState }

    public func perform(in session: isolated Session) async throws -> Next {
        let wc = try session.spawn(
            "/usr/bin/wc", arguments: ["-l", session.container.path(file)],
            environment: session.environment())
        guard let status = try wc.waitForExit(until: session.deadline) else {
            throw StepFailure(blame: .harness, kind: .timedOut, "wc did not end")
        }
        let output = wc.output.text(.output)
        guard let count = output.split(separator: " ").first.flatMap({ Int64($0) }) else {
            throw StepFailure(
                kind: .missing, "wc \(status) and counted nothing", expected: "a number",
                actual: wc.output.text(.error))
        }
        session.remembered[name] = .integer(count)
        return .step
    }
}
