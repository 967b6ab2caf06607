/// Looks for something that tells nobody when it comes, again and again, and says how long to pause between
/// two looks.
///
/// What comes is seen at most a twentieth too late: a pause is a twentieth of the time since the first look.
/// Looks take at most half of the time.
struct Looks {
    private let begin = ContinuousClock.now
    private var cost = Duration.zero
    private static let shortest = Duration.microseconds(200)
    private static let longest = Duration.milliseconds(20)

    /// How long to wait before the next look.
    var pause: Duration {
        let waited = begin.duration(to: .now)
        return max(Self.shortest, cost, min(waited / 20, Self.longest))
    }

    /// Looks once.
    mutating func look<Found>(_ body: () throws -> Found) rethrows -> Found {
        let begin = ContinuousClock.now
        defer { cost = begin.duration(to: .now) }
        return try body()
    }
}
