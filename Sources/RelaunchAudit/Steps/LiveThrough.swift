import Relaunch
import RelaunchProtocol

/// Lives through a life with deaths, and judges it by the same life without (rule L1).
///
/// At each death, what was saved must come back. Where it always did, the same actions must lead to the
/// same states. A life that breaks the law is made as short as it can be before it is reported.
struct LiveThrough: AuditStep {
    let life: Life
    let profile: TargetProfile
    var isShrunk = true

    /// How many lives are lived to find a shorter one, and how many more for each part of it.
    private static let shrinkingLimit = (life: 48, part: 2)

    var text: String { "LiveThrough(\(life.name.quoted))" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        guard var breach = try await breach(in: life, session) else {
            try await session.killIfRunning()
            return .step
        }
        var shortest = life
        if !life.surroundings.isEmpty {
            if try await self.breach(in: life.inOnePlace, session) != nil {
                // The law tells it, and shorter: see ``AuditRule/Trial/plainer``.
                let plain = LiveThrough(life: life.inOnePlace, profile: profile, isShrunk: false)
                return try await plain.perform(in: session)
            }
            if !profile.findings.isEmpty,
                try await session.live(life.inOnePlace, profile).loss != nil
            {
                // A plain death takes it, which another rule tells.
                try await session.killIfRunning()
                return .step
            }
        }
        // What another course is due to, one action shows.
        if isShrunk || breach.isOtherCourse {
            shortest.parts.removeSubrange((breach.part + 1)...)
            var tries = Self.shrinkingLimit.life + Self.shrinkingLimit.part * breach.part
            let cores = shortest.cores(at: breach.part)
            for core in cores where core.surroundings == life.surroundings {
                guard let its = try await self.breach(in: core, session) else { continue }
                (shortest, breach) = (core, its)
                break
            }
            while tries > 0, let (shorter, its) = try await shorter(shortest, &tries, session) {
                (shortest, breach) = (shorter, its)
                shortest.parts.removeSubrange((breach.part + 1)...)
            }
        }
        if let action = try await actionOfOneLaunch(breach, in: shortest, session) {
            return try await judgeRest(without: action, session)
        }
        // What is kept of the container is what this life leaves, and not one beside it.
        if isShrunk { _ = try await session.live(shortest, profile) }
        try await session.killIfRunning()
        session.lastKillPoint = breach.place
        throw breach.failure(in: shortest, profile)
    }

    /// A life with one action or one part less that breaks the law too, and by the same things around it.
    private func shorter(
        _ life: Life, _ tries: inout Int, _ session: isolated Session
    ) async throws -> (Life, LifeBreach)? {
        let alike = life.shorterOnes.filter { $0.surroundings == life.surroundings }
        for candidate in alike where tries > 0 {
            tries -= 1
            if let breach = try await breach(in: candidate, session) { return (candidate, breach) }
        }
        return nil
    }

    // MARK: Judging one life

    private func breach(in life: Life, _ session: isolated Session) async throws -> LifeBreach? {
        let course = try await session.live(life, profile)
        if let loss = course.loss {
            // Nor is lost what is gone after the same time although nothing dies.
            if case .loss = loss.kind {
                let alive = try await session.live(
                    life.withoutDeaths, profile, taking: course.times)
                if alive.changes.contains(loss.part) { return nil }
                if try await isTold(loss, byTheClockIn: life, session) { return nil }
            }
            // What a single launch loses as well is not lost because of the life before it.
            let single = try await session.live(life.inOneLaunch(upTo: loss.part), profile)
            guard single.loss == nil else {
                return profile.findings.isEmpty && life.parts[loss.part].end == .kill ? loss : nil
            }
            return loss
        }
        guard !course.leavesOut else { return nil }
        // What is done after it may have to do with the day: then another day leads elsewhere.
        if life.parts.contains(where: { $0.end.surrounding?.asTimeGoesBy != nil }) { return nil }
        let whole = try await session.live(life.withoutDeaths, profile)
        guard !whole.leavesOut, whole.loss == nil else { return nil }
        let difference = profile.firstDifference(course.saved, whole.saved, in: life)
        guard let part = difference else { return try await interruption(whole, life, session) }
        // What differs from life to life although nothing dies, or with the time that a life takes, was not
        // changed by a death.
        let again = try await session.live(life.withoutDeaths, profile, taking: course.times)
        if profile.firstDifference(again.saved, whole.saved, in: life) != nil { return nil }
        return LifeBreach(
            part: part, kind: .otherCourse, expected: whole.saved[part], shown: course.saved[part],
            earlier: course.saved)
    }

