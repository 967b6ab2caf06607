/// The bytes of a file as a model has them: the blocks that were changed, over those that the file
/// had.
///
/// A copy shares every block with the original. A change costs the blocks that it touches.
struct FileContent: Sendable {
    static let blockSize = 4096

    private(set) var size: UInt64 = 0
    /// What the file had when it was read; nil for one that was made later, or is kept in memory.
    private(set) var base: BaseFile?
    /// Blocks below this one are those of `base`, where `changed` does not have them.
    private(set) var baseLimit: UInt64 = 0
    private(set) var changed = PersistentMap<BlockIndex, Changed>()
    /// The sum of the digests of all blocks.
    private(set) var sum = Digest.zero

    init() {}

    init(_ base: BaseFile) {
        self.base = base
        size = base.size
        baseLimit = base.blocks
        sum = base.sum
    }

    struct BlockIndex: StableKey {
        var number: UInt64
        var stableHash: UInt64 { StableHash.mixed(number) }
    }

    struct Changed: Sendable {
        var block: Block
        /// That of its bytes at its place.
        var digest: Digest
    }

    enum Block: Sendable {
        /// At most a block; what is missing is zeros.
        case bytes(ArraySlice<UInt8>)
        case zeros
        /// A block of the base that has been moved.
        case base(UInt64)
    }

    /// The digest of size and content.
    var digest: Digest {
        var digesting = Digesting(1)
        digesting.add(size)
        digesting.add(sum)
        return digesting.digest
    }

    /// How many blocks the size covers.
    var blocks: UInt64 { Self.blocks(size) }

    static func blocks(_ size: UInt64) -> UInt64 { size / 4096 + (size % 4096 == 0 ? 0 : 1) }

    // MARK: Reading

    /// The bytes of one block; zeros that end it may be left out.
    func block(_ index: UInt64) throws -> ArraySlice<UInt8> {
        switch changed[BlockIndex(number: index)]?.block {
        case .bytes(let bytes): return bytes
        case .zeros: return []
        case .base(let moved): return try base?.block(moved) ?? []
        case nil: return index < baseLimit ? try base?.block(index) ?? [] : []
        }
    }

