/// Numbers of lives, by the share that each is of. A share has every n-th number, so that its lives follow
/// each other only when they are counted within it: millions of them then take a few words.
package struct DoneLives: Sendable, Codable, Equatable {
    private let shareCount: Int
    /// The places of lives within their shares, by the remainder that tells the share.
    private var shares: [Int: LifeRanges] = [:]

    package init(shareCount: Int = 1) { self.shareCount = shareCount }

    package var count: Int { shares.values.reduce(0) { $0 + $1.count } }
    package var isEmpty: Bool { shares.isEmpty }

    package func contains(_ number: Int) -> Bool {
        shares[number % shareCount]?.contains(number / shareCount) ?? false
    }

    /// Returns whether it was not there.
    package mutating func insert(_ number: Int) -> Bool {
        shares[number % shareCount, default: LifeRanges()].insert(number / shareCount)
    }

    /// How many of a share there are, which is told by its number from 1.
    package func count(inShare number: Int) -> Int { shares[number - 1]?.count ?? 0 }

    package func overlaps(_ other: DoneLives) -> Bool {
        other.shares.contains { shares[$0.key]?.overlaps($0.value) ?? false }
    }

    /// Takes in those of another part of the run, which is divided in the same way.
    package mutating func formUnion(_ other: DoneLives) {
        precondition(shareCount == other.shareCount, "both are of one run")
        shares.merge(other.shares) { $0.union($1) }
    }
}

/// Numbers as ranges.
package struct LifeRanges: Sendable, Codable, Equatable {
    /// In order, none touching the next.
    private var ranges: [Range<Int>] = []
    package private(set) var count = 0

    package init() {}

    private func place(of number: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    package func contains(_ number: Int) -> Bool {
        let place = place(of: number)
        return place > 0 && number < ranges[place - 1].upperBound
    }

    /// Returns whether it was not there.
    package mutating func insert(_ number: Int) -> Bool {
        let place = place(of: number)
        if place > 0, number < ranges[place - 1].upperBound { return false }
        count += 1
        let touchesBefore = place > 0 && ranges[place - 1].upperBound == number
        let touchesAfter = place < ranges.count && ranges[place].lowerBound == number + 1
        switch (touchesBefore, touchesAfter) {
        case (true, true):
            ranges[place - 1] = ranges[place - 1].lowerBound..<ranges[place].upperBound
            ranges.remove(at: place)
        case (true, false):
            ranges[place - 1] = ranges[place - 1].lowerBound..<number + 1
        case (false, true): ranges[place] = number..<ranges[place].upperBound
        case (false, false): ranges.insert(number..<number + 1, at: place)
        }
        return true
    }

    package func overlaps(_ other: LifeRanges) -> Bool {
        var (mine, its) = (ranges[...], other.ranges[...])
        while let first = mine.first, let second = its.first {
            if first.overlaps(second) { return true }
            if first.upperBound <= second.lowerBound {
                mine.removeFirst()
            } else {
                its.removeFirst()
            }
        }
        return false
    }

    /// All that are in one of them, in time that grows with the number of ranges.
    package func union(_ other: LifeRanges) -> LifeRanges {
        var union = LifeRanges()
        for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = union.ranges.last, range.lowerBound <= last.upperBound {
                let upper = max(last.upperBound, range.upperBound)
                union.ranges[union.ranges.count - 1] = last.lowerBound..<upper
            } else {
                union.ranges.append(range)
            }
        }
        union.count = union.ranges.reduce(0) { $0 + $1.count }
        return union
    }
}