    /// Whether what another clock has changed is what changes as time goes by, such as the days that are left:
    /// an app may rightly show that. Nothing may come to be less than nothing by it.
    private func isTold(
        _ loss: LifeBreach, byTheClockIn life: Life, _ session: isolated Session
    ) async throws -> Bool {
        guard life.parts[loss.part].end.surrounding?.asTimeGoesBy != nil else { return false }
        var later = life
        for index in later.parts.indices {
            guard let time = later.parts[index].end.surrounding?.asTimeGoesBy else { continue }
            later.parts[index].end = .changed(time)
        }
        guard let moved = try await session.live(later, profile).loss else { return false }
        let told = profile.losses(of: moved.expected, in: moved.shown).map(\.withoutElementNumbers)
        let shown = profile.leaves(of: loss.shown)
        let had = profile.leaves(of: loss.expected)
        return profile.losses(of: loss.expected, in: loss.shown, life).allSatisfy { leaf in
            let isNegative = (shown[leaf]?.number ?? 0) < 0 && (had[leaf]?.number ?? 0) >= 0
            return !isNegative && told.contains(leaf.withoutElementNumbers)
        }
    }

    /// Where the app does otherwise because it was in the background in between, which nothing that it
    /// showed then or when it came back tells of.
    private func interruption(
        _ whole: LifeCourse, _ life: Life, _ session: isolated Session
    ) async throws -> LifeBreach? {
        guard whole.isUntouched, whole.changes.isEmpty else { return nil }
        let free = try await session.live(life.withoutDeaths, profile, isInterrupted: false)
        guard let part = profile.firstDifference(whole.saved, free.saved, in: life) else {
            return nil
        }
        // The same once more, and as late as with the saves: what differs then is not theirs.
        for times in [[], whole.times] {
            let again = try await session.live(
                life.withoutDeaths, profile, taking: times, isInterrupted: false)
            if profile.firstDifference(again.saved, free.saved, in: life) != nil { return nil }
        }
        return LifeBreach(
            part: part, kind: .interrupted, expected: free.saved[part], shown: whole.saved[part])
    }
}

extension TargetProfile {
    /// The part at which two lives differ first.
    fileprivate func firstDifference(
        _ states: [JSON], _ others: [JSON], in life: Life
    ) -> Int? {
        zip(states, others).enumerated().first { !isKept($1.1, in: $1.0, life) }?.offset
    }

    /// Whether a state is the one that was saved, as far as what was around the app in this life lets it be.
    fileprivate func isKept(_ saved: JSON, in shown: JSON, _ life: Life) -> Bool {
        let isRepeated = life.shownElsewhere?.isRepeated(
            leaves(of: saved), in: leaves(of: shown))
        return isRepeated != true && losses(of: saved, in: shown, life).isEmpty
    }

    /// The leaves of a state that are not as they were saved, and have to be.
    fileprivate func losses(of saved: JSON, in shown: JSON, _ life: Life) -> [String] {
        guard let elsewhere = life.shownElsewhere else { return losses(of: saved, in: shown) }
        let (old, new) = (leaves(of: saved), leaves(of: shown))
        let first = leaves(of: initialState)
        if elsewhere.isAfterAbsence {
            return elsewhere.forgotten(differences(saved, shown), of: old, in: new)
        }
        return differences(saved, shown).filter { leaf in
            !leaf.isDrawn && elsewhere.counts(old[leaf], now: new[leaf], first: first[leaf])
        }
    }

    /// Whether a later state is the same but for what views draw, and what is loaded sooner.
    func isSameShown(_ state: JSON, _ later: JSON) -> Bool {
        losses(of: state, in: later).isEmpty
    }
}

extension Life {
    /// What counts of its states; nil where all does.
    fileprivate var shownElsewhere: ShownElsewhere? {
        let around = surroundings
        guard around.contains(where: { $0.changesWhatIsShown || $0.isAbsence }) else { return nil }
        return ShownElsewhere(
            given: given, around: around, isOneDay: around == [.timeZone] && hour != nil)
    }

    /// What is changed between its launches.
    fileprivate var surroundings: Set<Surrounding> { Set(parts.compactMap(\.end.surrounding)) }

