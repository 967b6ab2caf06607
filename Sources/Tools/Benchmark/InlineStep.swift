import CrashStates
import Relaunch

/// A step that the benchmark writes where it is needed: a mark of the time, a reading, the bare loop.
struct InlineStep: Step {
    let text: String
    let location: FileLocation
    private let body: @Sendable (isolated Session) async throws -> Void

    init(
        _ text: String, fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column, _ body: @escaping @Sendable (isolated Session) async throws -> Void
    ) {
        self.text = text
        self.body = body
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    func perform(in session: isolated Session) async throws -> Next {
        try await body(session)
        return .step
    }
}

/// A place where steps leave what the benchmark wants to know afterwards.
final class Readings<Value: Sendable>: Sendable {
    private let values = Locked<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ value: Value) { values.withLock { $0.append(value) } }
}
