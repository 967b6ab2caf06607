import Foundation
import RelaunchProtocol

/// A server that speaks JSON-RPC with a header before each message: a language server or a build server.
final class MessageProcess: @unchecked Sendable {
    /// A server that has not said what was waited for.
    struct Silent: Error, CustomStringConvertible {
        var awaited: String
        var heard: [JSON]
        var description: String {
            "there was no \(awaited); the server said: \(heard.suffix(20).map(\.text))"
        }
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    // Guarded by `condition`.
    private let condition = NSCondition()
    private var messages: [JSON] = []
    private var isAtEnd = false
    private var lastID: Int64 = 0

    /// Starts it.
    ///
    /// - Parameter environment: set beside what the tests themselves have; an empty value removes.
    init(_ program: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws
    {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        for (name, value) in environment { all[name] = value.isEmpty ? nil : value }
        process.environment = all
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.detachNewThread { [self] in read() }
    }

    /// Ends it at once, with all that it has started.
    func end() {
        try? input.fileHandleForWriting.close()
        process.terminate()
    }

    private func read() {
        var buffer: [UInt8] = []
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            buffer += data
            while let header = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let text = String(decoding: buffer[..<header.lowerBound], as: UTF8.self)
                guard let length = text.firstMatch(of: /Content-Length: (\d+)/),
                    let count = Int(length.1), buffer.count >= header.upperBound + count
                else { break }
                let end = header.upperBound + count
                if let message = try? JSON(parsing: Array(buffer[header.upperBound..<end])) {
                    take(message)
                }
                buffer.removeFirst(end)
            }
        }
        condition.withLock {
            isAtEnd = true
            condition.broadcast()
        }
    }

    private func take(_ message: JSON) {
        // A request of the server's own, such as one to be told of changes: granted.
        if message["method"] != nil, let id = message["id"] {
            try? write(["jsonrpc": "2.0", "id": id, "result": nil])
        }
        condition.withLock {
            messages.append(message)
            condition.broadcast()
        }
    }

    private func write(_ message: JSON) throws {
        let body = message.text
        let text = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func notify(_ method: String, _ params: JSON) throws {
        try write(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }

    /// Asks, and returns the answer's result or error.
    func ask(_ method: String, _ params: JSON) async throws -> JSON {
        lastID += 1
        let id = JSON.integer(lastID)
        try write(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
        let answer = try await wait(for: "answer to \(method)") {
            $0["id"] == id && $0["method"] == nil
        }
        return answer["result"] ?? answer["error"] ?? nil
    }

    /// Waits for a notification of the server.
    @discardableResult
    func notification(_ method: String) async throws -> JSON {
        try await wait(for: method) { $0["method"]?.string == method }
    }

    private func wait(
        for awaited: String, _ isMeant: @escaping @Sendable (JSON) -> Bool
    ) async throws -> JSON {
        let deadline = Date().addingTimeInterval(patience)
        let found: JSON? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                let found = condition.withLock {
                    while true {
                        if let message = messages.first(where: isMeant) { return message as JSON? }
                        if isAtEnd || !condition.wait(until: deadline) { return nil }
                    }
                }
                continuation.resume(returning: found)
            }
        }
        guard let found else {
            throw Silent(awaited: awaited, heard: condition.withLock { messages })
        }
        return found
    }
}
