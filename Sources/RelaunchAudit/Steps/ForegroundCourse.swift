import Relaunch
import RelaunchProtocol

/// What an app has shown since a save, and what the launch after its end in the foreground shows (rule
/// D14).
struct ForegroundCourse {
    /// The state at the save, and after each action since then.
    var shown: [JSON]
    var restored: JSON
    /// Other states that may rightly come back.
    var known: [JSON]
    /// The texts, numbers and answers that the actions have given to the app.
    var given: Set<JSON>

    /// What has come back that may not: what was not saved may be lost, but not half of it.
    func failure(after end: String, _ profile: TargetProfile) -> StepFailure? {
        unheardOf(after: end, profile) ?? half(after: end, profile) ?? mixed(after: end, profile)
    }

    /// What was given, has been there all the time since the save, and has not come back.
    func taken(_ profile: TargetProfile) -> Set<GivenThing> {
        let moments = shown.map { profile.leaves(of: $0) }
        let now = profile.leaves(of: restored)
        let things = moments.first?.things(among: given) ?? []
        return things.filter { thing in
            !thing.isThere(in: now) && moments.allSatisfy(thing.isThere)
        }
    }

    /// Something that has never been in its place since the save, and that no plain death brings there.
    private func unheardOf(after end: String, _ profile: TargetProfile) -> StepFailure? {
        let allowed = (shown + known).map { profile.leaves(of: $0) }
        let now = profile.leaves(of: restored)
        let paths = Set(now.keys).union(allowed.flatMap(\.keys))
        let windows = Set(shown.flatMap(\.windows))
        let wrong = paths.sorted().first { path in
            // A screen that restoration has loaded sooner shows what it did not show yet.
            let isLoaded = path.hasPrefix(".controllers") && allowed.contains { $0[path] == nil }
            // Where an older saved state meets newer data, a place in a list moves with what is above it.
            let isMoved = profile.savesState && now[path]?.number != nil
            if path.isDrawn || isLoaded || isMoved { return false }
            if allowed.contains(where: { $0[path] == now[path] }) { return false }
            // There, a window also shows what another one has made of the data since.
            let place = path.inAnyWindow(of: windows)
            guard profile.savesState, place != path else { return true }
            return !allowed.joined().contains { leaf, value in
                value == now[path] && leaf.inAnyWindow(of: windows) == place
            }
        }
        guard let wrong, let last = shown.last else { return nil }
        return profile.failure(
            "after \(end) in the foreground, '\(wrong)' is what it has never been since the save",
            expected: "each thing as it was at some time since then", last, restored)
    }

    /// An action that has changed several parts of the state at once, of which one has come back as it was
    /// after it and another one as it was before: a thing is in both places, or in none.
    ///
    /// Where the app names a saved state, what is on the screen may be older than the data.
    private func half(after end: String, _ profile: TargetProfile) -> StepFailure? {
        guard !profile.savesState, let restored = profile.ordered(restored).object else {
            return nil
        }
        let moments = shown.map { profile.ordered($0) }
        // When each part was what has come back.
        var times: [String: [Int]] = [:]
        for (name, value) in restored {
            times[name] = moments.indices.filter {
                profile.isSame(moments[$0][name] ?? .null, value)
            }
        }
        for index in moments.indices.dropFirst() {
            let changed = times.keys.sorted().filter { name in
                !profile.isSame(moments[index - 1][name] ?? .null, moments[index][name] ?? .null)
            }
            let isDone = changed.filter { times[$0]?.first.map { $0 >= index } ?? false }
            let isNot = changed.filter { times[$0]?.last.map { $0 < index } ?? false }
            guard let done = isDone.first, let not = isNot.first else { continue }
            return profile.failure(
                "after \(end) in the foreground, one action is half done: '\(done)' is as it was "
                    + "after it, and '\(not)' as it was before",
                expected: "all of it, or nothing", moments[index], self.restored)
        }
        return nil
    }

    /// An element of a list, such as a note, of which two texts have come back that were never there
    /// together: a later one, and what stood in the place of an earlier one before.
    private func mixed(after end: String, _ profile: TargetProfile) -> StepFailure? {
        guard !profile.savesState, let last = shown.last else { return nil }
        let moments = shown.map { profile.leaves(of: $0) }
        let now = profile.leaves(of: restored)
        func isText(_ leaf: String) -> Bool {
            moments.contains { $0[leaf].map { $0.string != nil && given.contains($0) } ?? false }
        }
        let texts = now.keys.filter(isText).map { leaf in
            (leaf: leaf, times: moments.indices.filter { moments[$0][leaf] == now[leaf] })
        }
        let elements = Dictionary(grouping: texts) { $0.leaf.listElement }
        for (element, texts) in elements.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
            guard element != nil,
                let late = texts.max(by: { $0.times.first ?? 0 < $1.times.first ?? 0 }),
                let early = texts.min(by: { $0.times.last ?? 0 < $1.times.last ?? 0 }),
                let begin = late.times.first, let lastTime = early.times.last, lastTime < begin
            else { continue }
            return profile.failure(
                "after \(end) in the foreground, two texts come back that were never together: "
                    + "'\(late.leaf)' is newer than what '\(early.leaf)' has lost",
                expected: "both as they were at one time since the save", last, restored)
        }
        return nil
    }
}

/// What is done in the foreground after a save.
struct LifeSinceSave {
    /// The state at the save, and after each action.
    var shown: [JSON]
    var actions: [DrawnAction] = []
}

extension Session {
    /// Lives through a walk from a first launch on, with a save between its two parts.
    func liveSinceSave(_ walk: ActionWalk) async throws -> LifeSinceSave {
        try await begin()
        for action in walk.first { _ = try await isPerformed(action) }
        try await carryOut([Background(), Foreground()])
        var life = LifeSinceSave(shown: [try await state()])
        for action in walk.second {
            guard try await isPerformed(action) else { continue }
            life.actions.append(action)
            life.shown.append(try await state())
        }
        return life
    }
}

extension TargetProfile {
    /// A failure that shows in what two states differ.
    func failure(_ message: String, expected: String, _ old: JSON, _ new: JSON) -> StepFailure {
        StepFailure(
            message, expected: expected, difference: difference(expected: old, actual: new))
    }
}

extension String {
    /// A leaf without the numbers of windows in it.
    fileprivate func inAnyWindow(of windows: Set<String>) -> String {
        split(separator: ".", omittingEmptySubsequences: false)
            .map { windows.contains(String($0)) ? "*" : $0 }.joined(separator: ".")
    }

    /// Of a leaf in an element of a list, such as `.notes[0].title`, the element; nil for another one.
    fileprivate var listElement: String? {
        guard let end = lastIndex(of: "]"), index(after: end) < endIndex else { return nil }
        return String(self[...end])
    }
}
