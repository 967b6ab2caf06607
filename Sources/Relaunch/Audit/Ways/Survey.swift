import RelaunchProtocol

/// Draws many short ways through a target and chooses few that show all that was seen.
struct Survey {
    /// How many ways are drawn, and how many are chosen at most.
    var drawn = 40
    var chosen = 10
    /// How many different values of one place in the state are worth a way each.
    static let valuesWanted = 3

    let hello: Hello
    let initial: JSON
    let seed: UInt64
    let volatile: Set<String>

    /// The chosen ways: each shows something that the ones before it do not.
    func ways(in session: isolated Session) async throws -> [Way] {
        var candidates: [Way] = []
        for number in 0..<drawn {
            candidates += try await draw(number, session)
        }
        return choose(among: candidates)
    }

    /// One random way, and every beginning of it that changes something.
    private func draw(_ number: Int, _ session: isolated Session) async throws -> [Way] {
        var deck = ActionDeck(hello.actions, seed: seed &+ 1_000 &+ UInt64(number))
        var way = try await begin(session)
        var found: [Way] = []
        for _ in 0..<deck.number(in: 1...6) {
            guard let action = deck.draw(in: way.state) else { break }
            guard try await extend(&way, by: action, session) else { continue }
            found.append(way)
        }
        try await session.kill(.system, where: "by the probe")
        return found
    }

    private func begin(_ session: isolated Session) async throws -> Way {
        try await session.go(Way(name: "", actions: [], state: initial))
        return Way(name: "", actions: [], state: try await session.state())
    }

    /// Performs one more action. False where the target refuses it, or where it shows nothing.
    private func extend(
        _ way: inout Way, by action: DrawnAction, _ session: isolated Session
    ) async throws -> Bool {
        guard try await session.isPerformed(action) else { return false }
        let state = try await session.state()
        way.actions.append(action)
        defer { way.state = state }
        return !state.isLike(way.state, ignoring: volatile)
    }

    // MARK: The choice

    private func choose(among candidates: [Way]) -> [Way] {
        let before = initial.leaves(ignoring: volatile)
        var open = candidates.map { way in
            let shown = way.state.leaves(ignoring: volatile).filter { before[$0.key] != $0.value }
            return (way: way, values: Set(shown.map { "\($0.key.withoutIndices)=\($0.value.text)" }))
        }
        var seen: [String: Int] = [:]
        var chosen: [Way] = []
        func gain(_ values: Set<String>) -> Int {
            values.count { value in
                let path = String(value.prefix { $0 != "=" })
                return seen[value] == nil && seen[path, default: 0] < Self.valuesWanted
            }
        }
        while chosen.count < self.chosen {
            let best = open.indices.max { first, second in
                let gains = (gain(open[first].values), gain(open[second].values))
                // Of two equal ones the shorter.
                return gains.0 == gains.1
                    ? open[first].way.actions.count > open[second].way.actions.count
                    : gains.0 < gains.1
            }
            guard let best, gain(open[best].values) > 0 else { break }
            for value in open[best].values where seen[value] == nil {
                seen[value] = 1
                seen[String(value.prefix { $0 != "=" }), default: 0] += 1
            }
            var way = open.remove(at: best).way
            way.name = "way \(chosen.count + 1)"
            chosen.append(way)
        }
        return chosen
    }

    // MARK: Everything empty

    /// Ways on which every thing that has a name was given empty texts, and then something else is
    /// done: what was never there when the program was written.
    func emptiedWays(in session: isolated Session) async throws -> [Way] {
        let names = initial.namedThings.prefix(40)
        var ways: [Way] = []
        for (action, schema) in hello.actions.sorted(by: { $0.key < $1.key }) {
            let texts = (schema["properties"]?.object ?? [:]).filter {
                $0.value["type"]?.string == "string"
            }.keys.sorted()
            guard texts.count >= 2 else { continue }
            for key in texts {
                let emptying = names.map { name in
                    DrawnAction(
                        name: action,
                        arguments: .init(
                            uniqueKeysWithValues: texts.map { ($0, .string($0 == key ? name : "")) }
                        ))
                }
                ways += try await endings(after: emptying, of: action, session)
            }
        }
        return ways
    }

    private func endings(
        after emptying: [DrawnAction], of name: String, _ session: isolated Session
    ) async throws -> [Way] {
        var ways: [Way] = []
        for (number, other) in hello.actions.keys.sorted().enumerated() where other != name {
            var way = try await begin(session)
            for action in emptying where try await session.isPerformed(action) {
                way.actions.append(action)
            }
            way.state = try await session.state()
            var deck = ActionDeck(
                hello.actions.filter { $0.key == other }, seed: seed &+ 2_000 &+ UInt64(number))
            for _ in 0..<4 {
                guard let action = deck.draw(in: way.state) else { break }
                guard try await extend(&way, by: action, session) else { continue }
                way.name = "emptied, then \(other)"
                ways.append(way)
                break
            }
            try await session.kill(.system, where: "by the probe")
        }
        return ways
    }
}

extension Session {
    /// Performs an action; false where the target refuses it with an error.
    func isPerformed(_ action: DrawnAction) async throws -> Bool {
        do { try await perform(action.name, action.arguments) } catch let error as StepFailure
            where error.isAnswer
        {
            return false
        }
        return true
    }
}

extension JSON {
    /// What may be the name of something: texts in arrays, and the names of members with a plain value
    /// among many of one kind.
    var namedThings: [String] {
        var names: Set<String> = []
        for (_, container) in containers {
            switch container {
            case .array(let elements): names.formUnion(elements.compactMap(\.string))
            case .object(let members):
                for (name, value) in members {
                    if value.string != nil { names.insert(name) }
                    if let text = value.string, text.utf8.count < 100 { names.insert(text) }
                }
            default: break
            }
        }
        return names.sorted()
    }
}
