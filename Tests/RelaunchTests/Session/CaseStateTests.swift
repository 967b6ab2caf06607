import CrashStates
import RelaunchProtocol
import Testing

@testable import Relaunch

/// What a session takes along that goes on by itself: everything, but for what a fork resets.
@Suite struct CaseStateTests {
    /// What ``CaseState/forked(into:after:seed:)`` makes another one.
    private let reset: Set = ["inheritedLaunches", "generator", "world", "started"]

    /// A state in which no field is as at the beginning of a case.
    private func filled() throws -> CaseState {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let base = try TemporaryContainer(
            copying: Container(making: directory.newPath()), to: directory.newPath())
        var state = CaseState(
            seed: 7, sweeps: 3, control: ControlPlan(judgedLaunch: 2, launch: 1, isWiped: true))
        state.record.callbacks = ["application(_:didFinishLaunchingWithOptions:)"]
        state.hasSpoken = true
        state.debugged = DebuggedLaunch(number: 2) { _ in }
        state.launches = 4
        state.crashes = 2
        state.inheritedLaunches = 1
        state.latestLaunch = LatestLaunch(arguments: ["--fast"], environment: ["LANG": "C"])
        state.remembered = ["title": "groceries"]
        state.result = "done"
        state.lastRun = CompletedRun("sync", status: .exited(0), CapturedOutput())
        state.ladder = 3
        state.lastKillPoint = "in the background"
        state.lastFault = "`fsync 3`, call 2 of 9"
        state.lastOutput = "restoring\n"
        state.evidence.savedStates = ["old", "new"]
        state.timeline.append(TimelineEntry(time: 1, text: "launched"))
        state.notes = ["the target had ended by itself"]
        state.targetDies = ArmedKill(point: .after(.zero), time: .now)
        state.isPart = true
        state.isLookedAt = true
        state.expectedEnd = .success
        state.port = try? PickedPort()
        state.measurements = [
            MeasuredValue(program: "Vim", version: "9.0", question: "what is back", value: "all")
        ]
        let asked = ClientAction(client: 0, action: "set", arguments: ["key": "a"], asked: 0.5)
        state.history = [asked]
        state.clients = ClientsAtWork(base: base, stateBefore: ["a": "1"])
        state.blindWindow = BlindWindow.Result(lost: .seconds(1), kept: .seconds(2), probes: 5)
        state.growth = Repeat.Growth(
            rounds: 9, files: (1, 2), bytes: (3, 4), launch: (.seconds(1), .seconds(2)))
        state.isRandom = true
        _ = state.generator.next()
        state.lostChanges = 2
        state.plannedFault = PlannedFault(plan: nil) { _ in "a call failed" }
        state.world.isDiskFull = true
        state.world.sweptContainer = Container(existing: "/sweep")
        state.world.movedContainer = PrivateDirectory("/moved")
        state.started = .now - .seconds(60)
        return state
    }

    private func fields(of value: Any) -> [String: String] {
        let children = Mirror(reflecting: value).children.map { child in
            var text = ""
            dump(child.value, to: &text)
            return (child.label ?? "", text)
        }
        return Dictionary(children) { first, _ in first }
    }

    @Test func `every field goes along into a fork, but for those that a fork resets`() throws {
        let new = fields(of: CaseState(seed: 1, sweeps: 0, control: nil))
        let state = try filled()
        let before = fields(of: state)
        #expect(Set(before.keys) == Set(new.keys))
        for (name, text) in before {
            #expect(text != new[name], "\(name) is as in a new case: this test says nothing of it")
        }
        let after = fields(of: state.forked(into: nil, after: .seconds(5), seed: 7))
        for (name, text) in after where !reset.contains(name) {
            #expect(text == before[name], "\(name)")
        }
    }

    @Test func `a fork begins with its own launches, choices and place`() throws {
        let state = try filled()
        let fork = state.forked(into: Container(existing: "/states"), after: .seconds(5), seed: 7)
        #expect(fork.inheritedLaunches == 4)
        var generator = fork.generator
        var first = SeededGenerator(seed: 7)
        #expect(generator.next() == first.next())
        #expect(fork.world.sweptContainer?.path == "/states")
        #expect(fork.world.movedContainer == nil)
        #expect(fork.world.isDiskFull)
        #expect(fork.started == state.started + .seconds(5))
        #expect(state.forked(into: nil, after: .zero, seed: 7).world.sweptContainer == nil)
    }

    /// A new variable of a session belongs into its `caseState`, where a fork cannot forget it, unless
    /// it is one of these.
    @Test func `a session has no other variables than its processes and its place`() async throws {
        let pool = WorkerPool()
        let directory = try RunDirectory()
        defer { directory.remove() }
        let suite = Suite("Fields", target: .command("true")) { Scenario("one") { Launch() } }
        let session = try Session(
            scenario: suite.scenarios[0], target: suite.target, executable: "true",
            timeLimit: .seconds(1), seed: 1, observations: [], worker: try pool.take(),
            runDirectory: directory)
        let constants: Set = [
            "worker", "target", "place", "timeLimit", "timeFactor", "observations", "runDirectory",
            "seed",
            "inheritedEnvironment",
        ]
        // They go with the processes, with a recording that goes on, or with the container.
        let ownVariables: Set = [
            "running", "isSuspended", "spawned", "watch", "isDiskRefused", "postponesObservation",
            "hasPostponed", "commonEnvironment", "diskMarks", "diskEnd", "hasSurvivors",
        ]
        let names = Set(Mirror(reflecting: session).children.compactMap(\.label))
            .subtracting(constants).subtracting(ownVariables)
        #expect(names.filter { !$0.hasPrefix("$") } == ["caseState"])
        await pool.stop()
    }
}
