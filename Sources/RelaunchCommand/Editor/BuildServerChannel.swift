import CrashStates
import Relaunch
import RelaunchProtocol

/// The messages of a build server on its standard streams: JSON-RPC, each with its length in front.
final class BuildServerChannel {
    /// A message or a header longer than this is a fault of the other side. In bytes.
    private static let limit = 16 * 1024 * 1024

    enum Arrival {
        case message(JSON)
        /// Nothing has come within the time.
        case silence
        /// The other side has closed its end.
        case end
    }

    enum Fault: Error, CustomStringConvertible {
        case noLength(String)
        case tooLong(Int)
        case notJSON(String)

        var description: String {
            switch self {
            case .noLength(let header):
                "a message's header names no length: '\(header)'; 'Content-Length: N' is expected"
            case .tooLong(let length):
                "a message of \(length) bytes is too long; at most \(limit) are taken"
            case .notJSON(let reason):
                "a message is not JSON: \(reason)"
            }
        }
    }

    private let input: Int32
    private let output: Int32
    private var buffer: [UInt8] = []

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// The next message.
    func receive(within limit: Duration) throws -> Arrival {
        let deadline = ContinuousClock.now + limit
        while true {
            if let message = try takeMessage() { return .message(message) }
            if try waitForInput([input], until: deadline).isEmpty { return .silence }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = read(input, &chunk, chunk.count)
            if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return .end }
            if count > 0 { buffer += chunk[..<count] }
        }
    }

    func send(_ message: JSON) throws {
        let body = Array(message.text.utf8)
        let code = writeAll(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body, to: output)
        guard code == 0 else {
            throw FileError(action: "write to", path: "standard output", code: code)
        }
    }

    /// A message that has arrived as a whole; nil where none has.
    private func takeMessage() throws -> JSON? {
        guard let header = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else {
            if buffer.count > Self.limit { throw Fault.tooLong(buffer.count) }
            return nil
        }
        let length = try length(in: String(decoding: buffer[..<header.lowerBound], as: UTF8.self))
        let end = header.upperBound + length
        guard buffer.count >= end else { return nil }
        defer { buffer.removeFirst(end) }
        do { return try JSON(parsing: Array(buffer[header.upperBound..<end])) } catch {
            throw Fault.notJSON(error.description)
        }
    }

    private func length(in header: String) throws(Fault) -> Int {
        for line in header.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            guard let length = Int(parts[1].drop { $0 == " " }), length >= 0 else { break }
            guard length <= Self.limit else { throw .tooLong(length) }
            return length
        }
        throw .noLength(VisibleText.line(header))
    }
}
