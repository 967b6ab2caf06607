import Relaunch
import RelaunchProtocol

/// What counts of a state where another zone or language is around the app (rule W6): it may rightly show
/// times and numbers in another way, and neither what it was given nor a day of a calendar. After a long
/// time it may rightly begin anew, but not have lost a text that it was given.
struct ShownElsewhere {
    /// The texts, numbers and answers that the actions have given to the app.
    let given: Set<JSON>
    /// What is changed between its launches.
    let around: Set<Surrounding>
    /// Whether it is one day all the time, wherever the app is.
    let isOneDay: Bool

    /// Whether a value that is not as it was has to be.
    ///
    /// - Parameter first: what a first launch shows there.
    func counts(_ value: JSON?, now: JSON?, first: JSON?) -> Bool {
        guard let value else { return false }
        if given.contains(value) || value.isDayOfCalendar { return true }
        // A language writes a number in another way, and it is the same number.
        if isOfLanguages, value.number != nil, value != first { return true }
        if isOneDay, value.isDay { return true }
        // Where clocks show what they did, what is done is done, and nothing has gone.
        if around == [.flight] { return value.bool != nil || now == nil }
        return around == [.timeZone] && (isGivenHour(value) || value.isNoTime)
    }

    /// The texts among these leaves of a state that were given to it and are nowhere in a later one.
    func forgotten(_ leaves: [String], of old: JSON.Members, in new: JSON.Members) -> [String] {
        let kept = Set(new.values)
        return leaves.filter { leaf in
            guard let value = old[leaf], value.string?.isEmpty == false else { return false }
            return given.contains(value) && !kept.contains(value)
        }
    }

    /// Whether so much time has gone by that an app may rightly forget, or do what has become due.
    var isAfterAbsence: Bool { around.contains(where: \.isAbsence) }

    private var isOfLanguages: Bool { around.allSatisfy { $0.locale != nil } }

    /// Whether something stands in a list once more than before, other than what may have become due
    /// meanwhile.
    func isRepeated(_ old: JSON.Members, in new: JSON.Members) -> Bool {
        !isAfterAbsence && (isGivenRepeated(old, in: new) || isNoLongerDistinct(old, in: new))
    }

    /// Whether a text or number that was given stands in a list more often than before.
    private func isGivenRepeated(_ old: JSON.Members, in new: JSON.Members) -> Bool {
        func counts(_ leaves: JSON.Members) -> [String: Int] {
            leaves.reduce(into: [:]) { counts, leaf in
                let list = leaf.key.withoutElementNumbers
                let isTelling = leaf.value.string?.isEmpty == false || leaf.value.number ?? 0 > 1
                guard list != leaf.key, isTelling, given.contains(leaf.value) else { return }
                counts["\(list) \(leaf.value.text)", default: 0] += 1
            }
        }
        let before = counts(old)
        return counts(new).contains { $0.value > before[$0.key] ?? $0.value }
    }

    /// Whether each text of a list was another one, such as the days that things are listed under, and two are
    /// the same now.
    private func isNoLongerDistinct(_ old: JSON.Members, in new: JSON.Members) -> Bool {
        func lists(_ leaves: JSON.Members) -> [String: [String]] {
            leaves.reduce(into: [:]) { lists, leaf in
                let list = leaf.key.withoutElementNumbers
                guard list != leaf.key, let text = leaf.value.string, !text.isEmpty else { return }
                lists[list, default: []].append(text)
            }
        }
        func isDistinct(_ texts: [String]) -> Bool { Set(texts).count == texts.count }
        let before = lists(old)
        return lists(new).contains { list, texts in
            !isDistinct(texts) && (before[list].map(isDistinct) ?? false)
        }
    }

    /// Whether it has an hour with its minutes that was given as a number, and not that of the clock.
    private func isGivenHour(_ value: JSON) -> Bool {
        value.shownHour.map { hour in
            given.contains(.integer(Int64(hour))) && hour != Surrounding.timeZone.hour
        } ?? false
    }
}

extension JSON {
    /// The hour of a text in which there is one with its minutes.
    var shownHour: Int? {
        (string?.firstMatch(of: /\b(\d\d?):\d\d/)?.1).flatMap { Int($0) }
    }

    /// Whether it is a duration of nothing, which no zone makes longer.
    fileprivate var isNoTime: Bool { string?.wholeMatch(of: /0+:00(:00)?/) != nil }
}
