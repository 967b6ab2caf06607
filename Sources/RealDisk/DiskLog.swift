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
    }

    let bytes: [UInt8]
    package let entries: [Entry]

    /// Copies a log out of the memory that it was written to.
    init(_ memory: UnsafeRawBufferPointer) {
        bytes = [UInt8](memory)
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
            entries.append(
                Entry(kind: kind, offset: Int(entry.offset), count: count, position: offset + header))
            let payload = kind == .write ? 2 * count : count
            offset += header + (payload + 7) / 8 * 8
        }
        self.entries = entries
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
        bytes.withUnsafeBytes { bytes in
            let start = entry.position + part.lowerBound
            UnsafeMutableRawBufferPointer(rebasing: image[(entry.offset + part.lowerBound)...])
                .copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.count]))
        }
    }

    /// Puts back what a write replaced.
    func revert(_ entry: Entry, in image: UnsafeMutableRawBufferPointer) {
        bytes.withUnsafeBytes { bytes in
            let start = entry.position + entry.count
            UnsafeMutableRawBufferPointer(rebasing: image[entry.offset...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + entry.count]))
        }
    }

    /// Puts back what all writes replaced, the last first.
    func revert(in image: UnsafeMutableRawBufferPointer) {
        for entry in entries.reversed() where entry.kind == .write { revert(entry, in: image) }
    }
}
