import CrashStates
import Relaunch
import RelaunchProtocol

/// Actions in several parts. Each part is saved, and ends a launch or not: what the law of all rules is
/// tried with, that a life with deaths in it equals a life without them.
package struct Life: Sendable, Codable {
    /// Which actions these are, and which deaths.
    var name: String
    var parts: [Part]
    /// The hour of the day at which it begins; nil where that is nothing to it.
    var hour: Int?

    struct Part: Sendable, Codable {
        var actions: [DrawnAction]
        var end: End
        /// The state that a life without deaths shows when this part is saved.
        var state = JSON.null
    }

    /// What comes after the save of a part.
    enum End: Sendable, Equatable, Codable {
        /// The app comes back to the foreground.
        case comeback
        case kill
        /// Killed, launched, and killed before anything is done.
        case killTwice
        case quit, terminate, crash
        /// Killed, and launched where something else is not as it was, or where it is that again.
        case changed(Surrounding)
        case changedBack(Surrounding)

        /// What is changed for the next launch.
        var surrounding: Surrounding? {
            switch self {
            case .changed(let surrounding), .changedBack(let surrounding): surrounding
            default: nil
            }
        }

        /// What differs around the next launch, where this differed around the one before.
        func surrounding(after before: Surrounding?) -> Surrounding? {
            switch self {
            case .changed(let surrounding): surrounding
            case .changedBack: nil
            default: before
            }
        }
    }

    /// The texts, numbers and answers that the actions give to the app.
    var given: Set<JSON> { parts.flatMap(\.actions).given }

    var steps: [any Step] {
        var steps: [any Step] = [Launch()]
        for part in parts {
            steps += part.actions.map(\.step)
            steps += [Background()] + part.end.steps
        }
        return steps
    }

    /// The life as lines, a launch each: so many of its last steps.
    func lines(atMost limit: Int) -> [String] {
        let left = steps.count - limit
        var lines = left > 0 ? ["… \(Phrases.count(left, "earlier step", "earlier steps"))"] : []
        for step in steps.suffix(limit) {
            if step is Launch || lines.isEmpty {
                lines.append(step.text)
            } else {
                lines[lines.count - 1] += "; " + step.text
            }
        }
        return lines
    }

    /// The same parts with other ends, in turn.
    func ending(_ ends: End..., as name: String) -> Life { ending(ends, as: name) }

    func ending(_ ends: [End], as name: String) -> Life {
        var life = self
        life.name = "\(name), \(self.name)"
        life.hour = ends.compactMap(\.surrounding?.hour).first
        for index in parts.indices { life.parts[index].end = ends[index % ends.count] }
        // A life without a death at its end could lose its last part.
        if life.parts.last?.end == .comeback { life.parts[parts.count - 1].end = .kill }
        return life
    }

    /// All up to a part in one launch, and then the end of that part.
    func inOneLaunch(upTo index: Int) -> Life {
        let actions = parts[...index].flatMap(\.actions)
        // What is around it belongs to what may have taken something.
        let end = parts[index].end.surrounding == nil ? parts[index].end : .kill
        return Life(name: name, parts: [Part(actions: actions, end: end)])
    }
}

extension Life.End {
    /// What the app is to live through once it is in the background, up to the next actions.
    var steps: [any Step] {
        switch self {
        case .comeback: [Foreground()]
        case .kill: [Kill(.system), Launch()]
        case .killTwice: [Kill(.system), Launch(), Kill(.system), Launch()]
        case .quit: [Foreground(), Quit(), Launch()]
        case .terminate: [Kill(.terminate), Launch()]
        case .crash: [Foreground(), Kill(.crash(.SIGSEGV)), Launch()]
        case .changed(let surrounding):
            [ChangeSurroundings(surrounding: surrounding), Launch()]
        case .changedBack(let surrounding):
            [ChangeSurroundings(surrounding: surrounding, isBack: true), Launch()]
        }
    }

    /// Whether it comes where the system has stopped the app.
    var isInBackground: Bool {
        switch self {
        case .kill, .killTwice, .terminate, .changed, .changedBack: true
        case .comeback, .quit, .crash: false
        }
    }

    var words: String {
        switch self {
        case .comeback: "came back without a death"
        case .kill: "was killed in the background"
        case .killTwice: "was killed in the background, as was the launch after it"
        case .quit: "was quit"
        case .terminate: "was ended by SIGTERM in the background"
        case .crash: "crashed after it had come back from the background"
        case .changed(let surrounding):
            "was killed in the background and launched again \(surrounding.words)"
        case .changedBack(let surrounding):
            "was killed in the background and launched again \(surrounding.wordsBack)"
        }
    }
}

extension Probe {
    /// How many launches a life has that do something.
    private static let partCount = 4
    /// The rules that are tried with lives, or stand on the one that is.
    private static let rulesOfLives = [
        "L1", "S2", "S13", "S15", "S16", "P1", "N8", "W2", "W6", "D16",
    ]

