import RelaunchProtocol
import RelaunchStress
import Testing

/// What is known of a run, and how shares of it are joined.
@Suite struct StressRecordTests {
    @Test func rangesTakeEachNumberOnceInAnyOrder() {
        var ranges = LifeRanges()
        for number in [5, 3, 4, 9, 0, 1, 2, 8, 4, 9] { _ = ranges.insert(number) }
        #expect(ranges.count == 8)
        for number in 0...9 { #expect(ranges.contains(number) == ![6, 7].contains(number)) }
        var other = LifeRanges()
        _ = other.insert(6)
        #expect(!ranges.overlaps(other))
        ranges = ranges.union(other)
        #expect(ranges.contains(6) && ranges.overlaps(other) && ranges.count == 9)
        #expect(!ranges.contains(7) && ranges.contains(8))
    }

    /// Shares lie in each other like the teeth of two combs, and are joined at once all the same.
    @Test func aMillionLivesOfAShareAreOneRange() {
        let size = 1_000_000
        var whole = StressRecord(shareCount: 3)
        for share in 0..<3 {
            var record = StressRecord(shareCount: 3)
            for place in 0..<size {
                record.take(LifeResult(life: place * 3 + share, launches: 1, reached: []))
            }
            #expect(record.done.count(inShare: share + 1) == size)
            whole.merge(record)
        }
        #expect(whole.lives == size * 3 && whole.launches == size * 3)
        #expect(whole.done.contains(3 * size - 1) && !whole.done.contains(3 * size))
    }

    @Test func aLifeCountsOnce() {
        var record = StressRecord()
        let life = LifeResult(life: 3, launches: 4, reached: ["a", "b"])
        record.take(life)
        record.take(life)
        #expect(record.lives == 1 && record.launches == 4)
        #expect(record.reached["a"] == StressRecord.Place(lives: 1, first: 3))
    }

    @Test func ofTwoFailuresOfOneCauseTheLowerLifeCounts() {
        var record = StressRecord()
        for number in [7, 2, 5] { record.take(finding(number)) }
        #expect(record.ordered.map(\.number) == [2])
        #expect(record.isKnown(finding(2).breach.cause, before: 3))
        #expect(!record.isKnown(finding(2).breach.cause, before: 1))
    }

    @Test func sharesAreJoinedInAnyOrderAndTwice() {
        let shares = (0..<3).map { rest in
            var record = StressRecord()
            for life in stride(from: rest, to: 30, by: 3) {
                record.take(
                    LifeResult(life: life, launches: 2, reached: ["x", "rest \(life % 5)"]))
            }
            record.take(finding(rest + 10))
            return record
        }
        func joined(_ order: [Int]) -> StressRecord {
            var whole = StressRecord()
            for index in order { whole.merge(shares[index]) }
            return whole
        }
        let first = joined([0, 1, 2])
        for order in [[2, 1, 0], [1, 0, 2, 1], [0, 0, 1, 2, 2]] {
            let other = joined(order)
            #expect(other.lives == 30 && other.launches == 60)
            #expect(other.reached == first.reached && other.done == first.done)
            #expect(other.ordered.map(\.number) == [10])
        }
    }

    private func finding(_ number: Int) -> Finding {
        Finding(
            number: number, life: StressLife(moves: [.launch]),
            breach: Breach(clause: .noStart, move: 0, death: "kill", message: "no"))
    }
}
