import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol

/// Lives through one life and judges it as it goes.
struct LifeWitness {
    let knowledge: TargetKnowledge
    /// Leaves that a plain death never brings back: they are reported once, and not here.
    let lostLeaves: Set<String>
    /// Leaves that show another version.
    var versionLeaves: Set<String> = []
    /// How long after the last move it is looked at for the last time.
    var pause = Duration.zero
    var course = Course()
    var belief = Belief()
    private var draw: TargetKnowledge.Draw?
    /// What it shows now.
    var shown: JSON = .null
    let isCompared: Bool
    /// Whether a command has been looked at since a death: as others run, it then can be asked.
    var isLookedAt = false

    init(knowledge: TargetKnowledge, isCompared: Bool, masksLosses: Bool = true) {
        self.knowledge = knowledge
        lostLeaves = masksLosses ? knowledge.lostLeaves : []
        self.isCompared = isCompared
        belief.candidates = [knowledge.initialState]
    }

    /// Goes on up to the first breach.
    mutating func live(
        _ life: StressLife, in session: isolated Session
    ) async throws -> Course {
        try await session.setUp()
        let lastSave = life.moves.lastIndex(of: .background)
        var kept: SavedPart.Contents?
        for (index, move) in life.moves.enumerated() {
            if let part = life.partPutBack {
                if index == lastSave { kept = part.contents(in: session, knowledge) }
                if move == .launch, let kept { try part.putBack(kept, in: session, knowledge) }
            }
            if move.launches, !knowledge.isCommand {
                session.expectRecordings(life.moves.recordings(fromLaunchAt: index))
            }
            if let breach = try await witness(move, session) {
                course.breach = breach
                course.last = shown
                return course
            }
        }
        if pause > .zero, session.isTargetRunning, !session.isSuspended {
            try await Task.sleep(for: pause)
            shown = try await session.state()
        }
        course.last = shown
        if session.isTargetRunning { try await session.kill(.system, where: "at the end") }
        if life.watchesOutside, isOwed(.writesOutside) {
            let places = session.placesWrittenOutside
            if let first = places.first {
                let count = Phrases.count(places.count, "place", "places")
                course.breach = breach(
                    .writesOutside, "it writes to \(count) outside of its container: \(first)")
            }
        }
        return course
    }

    // MARK: States

    /// Whether two states are the same in what counts.
    func isSame(_ state: JSON, _ other: JSON) -> Bool { differences(state, other).isEmpty }

    func differences(_ state: JSON, _ other: JSON) -> [String] {
        if state == other { return [] }
        let masked = belief.isUpdated ? lostLeaves.union(versionLeaves) : lostLeaves
        let all = knowledge.differences(state, other)
        return masked.isEmpty ? all : all.filter { !masked.contains($0.withoutElementNumbers) }
    }

    /// Whether the target does not say that it does otherwise by design.
    func isOwed(_ clause: Breach.Clause) -> Bool {
        clause.rule.map(knowledge.breaksByDesign) != true
    }

    func breach(
        _ clause: Breach.Clause, _ message: String, expected: JSON? = nil, shown: JSON? = nil
    ) -> Breach {
        var leaf = ""
        if let expected, let shown {
            // Rather what is not there than that there is nothing else.
            let all = differences(expected, shown)
            let leaves = expected.leaves
            leaf = all.first { leaves[$0] != nil } ?? all.first ?? ""
        }
        return Breach(
            clause: clause, move: max(0, course.moves.count - 1), death: belief.death,
            call: belief.call, leaf: leaf.withoutElementNumbers, message: message,
            place: belief.place, expected: expected.map(knowledge.comparable),
            shown: shown.map(knowledge.comparable))
    }

    mutating func note(_ move: Move) {
        course.moves.append(move)
        course.reached.insert("move \(move.kind)")
    }

    mutating func noteIssues(_ session: isolated Session) {
        course.issues.formUnion(session.record.issues.compactMap(\.rule))
    }

