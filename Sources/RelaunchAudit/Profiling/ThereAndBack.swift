import Relaunch
import RelaunchProtocol

extension Probe {
    /// How many values of a choice are gone back to.
    private static let choiceLimit = 4
    /// How many choices are made beside others.
    private static let wayLimit = 12

    /// A life in which each part but the first chooses the other values of a few, and then that again which was
    /// there before, or gives another number or text and then that which was there at first: files often leave
    /// out what is as it was at first, and what a choice has cut off while it was another one.
    func thereAndBack(
        after first: Life.Part, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        let names = profile.kindsOfActions
        var (parts, state) = try await begin(with: first, session)
        for name in names {
            let schema = profile.schema(of: name)
            var deck = makeDeck(name, profile)
            for (argument, values) in schema.choices {
                guard let action = deck.draw(in: state), !action.isExtreme else { continue }
                let choices = values.prefix(Self.choiceLimit).map { value in
                    var choice = action
                    choice.arguments[argument] = value
                    return choice
                }
                // Each is the one that is gone back to once: nobody says which one was there at first.
                for (index, choice) in choices.enumerated() {
                    var part = Life.Part(actions: [], end: .kill, state: state)
                    let others = choices[(index + 1)...] + choices[..<index]
                    let far = farthest(names.filter { $0 != name }, in: state, profile)
                    var isChanged = false
                    for action in far + others + [choice] {
                        guard try await session.isPerformed(action) else { continue }
                        part.actions.append(action)
                        let next = try await session.state()
                        isChanged = isChanged || !profile.isSame(next, part.state)
                        part.state = next
                    }
                    state = part.state
                    if isChanged { parts.append(part) }
                }
            }
            if let part = try await backToFirst(name, from: state, profile, session) {
                parts.append(part)
                state = part.state
            }
        }
        return parts.count > 1 ? Life(name: "each choice there and back", parts: parts) : nil
    }

    /// An action, and the same with the values that were there at first where what it gives is shown as it is; nil
    /// where it is refused.
    private func backToFirst(
        _ name: String, from state: JSON, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life.Part? {
        var deck = makeDeck(name, profile)
        guard let away = deck.draw(in: state), !away.isExtreme,
            try await session.isPerformed(away)
        else { return nil }
        let changed = profile.leaves(of: try await session.state())
        let first = profile.leaves(of: profile.initialState)
        let before = profile.leaves(of: state)
        var back = away
        for (argument, value) in away.arguments {
            let leaf = changed.first { $0.value == value && before[$0.key] != value }?.key
            if let leaf, let its = first[leaf] { back.arguments[argument] = its }
        }
        var part = Life.Part(actions: [away], end: .kill)
        if back.arguments != away.arguments,
            profile.schema(of: name).allows(.object(JSON.Members(back.arguments))),
            try await session.isPerformed(back)
        {
            part.actions.append(back)
        }
        part.state = try await session.state()
        return part
    }

    /// Each choice, after all other kinds of actions have led away from what was there at first: an update may set
    /// back what counts beside one choice alone.
    func choicesBesideOthers(
        _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> [[DrawnAction]] {
        let names = profile.kindsOfActions
        var ways: [[DrawnAction]] = []
        for name in names where names.count > 1 {
            for (argument, values) in profile.schema(of: name).choices {
                for value in values.prefix(Self.choiceLimit) where ways.count < Self.wayLimit {
                    do {
                        ways += [
                            try await choice(name, argument, value, profile, session)
                        ].compactMap(\.self)
                    } catch let failure as StepFailure where failure.blame == .target {
                        try session.terminateAndReap()
                    }
                }
            }
        }
        return ways
    }

    /// A choice after one action of each other kind; nil where it cannot be made.
    private func choice(
        _ name: String, _ argument: String, _ value: JSON, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> [DrawnAction]? {
        try await session.begin()
        var way: [DrawnAction] = []
        for other in profile.kindsOfActions where other != name {
            if let away = try await change(by: other, profile, session) { way.append(away) }
        }
        var deck = makeDeck(name, profile)
        let state = try await session.state()
        guard !way.isEmpty, var choice = deck.draw(in: state), !choice.isExtreme else { return nil }
        choice.arguments[argument] = value
        return try await session.isPerformed(choice) ? way + [choice] : nil
    }

    /// A life of one action of each kind that takes numbers, with these as large as they may be.
    func largestNumbers(
        after first: Life.Part, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> Life? {
        let (parts, state) = try await begin(with: first, session)
        var part = Life.Part(actions: [], end: .kill, state: state)
        for action in farthest(profile.kindsOfActions, in: state, profile) {
            guard try await session.isPerformed(action) else { continue }
            part.actions.append(action)
            part.state = try await session.state()
        }
        if profile.isSame(part.state, state) { return nil }
        return Life(name: "the largest numbers", parts: parts + [part])
    }

    /// One action of each kind that takes numbers, with these as large as they may be.
    private func farthest(
        _ names: some Sequence<String>, in state: JSON, _ profile: TargetProfile
    ) -> [DrawnAction] {
        names.compactMap { name in
            let largest = profile.schema(of: name).largest
            var deck = makeDeck(name, profile)
            guard !largest.isEmpty, var action = deck.draw(in: state), !action.isExtreme else {
                return nil
            }
            for (argument, value) in largest { action.arguments[argument] = value }
            return action
        }
    }
}

extension ArgumentSchema {
    /// The arguments that are one of a few values, and these.
    fileprivate var choices: [(name: String, values: [JSON])] {
        arguments.compactMap { name, schema in
            let isSwitch = schema.types == ["boolean"]
            let values = schema["enum"]?.array ?? (isSwitch ? [true, false] : [])
            return values.count > 1 ? (name, values) : nil
        }
    }

    /// The largest value of each argument that is a whole number with a bound.
    fileprivate var largest: [(name: String, value: JSON)] {
        arguments.compactMap { name, schema in
            guard schema.types == ["integer"],
                let most = schema.numbers.wholeHigh.flatMap(schema.numbers.whole(near:))
            else { return nil }
            return (name, .integer(most))
        }
    }
}
