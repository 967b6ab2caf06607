#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether a row of measurements grows, whatever its noise looks like.
///
/// The Mann–Kendall test: of each pair of measurements, does the later one lie above the earlier? It
/// assumes no distribution, and single outliers count little. Ties are corrected for. The slope is that
/// of Theil and Sen: the median of the slopes of all pairs.
package struct TrendTest: Sendable, Equatable {
    /// By how much a measurement grows from one to the next.
    package var slope: Double
    /// The chance to see a row that grows as clearly as this one where nothing grows.
    package var chance: Double
    /// How many measurements there are.
    package var count: Int

    /// More are thinned: the test looks at each pair.
    private static let countLimit = 1_000

    /// - Parameter values: the measurements, in order.
    package init(_ values: [Double]) {
        let step = max(1, (values.count + Self.countLimit - 1) / Self.countLimit)
        // A median of each group, so that a thinned row has less noise and no other slope.
        let groups = stride(from: 0, to: values.count, by: step).map { begin in
            Self.median(Array(values[begin..<min(begin + step, values.count)]))
        }
        count = values.count
        var sum = 0
        var slopes: [Double] = []
        for later in groups.indices {
            for earlier in 0..<later {
                let difference = groups[later] - groups[earlier]
                sum += difference > 0 ? 1 : difference < 0 ? -1 : 0
                slopes.append(difference / Double(later - earlier))
            }
        }
        slope = slopes.isEmpty ? 0 : Self.median(slopes) / Double(step)
        chance = Self.chance(of: sum, in: groups)
    }

    /// The upper tail of the normal distribution, with the correction for ties and for the steps of
    /// whole numbers.
    private static func chance(of sum: Int, in values: [Double]) -> Double {
        let number = Double(values.count)
        guard values.count > 2 else { return 1 }
        var ties: [Double: Int] = [:]
        for value in values { ties[value, default: 0] += 1 }
        let correction = ties.values.reduce(0.0) { total, tie in
            let tie = Double(tie)
            return total + tie * (tie - 1) * (2 * tie + 5)
        }
        let variance = (number * (number - 1) * (2 * number + 5) - correction) / 18
        guard variance > 0, sum > 0 else { return 1 }
        let score = (Double(sum) - 1) / variance.squareRoot()
        return erfc(score / 2.0.squareRoot()) / 2
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// What is measured in a loop, and from when on its growth counts.
package struct Trend: Sendable {
    package enum Quantity: String, Sendable, CaseIterable {
        case files, bytes, startMilliseconds, memoryKiB, descriptors

        /// In words.
        package var text: String {
            switch self {
            case .files: "files in the container"
            case .bytes: "bytes in the container"
            case .startMilliseconds: "milliseconds to start"
            case .memoryKiB: "KiB of memory"
            case .descriptors: "open descriptors"
            }
        }

        /// What a growth is at least, over the whole loop: beyond the noise of clocks and caches.
        fileprivate var least: (absolute: Double, share: Double) {
            switch self {
            case .files, .descriptors: (3, 0)
            case .bytes: (1024, 0.02)
            case .startMilliseconds: (3, 0.25)
            case .memoryKiB: (1024, 0.1)
            }
        }
    }

    package let quantity: Quantity
    package let values: [Double]
    package let test: TrendTest
    /// Whether the second half of the row grows for itself: what fills up and then stays does not.
    private let late: TrendTest

    /// Below this chance a row grows: five rows are looked at, and once in 100,000 loops one of them may
    /// be called wrong.
    private static let chanceLimit = 0.000_002
    private static let lateChanceLimit = 0.001
    /// The first measurements show how caches and logs are made.
    private static let warmUp = 5
    /// Fewer measurements say nothing.
    package static let countNeeded = 20

    package init(_ quantity: Quantity, _ values: [Double]) {
        self.quantity = quantity
        self.values = Array(values.dropFirst(min(Self.warmUp, values.count)))
        test = TrendTest(self.values)
        late = TrendTest(Array(self.values.suffix(self.values.count / 2)))
    }

    /// By how much it grows in the whole row.
    package var growth: Double { test.slope * Double(max(0, values.count - 1)) }

    /// Whether it grows.
    package var isGrowing: Bool {
        let (absolute, share) = quantity.least
        return values.count >= Self.countNeeded && test.chance < Self.chanceLimit
            && late.chance < Self.lateChanceLimit && growth >= absolute
            && growth >= TrendTest.median(values) * share
    }
}
