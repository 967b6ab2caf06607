import Relaunch
import RelaunchProtocol

// What is gone after a moment although nothing dies, such as a message that expires, cannot be told from
// what a death has taken.
extension Probe {
    /// The actions of which each leads to a state that changes by itself. They are looked for in the walk that
    /// has most of them, and in those that have lost something.
    func fadingActions(
        in profile: TargetProfile, _ session: isolated Session
    ) async throws -> Set<String> {
        var fading: Set<String> = []
        let fullest = profile.allWalks.max { $0.actionNames.count < $1.actionNames.count }
        for walk in profile.allWalks where walk.generation.failure == nil {
            guard walk.name == fullest?.name || !walk.diagnosis(in: profile).findings.isEmpty,
                fading.isDisjoint(with: walk.actionNames),
                try await changesByItself(walk.first, walk, profile, session)
            else { continue }
            for action in walk.first.reversed() where !fading.contains(action.name) {
                guard try await changesByItself([action], walk, profile, session) else { continue }
                fading.insert(action.name)
            }
        }
        return fading
    }

    /// How long it is watched at least.
    private static let moment = Duration.milliseconds(100)

    private func changesByItself(
        _ actions: [DrawnAction], _ walk: ActionWalk, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Bool {
        try session.container.replaceContents(with: nil)
        try await session.launch()
        for action in actions { _ = try await session.isPerformed(action) }
        let shown = try await session.lookTwice(apart: max(Self.moment, walk.generation.time * 3))
        try await session.kill(.system, where: "by the probe")
        return !profile.isSameShown(shown.now, shown.later)
    }
}

/// Actions that are not used as they come, because what they do is gone by itself.
struct FadingActions {
    /// What their numbers begin with: as many seconds, or days, last as long as any audit.
    private static let lastingNumber = 3600.0

    /// Those that are used with larger numbers alone, which may last.
    private var short: Set<String> = []
    /// Those that are not used at all.
    private var unused: Set<String> = []

    /// Takes the actions away from what the target has announced, or the numbers that do not last.
    func restrict(_ profile: inout TargetProfile) {
        for name in short {
            profile.hello.actions[name] = Self.lasting(profile.hello.actions[name] ?? [:])
        }
        for name in unused { profile.hello.actions[name] = nil }
        profile.notes += short.subtracting(unused).sorted().map {
            "used with numbers from \(Int(Self.lastingNumber)) on: \($0) – what it does with small ones "
                + "is gone by itself after a moment, as if it were lost"
        }
        profile.notes += unused.sorted().map {
            "not used: \($0) – what it does is gone by itself after a moment, as if it were lost"
        }
    }

    /// The same with these; nil where there are none, or nothing would be left to do.
    func adding(_ names: Set<String>, in profile: TargetProfile) -> FadingActions? {
        var more = self
        for name in names {
            let lasts = Self.lasting(profile.hello.actions[name] ?? [:]) != nil
            if lasts, !short.contains(name) {
                more.short.insert(name)
            } else {
                more.unused.insert(name)
            }
        }
        let hasLeft = !more.unused.isSuperset(of: profile.hello.actions.keys)
        return names.isEmpty || !hasLeft ? nil : more
    }

    /// The schema of an action with large numbers only; nil where it has none that may be large.
    private static func lasting(_ schema: JSON) -> JSON? {
        guard case .object(var members) = schema,
            case .object(var properties) = schema["properties"]
        else { return nil }
        var hasNumber = false
        for (name, property) in properties {
            guard case .object(var bounds) = property,
                ["integer", "number"].contains(property["type"]?.string),
                NumberBounds(property).contains(.number(lastingNumber))
            else { continue }
            bounds["minimum"] = .number(max(lastingNumber, property["minimum"]?.number ?? 0))
            properties[name] = .object(bounds)
            hasNumber = true
        }
        members["properties"] = .object(properties)
        return hasNumber ? .object(members) : nil
    }
}

extension Session {
    /// What is shown now, and after some time in which nothing is done.
    func lookTwice(apart time: Duration) async throws -> (now: JSON, later: JSON) {
        let now = try await state()
        try wait(until: .now + time)
        return (now, try await state())
    }
}

extension ActionWalk {
    fileprivate var actionNames: Set<String> { Set(first.map(\.name)) }
}
