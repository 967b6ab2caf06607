import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cuts the bytes of a channel into messages, however they arrive.
protocol MessageReader {
    mutating func append(_ bytes: ArraySlice<UInt8>)

    /// The next whole message, or nil until more bytes arrive.
    mutating func next() throws -> Data?
}

extension LineReader: MessageReader {}

/// Reads messages that have their length in bytes and a colon before them, such as `2:{}`.
struct LengthPrefixedReader: MessageReader {
    private var buffer: [UInt8] = []
    private var start = 0
    private static let digits = 9

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if start > buffer.count / 2 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    mutating func next() throws -> Data? {
        let head = buffer[start...].prefix(Self.digits + 1)
        guard let colon = head.firstIndex(of: UInt8(ascii: ":")) else {
            if head.count <= Self.digits { return nil }
            throw noLength
        }
        guard let length = Int(String(decoding: buffer[start..<colon], as: UTF8.self)), length >= 0
        else { throw noLength }
        guard length <= Message.maximumLength else {
            throw UnreadableMessage(description: "a message has \(length) bytes")
        }
        let end = colon + 1 + length
        guard buffer.count >= end else { return nil }
        start = end
        return Data(buffer[(colon + 1)..<end])
    }

    private var noLength: UnreadableMessage {
        let text = String(decoding: buffer[start...].prefix(200), as: UTF8.self)
        return UnreadableMessage(description: "no length stands before a message: \(text)")
    }
}

/// What has come on a channel can be no message.
struct UnreadableMessage: Error, CustomStringConvertible {
    var description: String
}
