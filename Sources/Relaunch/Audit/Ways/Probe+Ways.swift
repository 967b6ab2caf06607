import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Probe {
    /// After so many launches that hang the rest of the ways is not tried: each costs the whole time
    /// limit.
    private static let hangsTried = 2

    func surveyWays(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        var survey = Survey(
            hello: profile.hello, initial: profile.initialState, seed: options.seed,
            volatile: profile.volatile)
        let ways = try await survey.ways(in: session) + survey.emptiedWays(in: session)
        try await walkPlainRoads(ways, &profile, session)
        profile.dataActions = try await findDataActions(profile, session)

        let device = session.world.device
        let other: ChangeIdiom.Idiom = device.idiom == "pad" ? .phone : .pad
        try await session.carryOut([ChangeIdiom(other)])
        (survey.drawn, survey.chosen) = (20, 6)
        profile.otherIdiomWays = try await survey.ways(in: session)
        session.world.device = device
    }

    private func walkPlainRoads(
        _ ways: [Way], _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        var volatile = profile.volatile
        var hangs = 0
        for var way in ways where hangs < Self.hangsTried {
            let start = ContinuousClock.now
            way.road = try await session.plainRoad(way, looksAtFresh: true)
            if start.duration(to: .now) > session.timeLimit { hangs += 1 }
            let before = way.state.leaves
            let after = way.road.saved.leaves
            for path in Set(before.keys).union(after.keys) {
                // The same was done: what differs does so by itself, and so will a time.
                if before[path] != after[path] || after[path]?.isTime == true {
                    volatile.insert(path.hasPrefix(".") ? String(path.dropFirst()) : path)
                }
            }
            profile.ways.append(way)
        }
        profile.volatilePaths = volatile.sorted()
    }

    /// The actions that change what a kill in the foreground leaves, although nothing was saved.
    private func findDataActions(
        _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> [String] {
        func stateAfterKill(_ actions: [DrawnAction]) async throws -> JSON {
            try await session.go(Way(name: "", actions: actions, state: .null))
            try await session.kill(.system, where: "in the foreground")
            try await session.launch()
            defer { session.log("looked for changes of data") }
            return try await session.state()
        }
        let untouched = try await stateAfterKill([])
        var found: [String] = []
        for name in profile.hello.actions.keys.sorted() {
            var seen: Set<JSON> = []
            let options = ActionDeck.options(
                for: name, profile.hello.actions, in: profile.initialState, preferring: [])
            for action in options where seen.count < 2 {
                try await session.go(Way(name: "", actions: [], state: .null))
                guard try await session.isPerformed(action) else { continue }
                let state = try await session.state()
                guard !state.isLike(profile.initialState, ignoring: profile.volatile),
                    seen.insert(state.withoutInstances).inserted
                else { continue }
                let left = try await stateAfterKill([action])
                if !left.isLike(untouched, ignoring: profile.volatile) {
                    found.append(name)
                    break
                }
            }
        }
        if session.isTargetRunning { try await session.kill(.system, where: "by the probe") }
        return found
    }
}

extension JSON {
    /// Whether it may be a time of now or of the years around, in seconds or milliseconds since 1970:
    /// such a value differs from run to run although it need not do so in two runs within a second.
    var isTime: Bool {
        guard let number, number > 0 else { return false }
        let now = Date().timeIntervalSince1970
        return [1, 1000].contains { abs(number / $0 - now) < 10 * 365 * 86_400 }
    }
}

extension ActionDeck {
    /// Arguments for one action that are worth a try each: small numbers, and names that are there.
    static func options(
        for name: String, _ actions: [String: JSON], in state: JSON, preferring names: [String]
    ) -> [DrawnAction] {
        let properties = actions[name]?["properties"]?.object ?? [:]
        guard !properties.isEmpty else { return [DrawnAction(name: name, arguments: [:])] }
        let known = state.namedThings
        let spread = stride(from: 0, to: known.count, by: max(1, known.count / 6)).map { known[$0] }
        let texts = Array((names + spread).uniqued().prefix(8))
        return (0..<8).map { number in
            var arguments: [String: JSON] = [:]
            for (key, schema) in properties.sorted(by: { $0.key < $1.key }) {
                arguments[key] = option(number, schema, texts)
            }
            return DrawnAction(name: name, arguments: arguments)
        }.uniqued()
    }

    private static func option(_ number: Int, _ schema: JSON, _ texts: [String]) -> JSON {
        if let value = schema["const"] { return value }
        if let values = schema["enum"]?.array ?? schema["examples"]?.array, !values.isEmpty {
            return values[number % values.count]
        }
        let low = schema["minimum"]?.number.flatMap { Int64(exactly: $0.rounded(.up)) }
        switch schema["type"]?.string ?? schema["type"]?[0]?.string {
        case "integer", "number": return .integer((low.map { max($0, 0) } ?? 0) + Int64(number % 5))
        case "boolean": return .bool(number % 2 == 0)
        case "array": return []
        case "object": return [:]
        default: return .string(texts.isEmpty ? "one" : texts[number % texts.count])
        }
    }
}

extension Array where Element: Equatable {
    /// Each element once, where it comes first.
    func uniqued() -> Self {
        var found: Self = []
        for element in self where !found.contains(element) { found.append(element) }
        return found
    }
}
