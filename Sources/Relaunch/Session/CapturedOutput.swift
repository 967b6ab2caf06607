/// What a process has written on its outputs: the beginning and the end, however much it was.
public struct CapturedOutput: Sendable {
    /// Which of its two outputs a process wrote to.
    public enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case error
    }

    /// How much of each stream is kept at its beginning, and how much of both at the end, in bytes.
    public static let limit = 1024 * 1024
    static let tailLimit = 8 * 1024

    private var heads: [Stream: [UInt8]] = [:]
    private var cut: Set<Stream> = []
    private var tail: [UInt8] = []
    private var tailCount = 0
    /// Everything that was written, in bytes.
    public private(set) var total = 0

    mutating func append(_ bytes: ArraySlice<UInt8>, to stream: Stream) {
        total += bytes.count
        let room = Self.limit - heads[stream, default: []].count
        if room > 0 { heads[stream, default: []] += bytes.prefix(room) }
        if bytes.count > room { cut.insert(stream) }
        bytes.suffix(Self.tailLimit).withUnsafeBytes { appendToTail($0) }
    }

    /// Block by block: a target that floods its output is not to be held up, in a debug build either.
    private mutating func appendToTail(_ bytes: UnsafeRawBufferPointer) {
        if tail.isEmpty { tail = [UInt8](repeating: 0, count: 2 * Self.tailLimit) }
        tail.withUnsafeMutableBytes { tail in
            if tailCount + bytes.count > tail.count {
                let kept = min(tailCount, Self.tailLimit)
                let end = UnsafeRawBufferPointer(rebasing: tail[(tailCount - kept)..<tailCount])
                tail.copyMemory(from: end)
                tailCount = kept
            }
            UnsafeMutableRawBufferPointer(rebasing: tail[tailCount...]).copyMemory(from: bytes)
            tailCount += bytes.count
        }
    }

    /// What was written on one stream, up to the limit, as text.
    public func text(_ stream: Stream) -> String {
        String(decoding: heads[stream] ?? [], as: UTF8.self)
    }

    /// Whether more was written on one stream than the limit.
    public func isCut(_ stream: Stream) -> Bool { cut.contains(stream) }

    /// The end of both streams, as they came, for a person: at most `count` lines. Nil where nothing was
    /// written.
    public func lastLines(_ count: Int = 20) -> String? {
        if tailCount == 0 { return nil }
        let text = String(decoding: tail.prefix(tailCount).suffix(Self.tailLimit), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var last = lines.suffix(count + 1).joined(separator: "\n")
        while last.hasSuffix("\n") { last.removeLast() }
        return lines.count > count + 1 || total > Self.tailLimit ? "…\n" + last : last
    }
}
