import CrashStates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last lines that went over the channel of one process, in both directions.
final class MessageLog: Sendable {
    /// One line, as far as it is kept.
    struct Entry: Sendable {
        /// Whether Relaunch has sent it, and not the process.
        var isSent: Bool
        /// Seconds since the process was started.
        var time: Double
        /// The beginning of the line.
        var bytes: Data
        /// How long the line is, in bytes.
        var count: Int

        /// The entry as people read it, such as `0.012 s  → {"id":1,…}`: `→` is sent, `←` received.
        var text: String {
            let line = VisibleText.line(String(decoding: bytes, as: UTF8.self))
            let end = count > bytes.count ? "… (\(count) bytes)" : ""
            return "\(Phrases.seconds(time)) s  \(isSent ? "→" : "←") \(line)\(end)"
        }
    }

    /// How many lines are kept, and how much of each, in bytes.
    private static let limit = 12
    private static let lineLimit = 300

    private let begin = ContinuousClock.now
    private let entries = Locked<[Entry]>([])
    /// Gets every line while it goes over the channel, in full.
    private let trace: (@Sendable (Entry) -> Void)?

    init(trace: (@Sendable (Entry) -> Void)? = nil) { self.trace = trace }

    /// Notes a line, with or without its newline.
    func add(_ line: Data, isSent: Bool) {
        var line = line
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        var entry = Entry(
            isSent: isSent, time: begin.duration(to: .now).seconds, bytes: line, count: line.count)
        trace?(entry)
        if line.count > Self.lineLimit { entry.bytes = Data(line.prefix(Self.lineLimit)) }
        entries.withLock { entries in
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(entry)
        }
    }

    /// The last lines, for people; none where nothing was said.
    var last: [String] { entries.withLock { $0 }.map(\.text) }
}
