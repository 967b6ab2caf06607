#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Events as JSON Lines: one JSON object a line, UTF-8, each line ended by `\n`.
///
/// Members stand in the order of their names, so that equal events are equal lines. Readers skip
/// members and kinds of events that they do not know.
///
/// `events.schema.json`, beside this documentation, describes the lines for readers in other languages.
public enum EventStream {
    /// The version of the format. It changes only when a reader of the old one would be misled.
    public static let version = EncodedEvent.version

    /// An event as one line of JSON, without the line's end.
    ///
    /// - Throws: `EncodingError` where a number of the event is not finite.
    public static func line(for event: Event) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(EncodedEvent(event)), as: UTF8.self)
    }

    /// Reads one line.
    ///
    /// - Parameters:
    ///   - line: The line, with or without its end.
    ///   - number: The line's number, counted from 1, for the error's message.
    /// - Returns: The event, or nil where the line is empty or its kind is not known.
    /// - Throws: `EventStreamError`
    public static func event(from line: some StringProtocol, number: Int = 1) throws -> Event? {
        let data = Data(line.utf8)
        guard data.contains(where: { !blanks.contains($0) }) else { return nil }
        do {
            let decoder = JSONDecoder()
            let version = try decoder.decode(Header.self, from: data).version
            guard version <= Self.version else {
                throw EventStreamError.newerVersion(line: number, version: version)
            }
            return try decoder.decode(EncodedEvent.self, from: data).event
        } catch is EncodedEvent.UnknownName {
            return nil
        } catch let error as DecodingError {
            throw EventStreamError.malformedLine(
                number, reason: error.reason, text: excerpt(of: String(line)))
        }
    }

    /// Reads a whole stream and skips the events whose kind is not known.
    ///
    /// - Throws: `EventStreamError`, for the first line that is wrong.
    public static func events(in text: String) throws -> [Event] {
        var events: [Event] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do {
                let line = String(decoding: line, as: UTF8.self)
                if let event = try event(from: line, number: index + 1) { events.append(event) }
            } catch EventStreamError.malformedLine(let number, _, let text)
                where index == lines.count - 1
            {
                throw EventStreamError.unfinishedLine(number, text: text)
            }
        }
        return events
    }

    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]

    private struct Header: Decodable { var version: Int }

    private static func excerpt(of line: String) -> String {
        VisibleText.shortened(VisibleText.line(line), to: 80)
    }
}

/// What is wrong with a stream of events.
public enum EventStreamError: Error, Equatable, CustomStringConvertible {
    /// The line is no event; its number is counted from 1, and `text` is its beginning.
    case malformedLine(Int, reason: String, text: String)
    /// The last line has no end and is no event: whoever wrote the stream was cut short.
    case unfinishedLine(Int, text: String)
    /// The format is newer than this version reads.
    case newerVersion(line: Int, version: Int)

    public var description: String {
        switch self {
        case .malformedLine(let number, let reason, let text):
            "line \(number) is not an event: \(reason): \(text)"
        case .unfinishedLine(let number, let text):
            "the stream ends in the middle of line \(number), "
                + "as if its writer had been killed: \(text)"
        case .newerVersion(let line, let version):
            "line \(line) has version \(version) of the event format, and this Relaunch reads "
                + "up to \(EventStream.version): use the Relaunch that wrote it, or a newer one"
        }
    }
}

extension DecodingError {
    /// What the decoder missed and where, in one phrase.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context):
            "'\((context.codingPath + [key]).dotted)' is missing"
        case .valueNotFound(_, let context): "'\(context.codingPath.dotted)' is null"
        case .typeMismatch(let type, let context):
            "'\(context.codingPath.dotted)' is not of the type \(type)"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "'\(context.codingPath.dotted)' has a value that is not known"
        case .dataCorrupted: "it is not valid JSON"
        @unknown default: "\(self)"
        }
    }
}

extension [any CodingKey] {
    fileprivate var dotted: String {
        isEmpty
            ? "the line"
            : map { $0.intValue.map(String.init) ?? $0.stringValue }
                .joined(separator: ".")
    }
}
