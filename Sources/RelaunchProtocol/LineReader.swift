#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Cuts the bytes of a channel into lines, however they arrive.
///
/// After every `append`, call `next` until it returns nil. The reader then never holds more than
/// the longest line and one chunk. Its time is linear in the bytes, whatever the chunks.
///
///     reader.append(chunk)
///     while let line = try reader.next() { handle(try Message(line: line)) }
///
/// After an error, give up the channel: nothing says where the next message begins.
public struct LineReader: Sendable {
    /// Bytes from `start` on have not been returned yet. Up to `searched`, they hold no newline.
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    private let maximumLength: Int
    private let separator: UInt8

    /// - Parameters:
    ///   - maximumLength: the longest line, in bytes without the newline.
    ///   - separator: what ends a line in the place of a newline.
    public init(
        maximumLength: Int = Message.maximumLength, separator: UInt8 = UInt8(ascii: "\n")
    ) {
        self.maximumLength = maximumLength
        self.separator = separator
    }

    /// Whether every byte has been returned. At the end of a channel, a reader that is not empty
    /// holds a message that was cut off.
    public var isEmpty: Bool { start == buffer.count }

    /// Adds bytes that have arrived.
    public mutating func append(_ bytes: some ContiguousBytes) {
        if start > buffer.count / 2 { discardReturned() }
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
    }

    /// The next whole line without its newline, or nil until more bytes arrive.
    ///
    /// - Throws: `lineTooLong` as soon as more bytes than the longest line have arrived without a
    ///   newline, and at every call after that; `notUTF8` for a line in another encoding.
    public mutating func next() throws(ProtocolError) -> Data? {
        let newline = buffer.withUnsafeBytes { bytes in
            bytes[searched...].firstIndex(of: separator)
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
            // Release the memory of an unusually long line.
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