    /// The same with plain deaths where something is changed.
    var inOnePlace: Life {
        var life = self
        for index in parts.indices where parts[index].end.surrounding != nil {
            life.parts[index].end = .kill
        }
        return life
    }

    /// The same with no death in it.
    var withoutDeaths: Life {
        var life = self
        for index in parts.indices { life.parts[index].end = .comeback }
        return life
    }

    /// The part that lost something and the one before it, with one action each, and with all.
    fileprivate func cores(at part: Int) -> [Life] {
        guard part > 0 else { return [] }
        var whole = self
        whole.parts = Array(parts[(part - 1)...part])
        var last = whole
        for index in last.parts.indices {
            last.parts[index].actions = Array(last.parts[index].actions.suffix(1))
        }
        return [last, whole]
    }

    /// Each with one part less, with fewer actions in one part, or with a plainer end of one.
    fileprivate var shorterOnes: [Life] {
        var lives: [Life] = []
        if parts.count > 3 {
            for range in [0..<parts.count / 2, parts.count / 2..<parts.count - 1] {
                var life = self
                life.parts.removeSubrange(range)
                lives.append(life)
            }
        }
        for index in parts.indices.reversed() where parts.count > 1 {
            var life = self
            life.parts.remove(at: index)
            lives.append(life)
        }
        for index in parts.indices {
            // First the half of them, which soon makes a long way short.
            for actions in parts[index].actions.shorterOnes {
                var life = self
                life.parts[index].actions = actions
                lives.append(life)
            }
            if ![.kill, .comeback].contains(parts[index].end) {
                var life = self
                life.parts[index].end = .kill
                lives.append(life)
            }
        }
        return lives
    }
}

/// What a target has shown in a life.
struct LifeCourse: Sendable {
    /// The state at the save of each part, up to the first loss.
    var saved: [JSON] = []
    /// The first death that has taken something.
    var loss: LifeBreach?
    /// Whether a save has said that it leaves something out, which need not come back.
    var leavesOut = false
    /// How long it took from each save until the app was seen again.
    var times: [Duration] = []
    /// The parts whose state changed meanwhile though nothing died.
    var changes: Set<Int> = []
    /// Whether no save has changed what is shown.
    var isUntouched = true
}

extension Session {
    /// Lives through a life from a first launch on, up to the first loss.
    ///
    /// - Parameters:
    ///   - times: how long each part is to take at least, from its save on.
    ///   - isInterrupted: whether the app goes to the background at each save, or stays where it is.
    fileprivate func live(
        _ life: Life, _ profile: TargetProfile, taking times: [Duration] = [],
        isInterrupted: Bool = true
    ) async throws -> LifeCourse {
        let before = world
        defer { world.restoreSurroundings(of: before) }
        var course = LifeCourse()
        var around: Surrounding?
        if let hour = life.hour { try await awaitHour(hour) }
        try await begin()
        for (index, part) in life.parts.enumerated() {
            for action in part.actions { _ = try await isPerformed(action) }
            let active = try await state()
            if isInterrupted { try await deliver(.background) }
            let saved = try await state()
            course.saved.append(saved)
            if !profile.isSameShown(active, saved) { course.isUntouched = false }
            if record.issues.contains(where: \.isLeftOut) { course.leavesOut = true }
            let shown: JSON
            let start = ContinuousClock.now
            do {
                if isInterrupted {
                    if part.end.isInBackground { try suspend() }
                    try await carryOut(part.end.steps)
                }
                if index < times.count { try wait(until: start + times[index]) }
                shown = try await state()
                course.times.append(.now - start)
            } catch let failure as StepFailure where failure.blame == .target {
                try terminateAndReap()
                course.loss = LifeBreach(
                    part: index, kind: .noLaunch(failure), expected: saved, shown: .null,
                    place: lastKillPoint)
                return course
            }
            // What is shown in another way only after a change is shown in the same way from then on.
            let isMoved =
                part.end.surrounding(after: around) != around
                || part.end.surrounding?.isAbsence == true
            around = part.end.surrounding(after: around)
            let isKept =
                isMoved
                ? profile.isKept(saved, in: shown, life) : profile.isSameShown(saved, shown)
            if isKept { continue }
            if part.end == .comeback { course.changes.insert(index) }
            if part.end == .comeback || course.leavesOut { continue }
            course.loss = LifeBreach(
                part: index, kind: .loss, expected: saved, shown: shown, earlier: course.saved,
                place: lastKillPoint)
            return course
        }
        return course
    }
}
