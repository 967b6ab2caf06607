/// What is wrong with something that came over the channel.
///
/// Each case carries the beginning of the offending line, at most 200 characters.
public enum ProtocolError: Error, Sendable, Equatable {
    /// More than `Message.maximumLength` bytes came without a newline.
    case lineTooLong(line: String)
    /// The line is no valid UTF-8.
    case notUTF8(line: String)
    /// The line is no JSON text; `reason` says where it ceases to be one.
    case notJSON(reason: String, line: String)
    /// The line is JSON, but no JSON-RPC 2.0 message; `reason` names the member that is wrong.
    case notMessage(reason: String, line: String)

    /// The most of a line that an error shows, in characters.
    static let excerptLength = 200

    /// The beginning of a line, fit to be shown: no control characters, whatever the bytes.
    static func excerpt(of line: some Collection<UInt8>) -> String {
        // A character may have any number of scalars, so the bytes are bounded too.
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
