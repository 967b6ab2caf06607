import CrashStates
import Relaunch

/// Gives the same things again and again, each as often as the others, for each purpose by itself: where
/// they are few, none is left out by chance.
struct Turns {
    private let seed: UInt64
    /// The turn that each purpose begins with.
    private let start: Int
    private var taken: [String: Int] = [:]

    /// - Parameter seed: draws the order, which is the same for all purposes.
    init(seed: UInt64, start: Int) {
        self.seed = seed
        self.start = start
    }

    /// What is next. There has to be something.
    mutating func next<Thing>(of things: [Thing], for purpose: String) -> Thing {
        var generator = SeededGenerator(seed: seed)
        let turn = start + taken[purpose, default: 0]
        taken[purpose, default: 0] += 1
        return things.shuffled(using: &generator)[turn % things.count]
    }
}
