/// A content that a power failure can leave on a disk: everything up to a flush that was completed,
/// and some of the writes after it.
package struct CrashImage: Sendable, CustomStringConvertible {
    /// A write that reached the disk, or the parts of it that did, in bytes.
    struct Kept: Sendable {
        var entry: Int
        var parts: [Range<Int>]?
    }

    /// The entries of the log that were not flushed when the power failed; all before them were.
    let unflushed: Range<Int>
    /// How many writes are among them.
    let writes: Int
    /// Those that reached the disk, in their order.
    let kept: [Kept]
    /// How many marks of the workload may have been made when the power failed.
    package let acknowledgements: ClosedRange<Int>

    /// Such as `3 of 7 writes that were not flushed had reached the disk`.
    package var lossText: String {
        let torn = kept.count { $0.parts != nil }
        return "\(kept.count) of \(writes) writes that were not flushed had reached the disk"
            + (torn > 0 ? ", \(torn) of them in part" : "")
    }

    /// Such as `log 40..<52, kept 41,43[0..<4096]`.
    package var description: String {
        let writes = kept.map { write in
            let parts = write.parts.map { parts in
                "[" + parts.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ") + "]"
            }
            return "\(write.entry)\(parts ?? "")"
        }
        let shown = writes.prefix(12).joined(separator: ",") + (writes.count > 12 ? ",…" : "")
        return "log \(unflushed.lowerBound)..<\(unflushed.upperBound), "
            + "kept \(writes.count)\(writes.isEmpty ? "" : ": " + shown)"
    }
}

