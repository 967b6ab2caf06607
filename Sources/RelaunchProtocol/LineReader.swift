#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Cuts the bytes of a channel into lines, however they arrive.
///
/// After every `append`, call `next` until it returns nil: then never more than the longest line
/// and one chunk are held. The time is linear in the bytes for any chunking.
///
///     reader.append(chunk)
///     while let line = try reader.next() { handle(try Message(line: line)) }
///
/// After an error, the channel is to be given up: where the next message begins is not known.
public struct LineReader: Sendable {
    /// What has come and was not yet returned begins at `start`; there is no newline in what lies
    /// between `start` and `searched`.
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    private let maximumLength: Int

    /// - Parameter maximumLength: The longest line, in bytes without the newline.
    public init(maximumLength: Int = Message.maximumLength) {
        self.maximumLength = maximumLength
    }

    /// Whether bytes are held that `next` has not returned. At the end of a channel they are a
    /// message that was cut off.
    public var isEmpty: Bool { start == buffer.count }

    /// Takes the bytes that have arrived.
    public mutating func append(_ bytes: some ContiguousBytes) {
        if start > buffer.count / 2 { discardReturned() }
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
    }

    /// The next whole line without its newline, or nil where more bytes must arrive first.
    ///
    /// - Throws: `lineTooLong` as soon as more bytes than the longest line have come without a
    ///   newline, and at every call after that; `notUTF8` for a line that is none.
    public mutating func next() throws(ProtocolError) -> Data? {
        let newline = buffer.withUnsafeBytes { bytes in
            bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
        }
        let end = newline ?? buffer.count
        guard end - start <= maximumLength else {
            buffer.removeSubrange((start + maximumLength + 1)...)
            searched = buffer.count
            throw .lineTooLong(line: ProtocolError.excerpt(of: buffer[start...]))
        }
        guard let newline else {
            searched = end
            return nil
        }
        let line = Data(buffer[start..<newline])
        start = newline + 1
        searched = start
        if start == buffer.count { discardReturned() }
        guard isUTF8(line) else { throw .notUTF8(line: ProtocolError.excerpt(of: line)) }
        return line
    }

    private mutating func discardReturned() {
        if start == buffer.count {
            // The room of an unusually long line is not kept.
            buffer.removeAll(keepingCapacity: buffer.capacity <= 256 * 1024)
        } else {
            buffer.removeFirst(start)
        }
        searched -= start
        start = 0
    }

    private func isUTF8(_ line: Data) -> Bool {
        line.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
    }
}
