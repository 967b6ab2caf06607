import CrashStates
import Testing

@testable import RealDisk

/// Which images are made of a log. No disk is needed.
@Suite("Crash images of a log") struct CrashImageTests {
    /// Entries of a log: `S`, `m` and `E` are marks, `F` is a flush, `w` a write of so many blocks.
    private func log(_ text: String, blocks: Int = 1) -> DiskLog {
        var bytes: [UInt8] = []
        var entries: [DiskLog.Entry] = []
        for character in text {
            let kind: DiskLog.Entry.Kind =
                character == "w" ? .write : character == "F" ? .flush : .mark
            let count = kind == .write ? 4096 * blocks : kind == .mark ? 1 : 0
            entries.append(
                .init(kind: kind, offset: 0, count: count, position: bytes.count))
            bytes +=
                kind == .mark ? [character.asciiValue ?? 0] : Array(repeating: 0, count: 2 * count)
        }
        return DiskLog(bytes: bytes, entries: entries)
    }

    private func images(_ text: String, blocks: Int = 1) throws -> [CrashImage] {
        var generator = SeededGenerator(seed: 1)
        return try CrashImages(log(text, blocks: blocks), block: 4096)
            .drawn(1000, using: &generator)
    }

    @Test func `what was flushed is kept, and every prefix and each write alone of the rest`()
        throws
    {
        let images = try images("wFSwwE")
        #expect(images.allSatisfy { $0.unflushed.lowerBound == 2 })
        let kept = Set(images.map { $0.kept.map(\.entry) })
        #expect(kept == [[], [3], [3, 4], [4]])
    }

    @Test func `a state may be found after each number of marks from its last write to the flush`()
        throws
    {
        let images = try images("FSwmwmFE")
        let ranges = Dictionary(
            images.filter { $0.unflushed.upperBound == 6 }
                .map { ($0.kept.map(\.entry), $0.acknowledgements) }
        ) { first, _ in first }
        #expect(ranges == [[]: 0...2, [2]: 0...2, [2, 4]: 1...2, [4]: 1...2])
    }

    @Test func `a large write is torn between blocks`() throws {
        let torn = try images("FSwE", blocks: 4).flatMap(\.kept).compactMap(\.parts)
        #expect(!torn.isEmpty)
        #expect(torn.joined().allSatisfy { $0.lowerBound % 4096 == 0 && $0.count == 4096 })
    }

    @Test func `each block of a small write is kept alone, and lost alone`() throws {
        let kept = try Set(
            images("FSwE", blocks: 4).map { image in
                image.kept.first?.parts?.map { $0.lowerBound / 4096 }
            })
        for block in 0..<4 {
            #expect(kept.contains([block]))
            #expect(kept.contains((0..<4).filter { $0 != block }))
        }
    }

    @Test func `where few are drawn, half of them are about moments`() throws {
        var generator = SeededGenerator(seed: 1)
        let few = try CrashImages(log("FSwwwwFwwwwFwwwwFwwwwE", blocks: 4), block: 4096)
            .drawn(8, using: &generator)
        #expect(few.count == 8)
        #expect(few.count { $0.kept.isEmpty } >= 4)
    }

    @Test func `a log without an end is told`() {
        #expect(throws: RealDiskError.self) { try CrashImages(log("FSw"), block: 4096) }
    }
}
