import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What of a state is a time, or a day.
extension JSON {
    /// The next time in it that is still to come, within a year: in seconds since 1970.
    var deadline: Double? {
        let now = Date().timeIntervalSince1970
        return leaves.values.compactMap(\.number).filter { number in
            number > now + 60 && number < now + 365 * 86_400
        }.min()
    }

    /// Whether it may be a time of the years around now, in seconds or milliseconds since 1970, or one within
    /// a year in words: it differs from run to run, although it may be the same in two runs within a second.
    var isTime: Bool {
        if let match = string?.prefixMatch(of: /(\d{4}-\d\d-\d\d)[T ]\d\d:/) {
            let day = JSON.string(String(match.1)).day
            return day.map { abs($0.timeIntervalSinceNow) < 366 * 86_400 } ?? true
        }
        if string != nil { return false }
        guard let number, number > 0 else { return false }
        let now = Date().timeIntervalSince1970
        return [1, 1000].contains { abs(number / $0 - now) < 10 * 365 * 86_400 }
    }

    /// How far apart the lives of one audit may be begun that are held against each other, in seconds.
    private static let lives = 900.0

    /// Whether both are times of the same form, and no further apart than two lives may be: the clock has given
    /// them, and it goes on.
    func isTime(soonBeforeOrAfter other: JSON?) -> Bool {
        guard let other, isTime, other.isTime, let mine = clock, let others = other.clock else {
            return false
        }
        return mine.form == others.form && abs(mine.seconds - others.seconds) < Self.lives
    }

    /// A time in seconds, by no zone in particular, and what else there is of it.
    private var clock: (seconds: Double, form: String)? {
        if let number { return number > 1e11 ? (number / 1000, "ms") : (number, "s") }
        let pattern = /(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)(:\d\d)?(\.\d+)?(.*)/
        guard let match = string?.wholeMatch(of: pattern),
            let date = try? Date(
                "\(match.1)T\(match.3)\(match.4 ?? ":00")Z", strategy: .iso8601)
        else { return nil }
        return (
            date.timeIntervalSince1970,
            "\(match.2) \(match.4 != nil) \(match.5?.count ?? 0) \(match.6)"
        )
    }

    /// Whether it is a day without a time, and none of those around now, which the clock may have given:
    /// such a day is the same in all zones.
    var isDayOfCalendar: Bool {
        day.map { abs($0.timeIntervalSinceNow) > 3 * 86_400 } ?? false
    }

    /// Whether it is a day without a time.
    var isDay: Bool { day != nil }

    /// The noon of a day without a time; nil for anything else.
    private var day: Date? {
        guard let string, string.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil else { return nil }
        return try? Date(string + "T12:00:00Z", strategy: .iso8601)
    }
}
