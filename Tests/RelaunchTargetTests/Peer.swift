import Dispatch
import FoundationEssentials
import Glibc
import RelaunchProtocol
import RelaunchTarget
import Synchronization
import Testing

/// The harness's end of a socket pair, played by a script on a thread of its own.
final class Peer {
    private let descriptor: Int32
    private var reader = LineReader()

    /// Runs `script` as the harness while `target` runs as the program under test.
    ///
    /// The script waits two minutes for each message; when it ends, the harness has gone.
    static func play(
        _ script: @escaping @Sendable (Peer) throws -> Void, target: (Harness) throws -> Void
    ) throws {
        var descriptors: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
        let ends = (harness: descriptors[0], target: descriptors[1])
        let outcome = Mutex<(any Error)?>(nil)
        let done = DispatchGroup()
        done.enter()
        DispatchQueue(label: "peer").async {
            do {
                try script(Peer(descriptor: ends.harness))
            } catch {
                outcome.withLock { $0 = error }
            }
            done.leave()
        }
        do {
            let harness = Harness(fileDescriptor: ends.target)
            try target(harness)
        }
        done.wait()
        if let error = outcome.withLock({ $0 }) { throw error }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        var deadline = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &deadline, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next message of the target; nil when the target has closed the channel.
    func receive() throws -> Message? {
        while true {
            if let line = try reader.next() { return try Message(line: line) }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
            guard count > 0 else { throw Silence() }
            reader.append(chunk[..<count])
        }
    }

    /// Receives a message, which must be this one.
    func expect(_ message: Message, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let received = try receive()
        #expect(received == message, sourceLocation: sourceLocation)
    }

    /// Sees the target close the channel, without another message.
    func expectEnd(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let received = try receive()
        #expect(received == nil, sourceLocation: sourceLocation)
    }

    func put(_ message: Message) { put(String(decoding: message.line, as: UTF8.self)) }

    func put(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Receives `hello` and answers it.
    func greet(hold: [String] = []) throws {
        guard case .request(let id, "hello", _)? = try receive() else { throw Silence() }
        put(.response(id: id, result: ["protocol": 1, "hold": .array(hold.map(JSON.string))]))
    }

    /// Nothing, or something unexpected, came from the target.
    struct Silence: Error {}
}
