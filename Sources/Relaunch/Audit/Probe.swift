import RelaunchProtocol
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Drives a target to learn what it is like, before its rules are checked.
struct Probe: Step {
    /// How many walks are drawn.
    static let walkCount = 4
    /// How many actions are tried for one part of a walk.
    static let drawLimit = 40

    let options: AuditOptions
    let result: ProbeResult
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: 1)
    var text: String { "Probe()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let (hello, initial) = try await introduce(session)
        guard !hello.actions.isEmpty else {
            throw StepFailure(
                "the target announces no actions, so its state cannot be changed",
                expected: "at least one in 'hello'", actual: "none")
        }
        var profile = TargetProfile(
            hello: hello, initialState: initial, volatilePaths: [], walks: [],
            saving: LaunchRecord(), restoring: LaunchRecord(), files: [], options: options)
        var volatile: Set<String> = []
        for number in 1...Self.walkCount {
            guard var walk = try await drawWalk(number, hello, session) else { continue }
            volatile.formUnion(try await differences(of: walk, session))
            walk.plainDeath = try await observeDeath(of: walk, session)
            profile.walks.append(walk)
        }
        profile.volatilePaths = volatile.sorted()
        profile.walks.removeAll { !$0.isVisible(from: initial, ignoring: volatile) }
        guard let walk = profile.walks.first else {
            throw StepFailure(
                "no action that was tried has changed the target's state",
                expected: "actions of 'hello' that can be seen in 'state'",
                actual: hello.actions.keys.sorted().joined(separator: ", "))
        }
        try await observeGeneration(walk, &profile, session)
        result.set(profile)
        return .step
    }

    private func introduce(_ session: isolated Session) async throws -> (Hello, JSON) {
        try await session.launch()
        defer { result.noteHello(session.record.hello) }
        let state = try await session.state()
        let hello = session.record.hello
        try await session.kill(.system, where: "by the probe")
        guard let hello else { throw StepFailure("the target did not introduce itself") }
        return (hello, state)
    }

    // MARK: Walks

    private func launchFresh(_ session: isolated Session) async throws {
        try session.container.replaceContents(with: nil)
        try await session.launch()
    }

    private func drawWalk(
        _ number: Int, _ hello: Hello, _ session: isolated Session
    ) async throws -> ActionWalk? {
        try await launchFresh(session)
        var deck = ActionDeck(hello.actions, seed: options.seed &+ UInt64(number))
        var state = try await session.state()
        guard let first = try await drawPart(&deck, &state, session) else {
            try await session.kill(.system, where: "by the probe")
            return nil
        }
        let firstState = state
        let second = try await drawPart(&deck, &state, session)
        try await session.kill(.system, where: "by the probe")
        guard let second else { return nil }
        return ActionWalk(
            name: "walk \(number)", first: first, second: second, firstState: firstState,
            secondState: state)
    }

    /// Draws actions until the state has changed a few times; nil where it never did.
    private func drawPart(
        _ deck: inout ActionDeck, _ state: inout JSON, _ session: isolated Session
    ) async throws -> [DrawnAction]? {
        let start = state
        var wanted = deck.number(in: 1...5)
        var actions: [DrawnAction] = []
        for _ in 0..<Self.drawLimit {
            guard let action = deck.draw(in: state) else { return nil }
            do { try await session.perform(action.name, action.arguments) } catch let error
                as StepFailure
            {
                // It may refuse what makes no sense where it is; it may not die of it.
                guard session.targetLives else { throw death(of: action, error) }
                continue
            }
            actions.append(action)
            let next = try await session.state()
            if next.withoutInstances != state.withoutInstances { wanted -= 1 }
            state = next
            if wanted <= 0, state.withoutInstances != start.withoutInstances { return actions }
        }
        return state.withoutInstances == start.withoutInstances ? nil : actions
    }

    private func death(of action: DrawnAction, _ error: StepFailure) -> StepFailure {
        var error = error
        error.message = "while performing \(action.step.text): \(error.message)"
        return error
    }

    /// Where the state differs when the same is done again.
    private func differences(
        of walk: ActionWalk, _ session: isolated Session
    ) async throws -> Set<String> {
        try await launchFresh(session)
        for action in walk.first { try await session.perform(action.name, action.arguments) }
        let first = try await session.state().differences(from: walk.firstState)
        for action in walk.second { try await session.perform(action.name, action.arguments) }
        let second = try await session.state().differences(from: walk.secondState)
        try await session.kill(.system, where: "by the probe")
        return first.union(second)
    }

    // MARK: A save and what comes back

    /// What comes back after a plain death; nil where the target does not live through it.
    private func observeDeath(
        of walk: ActionWalk, _ session: isolated Session
    ) async throws -> PlainDeath? {
        try await launchFresh(session)
        do {
            for action in walk.first { try await session.perform(action.name, action.arguments) }
            return try await session.observePlainDeath()
        } catch let failure as StepFailure where failure.blame == .target {
            try session.bury()
            return nil
        }
    }

    private func observeGeneration(
        _ walk: ActionWalk, _ profile: inout TargetProfile, _ session: isolated Session
    ) async throws {
        try await launchFresh(session)
        for action in walk.first { try await session.perform(action.name, action.arguments) }
        try await session.deliver(.background)
        profile.saving = session.record
        try await session.kill(.system, where: "by the probe")
        profile.files = session.container.regularFiles
        guard let death = walk.plainDeath else { return }
        profile.restoring = death.record
    }
}

/// What the probe has learnt, for whoever had it run.
final class ProbeResult: Sendable {
    private let contents = Mutex<(profile: TargetProfile?, hello: Hello?)>((nil, nil))

    func set(_ profile: TargetProfile) { contents.withLock { $0.profile = profile } }
    func noteHello(_ hello: Hello?) { contents.withLock { $0.hello = hello } }

    var profile: TargetProfile? { contents.withLock { $0.profile } }
}

extension ActionWalk {
    /// Whether its states differ from that of a first launch, and from each other, in what counts.
    fileprivate func isVisible(from initial: JSON, ignoring volatile: Set<String>) -> Bool {
        !firstState.differences(from: initial).isSubset(of: volatile)
            && !secondState.differences(from: firstState).isSubset(of: volatile)
    }
}

extension JSON {
    /// The paths at which two states differ, as ``JSONPath`` reads them.
    fileprivate func differences(from other: JSON) -> Set<String> {
        let mine = leaves
        let others = other.leaves
        let names = Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }
        return Set(names.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
    }
}

extension Session {
    /// Whether the launched target has not ended.
    fileprivate var targetLives: Bool {
        guard let running else { return false }
        return running.process.map { $0.exitStatus == nil } ?? true
    }
}

extension Container {
    /// The paths of the files in it.
    fileprivate var regularFiles: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            let type = try? FileManager.default.attributesOfItem(atPath: self.path(name))[.type]
            return type as? FileAttributeType == .typeRegular
        }.sorted()
    }
}
