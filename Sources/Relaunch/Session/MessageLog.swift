import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last lines that went over the channel of one process, in both directions.
package final class MessageLog: Sendable {
    /// One line, as far as it is kept.
    package struct Entry: Sendable, Codable {
        /// Whether Relaunch has sent it, and not the process.
        package var isSent: Bool
        /// Seconds since the process was started.
        var time: Double
        /// The beginning of the line.
        var bytes: Data
        /// How long the line is, in bytes.
        var count: Int

        /// How much of a line is shown, in bytes.
        package func shortened(to limit: Int) -> Entry {
            guard bytes.count > limit else { return self }
            var entry = self
            entry.bytes = Data(bytes.prefix(limit))
            return entry
        }

        /// The entry as people read it, such as `0.012 s  → {"id":1,…}`: `→` is sent, `←` received.
        package var text: String {
            let line = VisibleText.line(String(decoding: bytes, as: UTF8.self))
            let end = count > bytes.count ? "… (\(count) bytes)" : ""
            return "\(Phrases.seconds(time)) s  \(isSent ? "→" : "←") \(line)\(end)"
        }
    }

    /// How many lines are kept, and how much of each, in bytes.
    private static let limit = 8
    private static let lineLimit = 300

    private let begin = ContinuousClock.now
    private let entries = Locked<[Entry]>([])
    /// Gets every line while it goes over the channel, in full.
    private let trace: (@Sendable (Entry) -> Void)?

    init(trace: (@Sendable (Entry) -> Void)? = nil) { self.trace = trace }

    /// Notes a line, with or without the newline or the NUL that ends it.
    func add(_ line: Data, isSent: Bool) {
        var line = line
        if line.last == UInt8(ascii: "\n") || line.last == 0 { line.removeLast() }
        var entry = Entry(
            isSent: isSent, time: begin.duration(to: .now).seconds, bytes: line, count: line.count)
        trace?(entry)
        entry = entry.shortened(to: Self.lineLimit)
        entries.withLock { entries in
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(entry)
        }
    }

    /// The last lines, for people; none where nothing was said.
    var last: [String] { entries.withLock { $0 }.map(\.text) }
}

/// A message as `--trace-protocol` shows it.
package struct TracedMessage: Sendable, Codable {
    /// The case in which it was sent or received; nil outside of any.
    package var identity: CaseIdentity?
    /// The process at the other end.
    package var process: Int32
    package var entry: MessageLog.Entry

    private enum CodingKeys: String, CodingKey { case identity, process, entry }

    init(identity: CaseIdentity?, process: Int32, entry: MessageLog.Entry) {
        self.identity = identity
        self.process = process
        self.entry = entry
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identity = try container.decodeIfPresent(EncodedCase.self, forKey: .identity)?.identity
        process = try container.decode(Int32.self, forKey: .process)
        entry = try container.decode(MessageLog.Entry.self, forKey: .entry)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(identity.map(EncodedCase.init), forKey: .identity)
        try container.encode(process, forKey: .process)
        try container.encode(entry, forKey: .entry)
    }
}