/// The moments of a workload at which the power can fail, and what the disk can have then.
///
/// The workload is the part of the log between the marks `S` and `E`; each `m` between them is an
/// acknowledgement.
package struct CrashImages {
    private let log: DiskLog
    private let block: Int
    /// Stretches between two completed flushes.
    private var stretches: [Stretch] = []

    private struct Stretch {
        var entries: Range<Int>
        var writes: [Int]
        /// Acknowledgements before the first entry, and before the end.
        var before: Int
        var after: Int
    }

    /// Which of the writes of a stretch reach the disk.
    private enum Selection: Sendable {
        case first(Int)
        case allBut(Int)
        case only(Int)
        case random(torn: Bool)
        /// Some blocks of one, two or three writes, and all of the others, so that what a log says of them
        /// is whole.
        case tornAlone
        /// Some blocks of a write, with nothing else or with all other writes.
        case blocks([Int], of: Int, withOthers: Bool)

        var isMoment: Bool { if case .first(0) = self { true } else { false } }
    }

    /// How many selections are drawn at random, and how many with torn writes, of each stretch.
    private static let randomSelections = 8
    private static let tornSelections = 6
    /// Of writes with up to so many blocks each is kept, or lost, by itself.
    private static let blocksApart = 8
    /// Of writes with up to so many blocks, such as a page with blocks of 1 KiB, each set of blocks is kept.
    private static let blocksInSets = 4

    /// How many acknowledgements there were up to each entry, that included.
    private let acknowledged: [Int]

    /// - Parameters:
    ///   - block: What the disk writes whole or not at all, in bytes.
    ///   - times: When something was acknowledged, in microseconds of the monotonic clock and in
    ///     this order; nil where the marks of the log say it.
    /// - Throws: ``RealDiskError/noMark(_:)``.
    package init(_ log: DiskLog, block: Int, acknowledgedAt times: [Int]? = nil) throws {
        self.log = log
        self.block = block
        let entries = log.entries.indices
        guard let start = entries.first(where: { log.isMark($0, "S") }) else {
            throw RealDiskError.noMark("S")
        }
        guard let end = entries.last(where: { log.isMark($0, "E") }), end > start else {
            throw RealDiskError.noMark("E")
        }
        var count = 0
        acknowledged = entries.map { index in
            if let times {
                while count < times.count, times[count] <= log.entries[index].time { count += 1 }
            } else if index > start, index < end, log.isMark(index, "m") {
                count += 1
            }
            return count
        }
        let flush = entries[..<start].last { log.entries[$0].kind == .flush }
        var first = flush.map { $0 + 1 } ?? 0
        for index in first...end where index == end || log.entries[index].kind == .flush {
            if index >= start { add(first..<index) }
            first = index + 1
        }
    }

    private mutating func add(_ range: Range<Int>) {
        stretches.append(
            Stretch(
                entries: range, writes: range.filter { log.entries[$0].kind == .write },
                before: range.lowerBound == 0 ? 0 : acknowledged[range.lowerBound - 1],
                after: acknowledged[range.upperBound]))
    }

    /// So many images, in the order of the log: all that are systematic and some that are random, or so
    /// many of them as asked. Where there are fewer, more are drawn with torn writes, if there are such.
    package func drawn(
        _ count: Int, using generator: inout some RandomNumberGenerator
    ) -> [CrashImage] {
        var chosen: [(stretch: Int, selection: Selection)] = []
        for (index, stretch) in stretches.enumerated() {
            chosen += selections(of: stretch).map { (index, $0) }
        }
        if chosen.count > count {
            // Up to half of them are about moments alone, with nothing written since the last flush. Of
            // the others each stretch is as likely as its share.
            let moments = chosen.indices.filter { chosen[$0].selection.isMoment }
            let first = moments.shuffled(using: &generator).prefix(count / 2)
            let rest = Set(chosen.indices).subtracting(first).sorted()
                .shuffled(using: &generator).prefix(count - first.count)
            chosen = (first + rest).sorted().map { chosen[$0] }
        }
        let tearable = stretches.indices.filter { isTearable(stretches[$0]) }
        while chosen.count < count, let index = tearable.randomElement(using: &generator) {
            chosen.append((index, .tornAlone))
        }
        chosen.sort { $0.stretch < $1.stretch }
        return chosen.map { image(stretches[$0.stretch], $0.selection, using: &generator) }
    }

    private func selections(of stretch: Stretch) -> [Selection] {
        let writes = stretch.writes.indices
        var selections: [Selection] = (0...writes.count).map { .first($0) }
        guard writes.count > 0 else { return selections }
        selections += writes.dropLast().map { .allBut($0) } + writes.dropFirst().map { .only($0) }
        if writes.count > 2 {
            selections += repeatElement(.random(torn: false), count: Self.randomSelections)
        }
        if isTearable(stretch) {
            selections += repeatElement(.random(torn: true), count: Self.tornSelections)
        }
        for index in writes {
            let blocks = blockCount(stretch.writes[index])
            guard blocks > 1, blocks <= Self.blocksApart else { continue }
            for kept in Self.sets(ofBlocks: blocks) {
                selections += [false, true].map { .blocks(kept, of: index, withOthers: $0) }
            }
        }
        return selections
    }

    private func isTearable(_ stretch: Stretch) -> Bool {
        stretch.writes.contains { blockCount($0) > 1 }
    }

    /// Of few blocks all sets but the empty one and the whole; of more, each alone and all but each.
    private static func sets(ofBlocks count: Int) -> [[Int]] {
        let all = 0..<count
        if count <= blocksInSets {
            return (1..<(1 << count) - 1).map { mask in all.filter { mask >> $0 & 1 == 1 } }
        }
        return all.flatMap { number in [[number], all.filter { $0 != number }] }
    }

    private func image(
        _ stretch: Stretch, _ selection: Selection,
        using generator: inout some RandomNumberGenerator
    ) -> CrashImage {
        let writes = stretch.writes
        let kept: [CrashImage.Kept]
        switch selection {
        case .first(let count): kept = writes.prefix(count).map { .init(entry: $0) }
        case .allBut(let index):
            kept = writes.filter { $0 != writes[index] }.map { .init(entry: $0) }
        case .only(let index): kept = [.init(entry: writes[index])]
        case .random(torn: false):
            let share = Double.random(in: 0...1, using: &generator)
            kept = writes.filter { _ in Double.random(in: 0..<1, using: &generator) < share }
                .map { .init(entry: $0) }
        case .random(torn: true):
            let share = Double.random(in: 0...1, using: &generator)
            kept = writes.compactMap { torn($0, share, using: &generator) }
        case .tornAlone:
            let all = writes.filter { blockCount($0) > 1 }.shuffled(using: &generator)
            let some = Set(all.prefix(.random(in: 1...3, using: &generator)))
            let share = Double.random(in: 0...1, using: &generator)
            kept = writes.compactMap {
                some.contains($0) ? torn($0, share, using: &generator) : .init(entry: $0)
            }
        case .blocks(let numbers, let index, let withOthers):
            let parts = numbers.map { part($0, of: writes[index]) }
            kept = writes.compactMap { entry in
                if entry == writes[index] { return CrashImage.Kept(entry: entry, parts: parts) }
                return withOthers ? CrashImage.Kept(entry: entry) : nil
            }
        }
        let least = kept.last.map { acknowledged[$0.entry] } ?? stretch.before
        return CrashImage(
            unflushed: stretch.entries, writes: writes.count, kept: kept,
            acknowledgements: least...stretch.after)
    }

    private func blockCount(_ entry: Int) -> Int {
        (log.entries[entry].count + block - 1) / block
    }

    /// The bytes of a block of a write.
    private func part(_ number: Int, of entry: Int) -> Range<Int> {
        number * block..<min((number + 1) * block, log.entries[entry].count)
    }

    /// Some blocks of a write; nil where none is kept.
    private func torn(
        _ index: Int, _ share: Double, using generator: inout some RandomNumberGenerator
    ) -> CrashImage.Kept? {
        let count = log.entries[index].count
        let all = stride(from: 0, to: count, by: block).map { $0..<min($0 + block, count) }
        let parts = all.filter { _ in Double.random(in: 0..<1, using: &generator) < share }
        if parts.isEmpty { return nil }
        return CrashImage.Kept(entry: index, parts: parts.count == all.count ? nil : parts)
    }
}
