import Relaunch
import RelaunchProtocol

/// The numbers that a schema allows.
struct NumberBounds: Sendable {
    /// The bounds, and whether each is itself outside.
    private let low: Double?, high: Double?
    private let excludesLow: Bool, excludesHigh: Bool
    /// What all of them are multiples of.
    private let step: Double?

    init(_ schema: JSON) {
        func bound(
            _ inclusive: String, _ exclusive: String, _ isTighter: (Double, Double) -> Bool
        ) -> (Double?, Bool) {
            let bound = schema[inclusive]?.number
            // Up to draft 4, a truth value beside the bound.
            if schema[exclusive] == true { return (bound, true) }
            guard let other = schema[exclusive]?.number else { return (bound, false) }
            guard let bound, isTighter(bound, other) else { return (other, true) }
            return (bound, false)
        }
        (low, excludesLow) = bound("minimum", "exclusiveMinimum", >)
        (high, excludesHigh) = bound("maximum", "exclusiveMaximum", <)
        step = schema["multipleOf"]?.number.flatMap { $0 > 0 ? $0 : nil }
    }

    func contains(_ value: JSON) -> Bool {
        guard let number = value.number else { return false }
        if let low, excludesLow ? number <= low : number < low { return false }
        if let high, excludesHigh ? number >= high : number > high { return false }
        guard let step else { return true }
        let quotient = number / step
        return abs(quotient - quotient.rounded()) < 1e-9
    }

    // MARK: Whole numbers

    /// The least and the greatest whole number; nil where there is no such bound.
    var wholeLow: Int64? {
        low.flatMap { Int64(exactly: $0.rounded(.up)) }.map { least in
            excludesLow && Double(least) == low ? least &+ 1 : least
        }
    }
    var wholeHigh: Int64? {
        high.flatMap { Int64(exactly: $0.rounded(.down)) }.map { most in
            excludesHigh && Double(most) == high ? most &- 1 : most
        }
    }

    /// The whole number from which small ones are counted: 0 where it is allowed.
    var wholeStart: Int64 {
        if let wholeLow, wholeLow > 0 { return wholeLow }
        if let wholeHigh, wholeHigh < 0 { return max(wholeLow ?? .min, wholeHigh &- 9) }
        return 0
    }

    /// A whole number that is allowed, at this one or close to it.
    func whole(near number: Int64) -> Int64? {
        if contains(.integer(number)) { return number }
        guard let step = step.flatMap({ Int64(exactly: $0) }), step > 0 else { return nil }
        let below = number - number % step
        return [below, below &+ step, below &- step].first { contains(.integer($0)) }
    }

    // MARK: Others

    /// Numbers that lie at the bounds, and spread between them.
    var spread: [Double] {
        if let step {
            let first = ((low ?? 0) / step).rounded(.up)
            return (0...8).map { (first + Double($0)) * step }
        }
        guard let low, let high else {
            return low.map { [$0, $0 + 0.5, $0 + 1, $0 + 1000.5] }
                ?? high.map { [$0, $0 - 0.5, $0 - 1, $0 - 1000.5] } ?? []
        }
        return (0...16).map { low + (high - low) * Double($0) / 16 }
    }
}
