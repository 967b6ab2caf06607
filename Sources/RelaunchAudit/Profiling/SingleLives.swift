import Relaunch
import RelaunchProtocol

// Lives in which one thing comes alone between two deaths: what others save or hide is seen there.
extension Probe {
    /// How often an action is drawn until it changes something.
    private static let draws = 12
    /// How often an action is done in a part of its own, to make what it makes long.
    private static let manyTimes = 8
    /// How many arguments are given one text after the other.
    private static let argumentLimit = 3
    /// How many actions are drawn for a long life, which ends where it has made the state longer by so many
    /// leaves: more than what programs often keep of a list, of two lists at a time.
    private static let longLife = 240
    private static let longEnough = 200
    /// By how many leaves a long life makes the state longer at least.
    private static let longGrowth = 10
    /// Texts that are the same to those to whom small and capital letters are.
    private static let alikeInCase = ["Abc", "aBC"]

    /// - Parameters:
    ///   - first: what the lives begin with that do not begin with nothing.
    ///   - neighbours: the life of ``lifeOfNeighbours(after:_:_:)``, where there is one.
    func singleLives(
        after first: Life.Part, _ neighbours: Life?, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> [Life] {
        let names = profile.kindsOfActions
        // What one kind does not save, no other one saves with it; and what the others have made is there
        // when each comes once more.
        let turns =
            names.map { (name: $0, counts: [1, 1, Self.manyTimes]) }
            + names.map { (name: $0, counts: [1]) }
        var lives = [
            try await singleActions(
                "one action at a time", turns, after: first, profile, session)
        ]
        if !profile.effort.isReduced {
            lives.append(try await singleTexts(names, after: first, profile, session))
            lives.append(try await pairs(names, after: first, profile, session))
            lives.append(neighbours)
            lives.append(profile.choices)
            lives.append(profile.longLife)
            for name in names {
                lives.append(
                    try await singleActions(
                        "\(name) and nothing else", [(name: name, counts: [1, 1])], after: nil,
                        profile, session))
            }
        }
        return lives.compactMap(\.self)
    }

    /// A life in which each kind of action comes once, in a part of its own.
    func lifeOfEach(
        after first: Life.Part, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        let turns = profile.kindsOfActions.map { (name: $0, counts: [1]) }
        return try await singleActions(
            "each action by itself", turns, after: first, profile, session)
    }

    /// A life in which each kind of action is the first one after a death that came after each other one.
    func lifeOfNeighbours(
        after first: Life.Part, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        let turns = Self.neighbours(Array(profile.kindsOfActions)).map { (name: $0, counts: [1]) }
        return try await singleActions(
            "one action after each other one, with a death between", turns, after: first, profile,
            session)
    }

    /// A life in which each part but the first is a change by one kind of action and then another kind: what
    /// the second does with what the first has made, such as to write it down, is the last before a death.
    private func pairs(
        _ names: ArraySlice<String>, after first: Life.Part, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Life? {
        var (parts, state) = try await begin(with: first, session)
        for name in names {
            for other in names where other != name {
                var deck = makeDeck(name, profile)
                guard var part = try await part(of: 1, &deck, from: state, profile, session) else {
                    break
                }
                var others = makeDeck(other, profile)
                if let action = others.draw(in: part.state), !action.isExtreme,
                    try await session.isPerformed(action)
                {
                    part.actions.append(action)
                    part.state = try await session.state()
                }
                parts.append(part)
                state = part.state
            }
        }
        return parts.count > 1 ? Life(name: "one action after each other one", parts: parts) : nil
    }

    /// A life in which much is added and little taken away: an action that has made the state shorter does not
    /// come again.
    func longLife(
        after first: Life.Part, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        let names = profile.kindsOfActions
        let (parts, begin) = try await begin(with: first, session)
        var part = Life.Part(actions: [], end: .kill, state: begin)
        var schemas = profile.hello.actions.filter { names.contains($0.key) }
        var deck = ActionDeck(schemas, seed: options.seed)
        for _ in 0..<Self.longLife
        where !schemas.isEmpty && part.state.leaves.count < begin.leaves.count + Self.longEnough {
            guard let action = deck.draw(in: part.state), !action.isExtreme,
                try await session.isPerformed(action)
            else { continue }
            let next = try await session.state()
            part.actions.append(action)
            if next.leaves.count < part.state.leaves.count {
                schemas[action.name] = nil
                deck = ActionDeck(schemas, seed: options.seed)
            }
            part.state = next
        }
        guard part.state.leaves.count >= begin.leaves.count + Self.longGrowth else { return nil }
        return Life(name: "a long life", parts: parts + [part])
    }

    /// The names in an order in which each comes right after each other one, once.
    private static func neighbours(_ names: [String]) -> [String] {
        let pairs = names.indices.flatMap { index in
            names[(index + 1)...].flatMap { [names[index], $0] }
        }
        return pairs + pairs.prefix(1)
    }

    func makeDeck(_ name: String, _ profile: TargetProfile) -> ActionDeck {
        ActionDeck([name: profile.hello.actions[name] ?? [:]], seed: options.seed)
    }

    /// A life in which each part after the first is of one kind of action, which comes so many times.
    private func singleActions(
        _ name: String, _ turns: [(name: String, counts: [Int])], after first: Life.Part?,
        _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        var (parts, state) = try await begin(with: first, session)
        for turn in turns {
            var deck = makeDeck(turn.name, profile)
            for count in turn.counts {
                let part = try await part(of: count, &deck, from: state, profile, session)
                guard let part else { break }
                parts.append(part)
                state = part.state
            }
        }
        let isMore = parts.count > (first == nil ? 0 : 1)
        return isMore ? Life(name: name, parts: parts) : nil
    }

    /// A life in which each part but the first gives an action one text that files often lose. Of several
    /// only the last would be seen, where it takes the place of the others.
    private func singleTexts(
        _ names: ArraySlice<String>, after first: Life.Part, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Life? {
        var (parts, state) = try await begin(with: first, session)
        let arguments = names.flatMap { name in
            profile.schema(of: name).freeTexts.map { (name, $0) }
        }
        for (name, argument) in arguments.prefix(Self.argumentLimit) {
            let schema = profile.schema(of: name)
            var deck = makeDeck(name, profile)
            for text in ArgumentDraw.hard + Self.alikeInCase {
                guard var action = deck.draw(in: state), !action.isExtreme else { continue }
                action.arguments[argument] = .string(text)
                guard schema.allows(.object(JSON.Members(action.arguments))),
                    try await session.isPerformed(action)
                else { continue }
                let next = try await session.state()
                guard !profile.isSame(next, state) else { continue }
                parts.append(Life.Part(actions: [action], end: .kill, state: next))
                state = next
            }
        }
        return parts.count > 1 ? Life(name: "one text at a time", parts: parts) : nil
    }

    func begin(
        with first: Life.Part?, _ session: isolated Session
    ) async throws -> (parts: [Life.Part], state: JSON) {
        try await session.begin()
        for action in first?.actions ?? [] { _ = try await session.isPerformed(action) }
        return ([first].compactMap(\.self), try await session.state())
    }

    /// So many actions of a deck that change something; nil where none does.
    private func part(
        of count: Int, _ deck: inout ActionDeck, from state: JSON, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> Life.Part? {
        var part = Life.Part(actions: [], end: .kill, state: state)
        for _ in 0..<Self.draws + count where part.actions.count < count {
            guard let action = deck.draw(in: part.state), !action.isExtreme,
                try await session.isPerformed(action)
            else { continue }
            let next = try await session.state()
            guard !profile.isSame(next, part.state) else { continue }
            part.actions.append(action)
            part.state = next
        }
        return profile.isSame(part.state, state) ? nil : part
    }
}

extension TargetProfile {
    /// How many kinds of actions are done alone, or each after each other one.
    private static let kindLimit = 6

    /// The names of the actions that it carries out and that leave it in the foreground, the first of them.
    var kindsOfActions: ArraySlice<String> {
        performed.sorted().filter { !leavesInBackground($0) }.prefix(Self.kindLimit)
    }
}

extension ArgumentSchema {
    /// The names of the arguments that are texts of any kind.
    fileprivate var freeTexts: [String] {
        arguments.compactMap { name, schema in
            guard schema.alternatives == nil,
                schema.types.contains("string"),
                ["enum", "const", "pattern", "format"].allSatisfy({ schema[$0] == nil })
            else { return nil }
            return name
        }
    }
}