    // MARK: Moves

    private mutating func witness(
        _ move: Move, _ session: isolated Session
    ) async throws -> Breach? {
        // What a shorter life leaves out may make a move impossible: it is left out as well.
        guard isPossible(move, session) else { return nil }
        switch move {
        case .launch: return try await launch(session)
        case .act(let seed): return try await act(seed, session)
        case .actOnData(let seed):
            return try await act(seed, among: knowledge.dataActions, session)
        case .perform(let action): return try await perform(action, isExtreme: false, session)
        case .background: return try await background(session)
        case .foreground: return try await foreground(session)
        case .memoryWarning: return try await warn(session)
        case .kill(let manner): return try await kill(manner, session)
        case .quit: return try await quit(session)
        case .die(let operation, let point, let manner):
            return operation == .saving
                ? try await dieSaving(move, point, manner, session)
                : try await dieLaunching(move, point, manner, session)
        case .dieInside(let operation, let death, let share):
            return try await dieInside(move, operation, death, share, session)
        case .dieActing(let seed, let death, let share):
            guard let action = drawn(seed, among: knowledge.dataActions)?.action else {
                return nil
            }
            return try await dieInside(action, death, share, session)
        case .dieInsideAction(let action, let death, let share):
            return try await dieInside(action, death, share, session)
        case .failSaving(let call, let fault, let lasting, let ordinal):
            return try await failSaving(move, call, fault, lasting, ordinal, session)
        case .damage, .purgeCaches, .update, .moveClock, .changeIdiom, .lockDevice, .unlockDevice:
            return try await changeWorld(move, session)
        }
    }

    private func isPossible(_ move: Move, _ session: isolated Session) -> Bool {
        let isAwake =
            knowledge.isCommand ? isLookedAt : session.isTargetRunning && !session.isSuspended
        if move.launches {
            return knowledge.isCommand && move == .launch || !session.isTargetRunning
        }
        switch move {
        case .launch, .die, .dieInside, .act, .actOnData, .perform, .background, .memoryWarning,
            .dieActing, .dieInsideAction, .failSaving, .quit:
            return isAwake
        case .foreground: return session.isSuspended
        case .kill: return session.isTargetRunning
        case .damage(.savedState, _):
            return !session.isTargetRunning && hasFiles(of: session)
        case .damage(.file(let path), _):
            return !session.isTargetRunning && session.container.regularFileExists(path)
        case .purgeCaches, .update, .moveClock, .changeIdiom: return !session.isTargetRunning
        case .lockDevice: return !belief.isLocked
        case .unlockDevice: return belief.isLocked
        }
    }

    private func hasFiles(of session: isolated Session) -> Bool {
        knowledge.hello.savedState.contains { path in
            Container.isInside(path) && !session.container.files(below: path).isEmpty
        }
    }

    /// How many actions are drawn at most to find one of some.
    private static let drawLimit = 20

    /// The next action; one of these where names are given.
    private mutating func drawn(
        _ seed: UInt64, among names: Set<String>? = nil
    ) -> (action: TargetKnowledge.Action, isExtreme: Bool)? {
        if draw == nil { draw = knowledge.draw(seed: seed) }
        for _ in 0..<Self.drawLimit {
            guard let next = draw?.next(in: shown) else { return nil }
            if names?.contains(next.action.name) ?? true { return next }
        }
        return nil
    }

    private mutating func act(
        _ seed: UInt64, among names: Set<String>? = nil, _ session: isolated Session
    ) async throws -> Breach? {
        guard let drawn = drawn(seed, among: names) else { return nil }
        let before = shown
        let breach = try await perform(drawn.action, isExtreme: drawn.isExtreme, session)
        if breach == nil, before != shown { draw?.noteEffect(of: drawn.action) }
        return breach
    }

