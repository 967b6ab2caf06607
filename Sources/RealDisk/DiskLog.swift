import CRealDisk

/// What reached a disk, in order.
package struct DiskLog: Sendable {
    /// A write, a flush, or a mark.
    package struct Entry: Sendable {
        enum Kind: Sendable, Hashable { case write, flush, mark }

        let kind: Kind
        /// Where on the disk, in bytes.
        let offset: Int
        let count: Int
        /// Where the new bytes are in the log; of a write the replaced ones follow.
        let position: Int
        /// When it was logged, in microseconds of the monotonic clock.
        var time = 0
    }

    let bytes: [UInt8]
    package let entries: [Entry]

    /// A log of these entries; `bytes` has what follows them.
    init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// Copies a log out of the memory that it was written to.
    init(_ memory: UnsafeRawBufferPointer) {
        bytes = [UInt8](memory)
        entries = Self.entries(in: memory)
    }

    private static func entries(in memory: UnsafeRawBufferPointer) -> [Entry] {
        var entries: [Entry] = []
        let header = MemoryLayout<rl_disk_entry>.size
        var offset = 0
        while offset + header <= memory.count {
            let entry = memory.loadUnaligned(fromByteOffset: offset, as: rl_disk_entry.self)
            let kind: Entry.Kind =
                switch UInt32(truncatingIfNeeded: entry.kind) {
                case RL_DISK_WRITE.rawValue: .write
                case RL_DISK_FLUSH.rawValue: .flush
                default: .mark
                }
            let count = Int(entry.length)
            let position = offset + header
            entries.append(
                Entry(
                    kind: kind, offset: Int(entry.offset), count: count, position: position,
                    time: Int(entry.time_us)))
            let payload = kind == .write ? 2 * count : count
            offset = position + (payload + 7) / 8 * 8
        }
        return entries
    }

    /// Whether an entry is a mark with this text.
    func isMark(_ index: Int, _ text: String) -> Bool {
        let entry = entries[index]
        return entry.kind == .mark
            && bytes[entry.position..<entry.position + entry.count].elementsEqual(text.utf8)
    }

    /// Does a write once more, or a part of it.
    func apply(
        _ entry: Entry, _ part: Range<Int>? = nil, to image: UnsafeMutableRawBufferPointer
    ) {
        let part = part ?? 0..<entry.count
        let start = entry.position + part.lowerBound
        bytes.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: image[(entry.offset + part.lowerBound)...])
                .copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.count]))
        }
    }

    /// Puts back what a write replaced.
    func revert(_ entry: Entry, in image: UnsafeMutableRawBufferPointer) {
        bytes.withUnsafeBytes { Self.revert(entry, of: $0, in: image) }
    }

    /// Puts back what all writes of a log replaced, the last first.
    static func revert(_ log: UnsafeRawBufferPointer, in image: UnsafeMutableRawBufferPointer) {
        for entry in entries(in: log).reversed() where entry.kind == .write {
            revert(entry, of: log, in: image)
        }
    }

    private static func revert(
        _ entry: Entry, of log: UnsafeRawBufferPointer, in image: UnsafeMutableRawBufferPointer
    ) {
        let start = entry.position + entry.count
        UnsafeMutableRawBufferPointer(rebasing: image[entry.offset...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: log[start..<start + entry.count]))
    }
}
