import Relaunch
import RelaunchProtocol

// Pairs of actions from a first launch on: what only one of them leaves, the next one of a long way often undoes.
extension Probe {
    /// How many pairs are kept that lose something: one shows it.
    private static let losingLimit = 2

    /// Adds the pairs of which a plain death takes something, where it takes nothing of the walks that were drawn.
    func findLosingPairs(
        _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        let seen = profile
        guard !profile.effort.isReduced,
            Diagnosis.rules.contains(where: { options.includes($0.number) }),
            seen.allWalks.allSatisfy({ $0.diagnosis(in: seen).findings.isEmpty })
        else { return }
        var found = 0
        for first in profile.kindsOfActions {
            for second in profile.kindsOfActions where found < Self.losingLimit {
                do {
                    guard let walk = try await losingPair(first, second, profile, session) else {
                        continue
                    }
                    profile.allWalks.append(walk)
                    profile.noteOrderLost(in: walk)
                    found += 1
                } catch let failure as StepFailure where failure.blame == .target {
                    try session.terminateAndReap()
                    profile.notes.append(
                        "\(first) and \(second), from a first launch on: \(failure.message)")
                    // Each hang takes as long as a target may take for anything.
                    if failure.kind == .timedOut { return }
                }
            }
        }
        try await session.killIfRunning()
    }

    /// A walk of two actions that a plain death takes something of, each time; nil where it does not.
    private func losingPair(
        _ first: String, _ second: String, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> ActionWalk? {
        do {
            try await session.begin()
            var actions: [DrawnAction] = []
            for name in [first, second] {
                guard let action = try await change(by: name, profile, session) else { return nil }
                actions.append(action)
            }
            let state = try await session.state()
            let cut = WalkDraw.Cut(
                first: actions, second: [], firstState: state, secondState: state)
            var walk = ActionWalk(cut, name: "\(first) and \(second)")
            try await session.deliver(.background)
            let saved = try await session.state()
            try await session.kill(.system, where: "by the probe")
            walk.generation = try await session.nextGeneration(after: saved, typed: walk.typed)
            try await session.killIfRunning()
            if walk.diagnosis(in: profile).findings.isEmpty { return nil }
            var again = profile
            try await replay(&walk, &again, session)
            // What differs from time to time tells of no death.
            let isSteady = again.volatileLeaves == profile.volatileLeaves
            return isSteady && !walk.diagnosis(in: profile).findings.isEmpty ? walk : nil
        } catch let failure as StepFailure where failure.kind == .refused {
            // It cannot be repeated.
            try session.terminateAndReap()
            return nil
        }
    }

    /// An ordinary action of a kind that changes something, done; nil where none of those drawn does.
    func change(
        by name: String, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> DrawnAction? {
        var deck = makeDeck(name, profile)
        return try await session.change(by: &deck, in: profile)
    }
}

extension Session {
    /// How often an action is drawn until it changes something.
    private static let draws = 8

    /// An ordinary action of a deck that changes something, done; nil where none of those drawn does.
    func change(by deck: inout ActionDeck, in profile: TargetProfile) async throws -> DrawnAction? {
        let state = try await state()
        for _ in 0..<Self.draws {
            guard let action = deck.draw(in: state), !action.isExtreme,
                try await isPerformed(action)
            else { continue }
            if try await !profile.isSame(self.state(), state) { return action }
        }
        return nil
    }
}
