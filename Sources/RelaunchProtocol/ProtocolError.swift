/// What is wrong with bytes that came over the channel.
///
/// Each case carries the beginning of the offending line, at most 200 characters, without control
/// characters.
public enum ProtocolError: Error, Sendable, Equatable {
    /// More bytes than the longest line arrived without a newline.
    case lineTooLong(line: String)
    /// The line is not valid UTF-8.
    case notUTF8(line: String)
    /// The line is not JSON. `reason` says what is wrong, and at which byte.
    case notJSON(reason: String, line: String)
    /// The line is JSON, but not a JSON-RPC 2.0 message. `reason` names the member that is wrong.
    case notMessage(reason: String, line: String)

    /// The most of a line that an error shows, in characters.
    static let excerptLength = 200

    /// The beginning of a line, without control characters, whatever the bytes.
    static func excerpt(of line: some Collection<UInt8>) -> String {
        // One character may have any number of scalars, so bound the bytes as well.
        let decoded = String(decoding: line.prefix(4 * excerptLength), as: UTF8.self)
        let isWhole = line.count <= 4 * excerptLength && decoded.count <= excerptLength
        let shown = isWhole ? decoded : decoded.prefix(excerptLength - 1) + "…"
        return String(
            String.UnicodeScalarView(
                shown.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                }
            ))
    }
}

extension ProtocolError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lineTooLong(let line):
            """
            a message is longer than \(Message.maximumLength / 1024 / 1024) MiB, \
            or has no newline at its end: \(line)
            """
        case .notUTF8(let line): "a message is not UTF-8: \(line)"
        case .notJSON(let reason, let line): "a message is not JSON (\(reason)): \(line)"
        case .notMessage(let reason, let line): "a message is not JSON-RPC 2.0 (\(reason)): \(line)"
        }
    }
}
