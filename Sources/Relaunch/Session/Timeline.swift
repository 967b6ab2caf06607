/// What happened in one case, in order: the beginning and the end where it was very long.
struct Timeline: Sendable {
    private static let headLimit = 200
    private static let tailLimit = 200
    private var head: [TimelineEntry] = []
    private var tail: [TimelineEntry] = []
    private var dropped = 0

    mutating func append(_ entry: TimelineEntry) {
        if head.count < Self.headLimit {
            head.append(entry)
            return
        }
        tail.append(entry)
        if tail.count >= 2 * Self.tailLimit {
            dropped += tail.count - Self.tailLimit
            tail.removeFirst(tail.count - Self.tailLimit)
        }
    }

    /// The entries that were kept, with a line in place of the others.
    var entries: [TimelineEntry] {
        if dropped == 0 { return head + tail }
        let gap = TimelineEntry(time: tail.first?.time ?? 0, text: "… \(dropped) more")
        return head + [gap] + tail
    }
}