    /// Makes lives of walks that come back as a whole, so that a loss in them is no other rule's, and
    /// counts the walks of which none can be made.
    func findLives(_ profile: inout TargetProfile, _ session: isolated Session) async throws {
        guard Self.rulesOfLives.contains(where: options.includes) else { return }
        let chosen = Set(profile.walks.map(\.name))
        let others = profile.allWalks.filter { !chosen.contains($0.name) }
        // A walk that loses its second save is what is looked for.
        let ordered = profile.walks.filter(\.losesSecond) + profile.walks.filter { !$0.losesSecond }
        for walk in ordered + others where profile.lives.count < profile.effort.lifeCount {
            guard walk.generation.restored != nil, !walk.generation.leavesOut,
                walk.diagnosis(in: profile).losses.isEmpty
            else { continue }
            let stations = try await stations(of: walk, profile, session)
            let parts = profile.parts(of: stations, atMost: Self.partCount)
            if parts.count > 1 { profile.lives.append(Life(name: walk.name, parts: parts)) }
        }
        if let first = profile.lives.first?.parts[0] {
            func isNeeded(for rules: String...) -> Bool {
                !profile.effort.isReduced && rules.contains(where: options.includes)
            }
            let neighbours =
                isNeeded(for: "L1", "W2")
                ? try await lifeOfNeighbours(after: first, profile, session) : nil
            let isShared = profile.hello.multipleInstances && isNeeded(for: "D16")
            if isShared || isNeeded(for: "L1", "S13", "W2", "W6") {
                profile.longLife = try await longLife(after: first, profile, session)
            }
            if isNeeded(for: "L1", "W2") {
                profile.choices = try await thereAndBack(after: first, profile, session)
            }
            if options.includes("L1") {
                profile.singleLives = try await singleLives(
                    after: first, neighbours, profile, session)
            }
            if options.includes("W6") {
                profile.lifeOfEach = try await lifeOfEach(after: first, profile, session)
            }
            if options.includes("W2"), profile.hasBundle {
                profile.livesThroughUpdate = neighbours?.beginnings ?? []
                let largest =
                    isNeeded(for: "W2")
                    ? try await largestNumbers(after: first, profile, session) : nil
                var ways = [profile.longLife, largest].compactMap(\.self).map { life in
                    (name: life.name, actions: life.parts.flatMap(\.actions))
                }
                if isNeeded(for: "W2") {
                    let choices = try await choicesBesideOthers(profile, session)
                    ways += choices.enumerated().map { index, actions in
                        (name: "choice \(index + 1) beside others", actions)
                    }
                }
                for way in ways {
                    let walk = try await walk(of: way.actions, named: way.name, profile, session)
                    if let walk { profile.walksThroughUpdate.append(walk) }
                }
            }
        }
        try await session.killIfRunning()
    }

    /// These actions one after the other, with nothing between them; nil where they cannot be repeated.
    func walk(
        of actions: [DrawnAction], named name: String, _ profile: TargetProfile,
        _ session: isolated Session
    ) async throws -> ActionWalk? {
        try await session.killIfRunning()
        do {
            try await session.begin(with: actions)
            let end = try await session.state()
            try await session.kill(.system, where: "by the probe")
            let cut = WalkDraw.Cut(first: actions, second: [], firstState: end, secondState: end)
            let part = FirstPart(of: ActionWalk(cut, name: name))
            return try await part.probed(by: self, profile, session)?.walk
        } catch let failure as StepFailure where session.targetLives && failure.kind != .timedOut {
            try session.terminateAndReap()
            return nil
        }
    }

    /// The actions of both parts of a walk that the target carries out, each with the state after it.
    private func stations(
        of walk: ActionWalk, _ profile: TargetProfile, _ session: isolated Session
    ) async throws -> [(action: DrawnAction, state: JSON)] {
        try await session.begin()
        var stations: [(action: DrawnAction, state: JSON)] = []
        for action in walk.first + walk.second where !profile.leavesInBackground(action.name) {
            guard try await session.isPerformed(action) else { continue }
            stations.append((action, try await session.state()))
        }
        return stations
    }
}

extension TargetProfile {
    /// The actions in parts of about the same number of changes, each of which ends with one.
    fileprivate func parts(
        of stations: [(action: DrawnAction, state: JSON)], atMost limit: Int
    ) -> [Life.Part] {
        var last = initialState
        var changes: [Int] = []
        for (index, station) in stations.enumerated() where !isSame(station.state, last) {
            changes.append(index)
            last = station.state
        }
        let count = min(limit, changes.count)
        var parts: [Life.Part] = []
        var begin = 0
        for number in 0..<count {
            let end = changes[(number + 1) * changes.count / count - 1]
            let state = stations[end].state
            // What leads back to what was saved before would not tell one save from the other.
            if isSame(state, parts.last?.state ?? initialState) { continue }
            parts.append(
                Life.Part(
                    actions: stations[begin...end].map(\.action), end: .kill, state: state))
            begin = end + 1
        }
        return parts
    }
}
