import Relaunch
import RelaunchProtocol

/// Launches a second instance while the first one waits in the foreground with what was restored. It
/// saves in the background, and both are killed. It may refuse to start.
struct SecondInstance: AuditStep {
    var text: String { "SecondInstance()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        _ = try await session.launchAside()
        session.log("launched, and left in the foreground")
        if try await session.launchSecond() {
            session.log("a second instance saves in the background, and both are killed")
            try await session.deliver(.background)
        }
        try session.terminateAndReap()
        return .step
    }
}

/// Opens two instances, does something in one of them, which saves it in the background, and has the
/// other one, in which nothing was done, save after it (rule D16). Both are killed.
struct UseOneOfTwoInstances: AuditStep {
    let walk: ActionWalk
    /// Whether the second is used, or the first.
    let usesSecond: Bool
    let profile: TargetProfile

    var text: String { "UseOneOfTwoInstances(.\(usesSecond ? "second" : "first"))" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let first = try await session.launchAside()
        guard try await session.launchSecond(), let second = session.running else {
            try session.terminateAndReap()
            return .step
        }
        session.log("two instances are open")
        let (used, idle) = usesSecond ? (second, first) : (first, second)
        let (usedName, idleName) = usesSecond ? ("second", "first") : ("first", "second")
        let others = try await idle.state(in: session)
        let isShared = profile.isSame(try await used.state(in: session), others)
        for action in walk.second {
            do {
                _ = try await used.perform(
                    action.name, action.arguments, killedAt: nil, in: session)
                session.log("\(action.step.text), in the \(usedName)")
            } catch let failure as StepFailure where failure.kind == .refused { continue }
        }
        let own = try await used.state(in: session)
        for (instance, words) in [(used, "it"), (idle, "the other one")] {
            _ = try await instance.deliver(.background, killedAt: nil, in: session)
            session.log("\(words) saves in the background")
        }
        try session.terminateAndReap()
        session.lastKillPoint = "SIGKILL, both in the background"
        try await session.launch()
        let shown = try await session.state()
        let expected = isShared ? walk.secondRestored ?? walk.restored : own
        // Where each has what is its own, the next launch may show both.
        let isKept =
            isShared
            ? profile.isSame(expected, shown)
            : shown.shownTexts.isSuperset(of: others.shownTexts.union(own.shownTexts))
        if isKept { return .step }
        throw StepFailure(
            "two instances were open; what was done in the \(usedName) one and saved is lost when the "
                + "\(idleName) one, in which nothing was done, saves after it",
            expected: "what was saved",
            difference: profile.difference(expected: expected, actual: shown))
    }
}

/// Does much in an instance, opens a second one, in which nothing is done, and goes on in the first (rule D16).
/// The first saves in the background, and both are killed. What comes back must be what comes of the first alone:
/// a launch that finds much may tidy it up under the other one's hands.
struct OpenSecondLater: AuditStep {
    let walk: ActionWalk
    let profile: TargetProfile

    var text: String { "OpenSecondLater()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        // What is refused is left out from now on.
        var many =
            profile.longLife.map { $0.parts.flatMap(\.actions) } ?? walk.second + walk.first
        var more = walk.second
        guard let expected = try await restored(&many, &more, besideSecond: false, session),
            let shown = try await restored(&many, &more, besideSecond: true, session),
            !profile.isSame(expected, shown),
            // What differs from time to time is not the second one's.
            let again = try await restored(&many, &more, besideSecond: false, session),
            profile.isSame(expected, again)
        else {
            try session.terminateAndReap()
            return .step
        }
        throw StepFailure(
            "a second instance was opened while the first was in use, and nothing was done in it; what was done "
                + "in the first after that, and saved, is not what comes back",
            expected: "what comes back where the second one is not opened",
            difference: profile.difference(expected: expected, actual: shown))
    }

    /// What comes back; nil where the second one is refused or shows something else than the first, and where
    /// the first cannot do what it can do alone.
    private func restored(
        _ many: inout [DrawnAction], _ more: inout [DrawnAction], besideSecond: Bool,
        _ session: isolated Session
    ) async throws -> JSON? {
        try await session.begin(with: walk.first)
        try await session.deliver(.background)
        try session.terminateAndReap()
        let first = try await session.launchAside()
        do {
            let count = many.count
            many = try await performed(many, first, session)
            guard !besideSecond || many.count == count else { return nil }
            _ = try await first.deliver(.background, killedAt: nil, in: session)
            _ = try await first.deliver(.foreground, killedAt: nil, in: session)
            session.log("much is done in the first one, and saved")
            if besideSecond, try await !isAlike(first, session) { return nil }
            let rest = more.count
            more = try await performed(more, first, session)
            guard !besideSecond || more.count == rest else { return nil }
            _ = try await first.deliver(.background, killedAt: nil, in: session)
        } catch let failure as StepFailure where failure.kind == .refused {
            session.log("refused: \(failure.message)")
            return nil
        }
        session.log("the first one goes on, and saves in the background")
        let isSaved = session.record.issues.isEmpty
        try session.terminateAndReap()
        session.lastKillPoint = "SIGKILL, in the background"
        try await session.launch()
        return isSaved ? try await session.state() : nil
    }

    /// Whether a second instance can be opened and shows the same. It goes to the background, so that its end is
    /// no crash.
    private func isAlike(
        _ first: any RunningTarget, _ session: isolated Session
    ) async throws -> Bool {
        guard try await session.launchSecond(), let second = session.running else { return false }
        session.log("a second one is opened, and goes to the background")
        let shown = try await second.state(in: session)
        _ = try await second.deliver(.background, killedAt: nil, in: session)
        return profile.isSame(try await first.state(in: session), shown)
    }

    /// These actions, without those that are refused.
    private func performed(
        _ actions: [DrawnAction], _ instance: any RunningTarget, _ session: isolated Session
    ) async throws -> [DrawnAction] {
        var performed: [DrawnAction] = []
        for action in actions {
            do {
                _ = try await instance.perform(
                    action.name, action.arguments, killedAt: nil, in: session)
                performed.append(action)
            } catch let failure as StepFailure where failure.kind == .refused { continue }
        }
        return performed
    }
}

extension JSON {
    /// The texts in it, wherever they are.
    var shownTexts: Set<String> {
        Set(leaves.values.compactMap(\.string).filter { !$0.isEmpty })
    }
}

extension Session {
    /// Launches the target, which goes on beside the next one that is launched.
    func launchAside(until kill: ArmedKill? = nil) async throws -> any RunningTarget {
        try await target.driver.launch(
            LaunchRequest(
                executable: executable, arguments: target.arguments, environment: environment(),
                kill: kill, observations: [], device: world.device), in: self)
    }

    /// Whether a launch beside another one goes through.
    func launchSecond() async throws -> Bool {
        do {
            try await launch()
            return true
        } catch let failure as StepFailure where failure.blame == .target {
            log("the second launch is refused: \(failure.message)")
            record = LaunchRecord()
            return false
        }
    }
}