    /// Some bytes, with zeros where nothing was ever written; fewer where the file ends.
    func bytes(at offset: UInt64, count: UInt64) throws -> [UInt8] {
        guard offset < size else { return [] }
        let end = min(size, offset + min(count, size - offset))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(end - offset))
        for index in offset / 4096..<Self.blocks(end) {
            let start = index * 4096
            let block = try block(index)
            let from = Int(max(offset, start) - start)
            let to = Int(min(end, start + 4096) - start)
            let stored = min(to, block.count)
            if from < stored {
                bytes += block[block.startIndex + from..<block.startIndex + stored]
            }
            bytes += repeatElement(0, count: to - max(from, stored))
        }
        return bytes
    }

    /// The whole file.
    func bytes() throws -> [UInt8] { try bytes(at: 0, count: size) }

    // MARK: Changing

    mutating func write(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {
        guard !bytes.isEmpty else { return }
        grow(to: offset + UInt64(bytes.count))
        try store(bytes, at: offset)
    }

    /// Stores bytes also behind the end, which stays.
    private mutating func store(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws {
        let end = offset + UInt64(bytes.count)
        for index in offset / 4096..<Self.blocks(end) {
            let start = index * 4096
            let from = Int(max(offset, start) - start)
            let to = Int(min(end, start + 4096) - start)
            let first = bytes.startIndex + Int(start + UInt64(from) - offset)
            let part = bytes[first..<first + to - from]
            let old = try block(index)
            let new = part.count == 4096 ? part : Self.merged(old, part, at: from)
            try replace(index, by: new.isEmpty ? .zeros : .bytes(new), new)
        }
    }

    private static func merged(_ old: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>, at from: Int)
        -> ArraySlice<UInt8>
    {
        var new: [UInt8] = []
        new.reserveCapacity(max(old.count, from + part.count))
        new += old.prefix(from)
        new += repeatElement(0, count: from - new.count)
        new += part
        new += old.dropFirst(new.count)
        return new[...]
    }

    private mutating func replace(_ index: UInt64, by block: Block, _ new: ArraySlice<UInt8>) throws
    {
        let digest = Self.digest(new, at: index)
        sum -= try self.digest(of: index)
        sum += digest
        changed.set(BlockIndex(number: index), to: Changed(block: block, digest: digest))
    }

    private func digest(of index: UInt64) throws -> Digest {
        if let digest = changed[BlockIndex(number: index)]?.digest { return digest }
        return index < baseLimit ? Self.digest(try block(index), at: index) : .zero
    }

    mutating func truncate(to newSize: UInt64) throws {
        if newSize == 0 {
            self = FileContent()
        } else if newSize <= size {
            try cut(from: Self.blocks(newSize))
            let kept = Int(newSize % 4096)
            let last = newSize / 4096
            if kept > 0 {
                let old = try block(last)
                if old.count > kept {
                    try replace(last, by: .bytes(old.prefix(kept)), old.prefix(kept))
                }
            }
        }
        size = newSize
    }

    /// Cuts the file, but leaves what is in its last block behind the new end, where it is seen again once
    /// the file grows.
    mutating func cutLeavingTail(to newSize: UInt64) throws {
        guard newSize < size else { return }
        try cut(from: Self.blocks(newSize))
        size = newSize
    }

    /// Fills its last block with zeros behind the end.
    mutating func clearTail() throws {
        let size = size
        try truncate(to: size)
    }

    /// Forgets every block from one on.
    private mutating func cut(from first: UInt64) throws {
        var gone: [UInt64] = []
        changed.forEach { index, _ in if index.number >= first { gone.append(index.number) } }
        if baseLimit > first {
            for index in first..<baseLimit where changed[BlockIndex(number: index)] == nil {
                sum -= try digest(of: index)
            }
            baseLimit = first
        }
        for index in gone {
            sum -= try digest(of: index)
            changed.set(BlockIndex(number: index), to: nil)
        }
    }

    /// Makes a range read as zeros, without changing the size.
    mutating func zero(from offset: UInt64, count: UInt64) throws {
        try zero(from: offset, to: min(offset + min(count, UInt64.max - offset), size))
    }

    /// Makes what is stored in a range zeros, also behind the end.
    mutating func zero(from offset: UInt64, to end: UInt64) throws {
        guard offset < end else { return }
        for index in offset / 4096..<Self.blocks(end) {
            let start = index * 4096
            let old = try block(index)
            if old.isEmpty { continue }
            let from = Int(max(offset, start) - start)
            let to = Int(min(end, start + 4096) - start)
            var new = Array(old.prefix(from))
            if to < old.count {
                new += repeatElement(0, count: to - new.count)
                new += old.dropFirst(to)
            }
            try replace(index, by: new.isEmpty ? .zeros : .bytes(new[...]), new[...])
        }
    }

    mutating func grow(to newSize: UInt64) { size = max(size, newSize) }

    /// The blocks that have nothing but zeros: nobody can tell whether they were ever written. One that
    /// cannot be read is none of them; the error comes again when a state with it is made.
    var zeroBlocks: [Range<UInt64>] {
        (0..<blocks).compactMap { index in
            guard (try? block(index).allSatisfy { $0 == 0 }) == true else { return nil }
            return index * 4096..<(index + 1) * 4096
        }
    }

    /// What a disk may hold where nothing was written: no zeros, and no text.
    static let garbage: UInt8 = 0xA5

    /// Stores garbage in a range, also behind the end.
    mutating func spoil(from offset: UInt64, to end: UInt64) throws {
        guard offset < end else { return }
        try store(Array(repeating: Self.garbage, count: Int(end - offset))[...], at: offset)
    }

    /// Removes a range and moves up what follows it.
    mutating func collapse(at offset: UInt64, count: UInt64) throws {
        try shift(from: offset + count, to: offset)
    }

    /// Moves down what follows an offset, and puts zeros there.
    mutating func insert(at offset: UInt64, count: UInt64) throws {
        try shift(from: offset, to: offset + count)
    }

    private mutating func shift(from source: UInt64, to target: UInt64) throws {
        let old = self
        let tail = old.size - source
        try truncate(to: min(source, target))
        if base == nil, let base = old.base {
            self.base = base
        }
        if source % 4096 == 0, target % 4096 == 0 {
            for index in source / 4096..<old.blocks {
                let bytes = try old.block(index)
                if bytes.isEmpty { continue }
                let moved = target / 4096 + (index - source / 4096)
                try replace(moved, by: old.movedBlock(index, bytes), bytes)
            }
        } else {
            var done: UInt64 = 0
            while done < tail {
                let part = try old.bytes(at: source + done, count: min(tail - done, 1 << 20))
                try write(part[...], at: target + done)
                done += UInt64(part.count)
            }
        }
        size = target + tail
    }

    private func movedBlock(_ index: UInt64, _ bytes: ArraySlice<UInt8>) -> Block {
        switch changed[BlockIndex(number: index)]?.block {
        case .base(let original): .base(original)
        case nil: .base(index)
        case .bytes, .zeros: .bytes(bytes)
        }
    }

    // MARK: Comparing

    /// The digest of a block in its place; that of zeros is zero, so that a hole costs nothing.
    static func digest(_ block: ArraySlice<UInt8>, at index: UInt64) -> Digest {
        block.withUnsafeBytes { digest($0, at: index) }
    }

    static func digest(_ block: UnsafeRawBufferPointer, at index: UInt64) -> Digest {
        var count = block.count
        while count > 0, block[count - 1] == 0 { count -= 1 }
        if count == 0 { return .zero }
        var digesting = Digesting(2)
        digesting.add(index)
        digesting.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
        return digesting.digest
    }

    /// The blocks that may differ from those of an older content, in order; nil where all may.
    func blocksChanged(since old: FileContent) -> [UInt64]? {
        var blocks: Set<UInt64> = []
        switch (base, old.base) {
        case (nil, nil): break
        case (let new?, let old?) where new.isSame(as: old): break
        default: return nil
        }
        changed.forEachDifference(from: old.changed) { index, _, _ in blocks.insert(index.number) }
        let limits = min(baseLimit, old.baseLimit)..<max(baseLimit, old.baseLimit)
        blocks.formUnion(limits)
        return blocks.sorted()
    }
}
