import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Does the same at noon of four days in a row, with a death each night: in a zone in which the second night
/// takes an hour less and the third one an hour more, and in one in which all take the same (rule W6). What
/// is counted by days is the same in both.
struct LiveThroughSummerTime: AuditStep {
    /// What is done on the first day before all else.
    let first: [DrawnAction]
    /// What is done each day.
    let daily: DrawnAction
    let profile: TargetProfile

    private static let days = 4
    /// An hour from Greenwich; and the same with summer time from the 76th day of the year to the 77th.
    private static let zone = (plain: "<+01>-1", summer: "<+01>-1<+02>,J75/2,J76/3")
    /// The 74th day of the year, at noon there.
    private static let begin = "-03-15T11:00:00Z"

    var text: String { "LiveThroughSummerTime(\(daily.name.quoted))" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let plain = try await live(in: Self.zone.plain, session)
        let summer = try await live(in: Self.zone.summer, session)
        guard let index = firstDifference(plain, summer),
            // What differs from time to time has nothing to do with the zone.
            firstDifference(plain, try await live(in: Self.zone.plain, session)) == nil
        else { return .step }
        // The first day has one state, and each after it two: as it begins, and after what is done on it.
        let day = (index + 3) / 2
        throw StepFailure(
            "day \(day), with a death each night: it shows something else where the clocks "
                + "change to summer time and back than where they do not: \(daily.step.text)",
            expected: "what is shown on that day in the zone \(Self.zone.plain)",
            actual: "in the zone \(Self.zone.summer)",
            difference: profile.difference(expected: plain[index], actual: summer[index]))
    }

    /// The state on each day, and as the next one begins.
    private func live(in zone: String, _ session: isolated Session) async throws -> [JSON] {
        let before = session.world
        defer { session.world.restoreSurroundings(of: before) }
        try await session.beginLater(by: .seconds(try Self.untilBegin))
        session.world.environment["TZ"] = zone
        try await session.begin()
        for action in first { _ = try await session.isPerformed(action) }
        var states: [JSON] = []
        for _ in 0..<Self.days {
            _ = try await session.isPerformed(daily)
            states.append(try await session.state())
            try await session.carryOut([
                Background(), Kill(.system), MoveClock(by: .seconds(86_400)), Launch(),
            ])
            states.append(try await session.state())
        }
        try await session.kill(.system, where: "in the foreground")
        return states
    }

    /// How long it is until the first day begins, in seconds.
    private static var untilBegin: Double {
        get throws {
            let now = Date.now
            let year = Int(now.formatted(.iso8601.year())) ?? 1970
            let this = try Date("\(year)\(begin)", strategy: .iso8601)
            let next = try Date("\(year + 1)\(begin)", strategy: .iso8601)
            return (this > now ? this : next).timeIntervalSince(now).rounded()
        }
    }

    /// Where what is shown differs first, times of the day aside whose hour was not given.
    private func firstDifference(_ states: [JSON], _ others: [JSON]) -> Int? {
        zip(states, others).enumerated().first { _, pair in
            let (mine, theirs) = (profile.leaves(of: pair.0), profile.leaves(of: pair.1))
            return profile.differences(pair.0, pair.1).contains { leaf in
                if let hour = mine[leaf]?.shownHour { return isGiven(hour) }
                return theirs[leaf]?.shownHour == nil
            }
        }?.offset
    }

    /// Whether it was given as a number, and is not that of the clock.
    private func isGiven(_ hour: Int) -> Bool {
        (first + [daily]).given.contains(.integer(Int64(hour))) && !(11...13).contains(hour)
    }
}

extension TargetProfile {
    /// Each kind of action, done each day after what a life begins with.
    var trialsOfSummerTime: [AuditRule.Trial] {
        guard let first = lives.first?.parts.first else { return [] }
        return ordinaryActions.compactMap(\.first).map { action in
            AuditRule.Trial(
                "where the clocks change to summer time and back, \(action.name)",
                steps: [
                    LiveThroughSummerTime(first: first.actions, daily: action, profile: self)
                ])
        }
    }
}
