/// Which time limits a run can have.
enum TimeLimits {
    /// The longest time for a case, in seconds: a year.
    private static let year = 31_556_952.0

    static func isFactor(_ factor: Double) -> Bool { (0.01...10_000).contains(factor) }

    /// - Parameter seconds: for a whole case.
    static func isCaseLimit(_ seconds: Double) -> Bool { seconds > 0 && seconds <= year }
}