    /// The first invariant of the suite that does not hold now.
    mutating func brokenInvariant(_ session: isolated Session) async throws -> Breach? {
        guard let broken = try await session.brokenInvariant() else { return nil }
        var breach = breach(
            .invariant, "'\(broken.name)' does not hold: \(broken.failure.message)")
        breach.rule = broken.name
        return breach
    }

    private mutating func perform(
        _ action: TargetKnowledge.Action, isExtreme: Bool, _ session: isolated Session
    ) async throws -> Breach? {
        var refusal: StepFailure?
        do {
            try await session.perform(action.name, action.arguments)
        } catch let failure as StepFailure where isRefusal(failure, session) {
            // Its client says that it has refused. What it shows now it has to keep.
            refusal = failure
        } catch let failure as StepFailure where failure.isAnswer {
            return nil
        } catch let failure as StepFailure where failure.blame == .target {
            guard !isExtreme else {
                try session.terminateAndReap()
                // Nobody said that it can take such a value.
                belief.oweNothing()
                note(.perform(action))
                return nil
            }
            note(.perform(action))
            belief.death = "action"
            return breach(.endsByItself, "performing '\(action.name)': \(failure.message)")
        }
        return try await noteEnd(of: action, refusal, session)
    }

    private func isRefusal(_ failure: StepFailure, _ session: isolated Session) -> Bool {
        if failure.blame == .harness || failure.kind == .timedOut { return false }
        if knowledge.isCommand { return true }
        return failure.blame == .target && !knowledge.isApp && session.isTargetRunning
            && failure.kind != .ended
    }

    /// Notes an action that is over, done or refused.
    mutating func noteEnd(
        of action: TargetKnowledge.Action, _ refusal: StepFailure?, _ session: isolated Session
    ) async throws -> Breach? {
        note(.perform(action))
        course.reached.insert("action \(action.name)")
        if let refusal { note(refusal, of: action, session) }
        let now: JSON
        do { now = try await session.shownState() } catch let failure as StepFailure
            where failure.blame == .target
        {
            belief.death = "action"
            return breach(.endsByItself, "after '\(action.name)': \(failure.message)")
        }
        if knowledge.savesEachAction {
            belief.owe([now])
        } else {
            // Any action may change what the state does not show.
            belief.oweNothing()
        }
        belief.fileCounts = []
        belief.hasSuppressed = false
        belief.hasSavedSinceSuppressed = false
        belief.history.append(now)
        shown = now
        if knowledge.isCommand { course.after[course.moves.count - 1] = now }
        return try await brokenInvariant(session)
    }

    /// Notes that an action was refused. Whether a command does so because of a death, a life without it
    /// shows.
    private mutating func note(
        _ refusal: StepFailure, of action: TargetKnowledge.Action, _ session: isolated Session
    ) {
        let said = session.lastRun?.error.split(whereSeparator: \.isNewline).first.map(String.init)
        let words = [refusal.message, refusal.actual, said].compactMap { $0 }
        var breach = breach(
            .commandFails,
            "'\(action.name)' fails, and does not without the death before: "
                + words.joined(separator: ": "))
        if let interruption = belief.interruption {
            breach.death = interruption.death
            breach.call = interruption.call
            breach.place = interruption.place
        }
        course.refusals[course.moves.count - 1] = breach
    }

    private mutating func warn(_ session: isolated Session) async throws -> Breach? {
        try await session.deliver(.memoryWarning)
        note(.memoryWarning)
        let now = try await session.state()
        defer { shown = now }
        if isSame(shown, now) || !isOwed(.memoryWarning) { return nil }
        belief.death = "memory warning"
        return breach(
            .memoryWarning, "a memory warning has changed the state", expected: shown, shown: now)
    }
}

extension StepFailure {
    /// Whether the target lives and has refused, or could not be asked in this way.
    var isAnswer: Bool { kind == .refused || blame == .scenario }
}

extension Container {
    func regularFileExists(_ relative: String) -> Bool {
        FileDigest.digest(of: path(relative)) != nil
    }
}
