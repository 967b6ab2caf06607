import CrashStates
import RelaunchStress
import Testing

/// What grows is told from noise.
@Suite struct TrendTests {
    @Test func aSlopeIsFoundInNoise() {
        var generator = SeededGenerator(seed: 1)
        let values = (0..<200).map {
            Double($0) * 0.5 + Double.random(in: -20...20, using: &generator)
        }
        let trend = Trend(.files, values)
        #expect(trend.isGrowing)
        #expect(abs(trend.test.slope - 0.5) < 0.1)
    }

    @Test func oneMoreFileForEachCrashIsFoundSoon() {
        let values = (0..<(Trend.countNeeded + 5)).map(Double.init)
        #expect(Trend(.files, values).isGrowing)
        #expect(Trend(.files, values).test.slope == 1)
    }

    @Test func noiseGivesNoAlarm() {
        var generator = SeededGenerator(seed: 2)
        for quantity in Trend.Quantity.allCases {
            for _ in 0..<200 {
                let values = (0..<100).map { _ in
                    1_000_000 + Double.random(in: 0...1_000_000, using: &generator)
                }
                #expect(!Trend(quantity, values).isGrowing)
            }
        }
    }

    @Test func theChanceIsWhatItSays() {
        var generator = SeededGenerator(seed: 3)
        let rows = 2_000
        let count = (0..<rows).count { _ in
            let values = (0..<40).map { _ in Double.random(in: 0...1, using: &generator) }
            return TrendTest(values).chance < 0.05
        }
        // One in twenty, give or take four standard deviations.
        #expect((60...140).contains(count))
    }

    @Test func whatFillsUpAndStaysIsNoTrend() {
        let values = (0..<200).map { Double(min($0, 60)) }
        #expect(!Trend(.descriptors, values).isGrowing)
    }

    @Test func aSawToothIsNoTrend() {
        let values = (0..<400).map { Double($0 % 10) }
        #expect(!Trend(.files, values).isGrowing)
    }

    @Test func aSingleOutlierIsNoTrend() {
        var values = [Double](repeating: 7, count: 100)
        values[90] = 1_000_000
        #expect(!Trend(.bytes, values).isGrowing)
    }
}
