/// The command's end of the socket to a host: JSON Lines in both directions.
final class LineChannel {
    /// A line longer than this is a fault of the host. In bytes.
    static let lineLimit = 64 * 1024 * 1024

    let descriptor: Int32
    /// Whether the host has closed its end.
    private(set) var isAtEnd = false
    private var buffer: [UInt8] = []
    /// Up to where the buffer is known to have no line break.
    private var searched = 0

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends one message. A host that is gone is noticed elsewhere.
    func send(_ message: some Encodable) throws {
        var line = try JSONEncoder().encode(message)
        line.append(UInt8(ascii: "\n"))
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Tells the host that nothing more will come. It can still report.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Takes what can be read without waiting and returns the whole lines.
    func receive() -> [Data] {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while !isAtEnd, buffer.count <= Self.lineLimit {
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                buffer.append(contentsOf: chunk[..<count])
            } else if count == 0 {
                isAtEnd = true
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                isAtEnd = true
            }
        }
        return takeLines()
    }

    private func takeLines() -> [Data] {
        var lines: [Data] = []
        var start = 0
        while let end = buffer[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Data(buffer[start..<end]))
            start = end + 1
            searched = start
        }
        buffer.removeFirst(start)
        searched = buffer.count
        if buffer.count > Self.lineLimit { isAtEnd = true }
        return lines
    }
}
