/// Blocks whose place on the disk says one thing, and whose data another: on ext4 a range that was zeroed
/// is still as it was in its place, and with `data=writeback` new blocks show what the disk held there.
extension DiskChanges {
    /// A range that is told to read as zeros, and what the disk goes on holding there.
    struct Zeroed: Sendable {
        let range: Range<UInt64>
        let content: FileContent

        func bytes(in part: Range<UInt64>) throws -> [UInt8] {
            try content.bytes(at: part.lowerBound, count: part.upperBound - part.lowerBound)
        }

        func without(_ taken: Range<UInt64>) -> [Zeroed] {
            [range].without(taken).map { Zeroed(range: $0, content: content) }
        }
    }

    /// Data in blocks that read as zeros, and are still in their places, comes with these zeros.
    mutating func addZerosInPlace(
        of range: Range<UInt64>, in file: FileID, _ past: inout Past, _ text: String
    ) throws {
        let blocks = profile.blocks(of: range)
        for zeroed in past.zeroed {
            let part = zeroed.range.clamped(to: blocks)
            guard !part.isEmpty else { continue }
            if profile.unwritten == .garbage {
                add(
                    [.data(file, offset: part.lowerBound, try zeroed.bytes(in: part)[...])],
                    needs: [past.lastShape], isMetadata: true, range: part,
                    "places on the disk for \(text)")
            }
            let index = add(
                [.zeros(file, part)], needs: past.lastWrites(in: part), isMetadata: false,
                range: part, "the zeros around \(text)")
            past.noteWrite(index, in: part)
            past.data.append(index)
        }
        past.zeroed = past.zeroed.flatMap { $0.without(blocks) }
    }

    /// Blocks may get their places without their data, and those beside them neither.
    mutating func addGarbage(
        _ range: Range<UInt64>, in file: FileID, _ past: Past, _ text: String
    ) {
        let blocks = spoiled(range, past)
        guard !blocks.isEmpty else { return }
        add(
            blocks.map { .garbage(file, $0) }, needs: [past.lastShape], isMetadata: true,
            range: range, "places on the disk for \(text)")
        cutFiles.insert(file)
    }

    /// What is written of such blocks beside the bytes themselves.
    func zerosAround(_ range: Range<UInt64>, in file: FileID, _ past: Past)
        -> [DiskChange.Effect]
    {
        spoiled(range, past).flatMap { blocks in
            let start = blocks.clamped(to: 0..<range.lowerBound)
            let end = blocks.clamped(to: range.upperBound..<UInt64.max)
            return [start, end].filter { !$0.isEmpty }.map { DiskChange.Effect.zeros(file, $0) }
        }
    }

    /// The blocks that are new to a file with some bytes.
    private func spoiled(_ range: Range<UInt64>, _ past: Past) -> [Range<UInt64>] {
        guard profile.unwritten == .garbage else { return [] }
        let blocks = profile.blocks(of: range)
        return (past.holes + [past.reserved..<UInt64.max]).map { $0.clamped(to: blocks) }
            .filter { !$0.isEmpty }
    }
}

extension DiskChanges.Past {
    /// Notes that some blocks have their places, and that those between them and the last ones have none.
    mutating func notePlaces(_ blocks: Range<UInt64>) {
        if reserved < blocks.lowerBound { holes.append(reserved..<blocks.lowerBound) }
        holes = holes.without(blocks)
    }

    /// Notes that a file has lost some blocks.
    mutating func noteHole(_ blocks: Range<UInt64>) {
        let hole = blocks.clamped(to: 0..<reserved)
        if !hole.isEmpty { holes.append(hole) }
    }
}

extension [Range<UInt64>] {
    /// What is left where a range is taken out of each.
    func without(_ taken: Range<UInt64>) -> [Range<UInt64>] {
        flatMap { range in
            [
                range.clamped(to: 0..<taken.lowerBound),
                range.clamped(to: taken.upperBound..<UInt64.max),
            ].filter { !$0.isEmpty }
        }
    }
}
