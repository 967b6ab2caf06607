import Foundation
import Relaunch
import Testing
import TestSupport

// This file imports what anybody's file imports: a plug-in needs no private door.

/// A step with several branches: each leaves another file in the container.
private struct Leave: Step {
    let names: [String]
    let location: FileLocation
    var text: String { "Leave(\(names))" }

    init(
        _ names: [String], fileID: String = #fileID, file: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        self.names = names
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered["branch"] = .array(names.map { .string($0) })
        session.log("leaving \(names.count) branches")
        let branches = names.map { name in
            Branch(name) { session in
                let path = session.container.path("Documents/" + name)
                guard name != "impossible",
                    FileManager.default.createFile(atPath: path, contents: Data())
                else { throw StepFailure(blame: .scenario, "'\(name)' cannot be left") }
            }
        }
        return .branches(branches)
    }
}

/// Launches a target that does not come up, and logs what it said of itself before.
private struct FailToLaunch: Step {
    let location = FileLocation(file: #filePath, line: 1, column: 1)
    var text: String { "FailToLaunch()" }

    func perform(in session: isolated Session) async throws -> Next {
        do { try await session.launch() } catch is StepFailure {}
        session.log("it said hello: \(session.record.hello?.name ?? "no")")
        return .step
    }
}

extension Expect.Condition {
    /// How many files lie among the user's documents.
    fileprivate static func documents(_ count: Int) -> Self {
        Self(".documents(\(count))") { session in
            let names = try FileManager.default.contentsOfDirectory(
                atPath: session.container.path("Documents"))
            if names.count == count { return nil }
            return StepFailure(
                "there are other documents", expected: "\(count)",
                actual: names.sorted().joined(separator: ", "))
        }
    }
}

/// Drives a shell that reads a line and answers a line.
private struct LineDriver: Driver {
    var name: String { "lines" }

    func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
        -> any RunningTarget
    {
        let process = try session.spawn(
            launch.executable, arguments: launch.arguments, environment: launch.environment,
            withChannel: true)
        let running = RunningLines(process)
        guard try running.answer(until: session.deadline) == "ready" else {
            throw StepFailure("the shell is not ready")
        }
        return running
    }
}

private final class RunningLines: RunningTarget {
    let shell: TargetProcess
    let record = LaunchRecord()
    var launchProgress: TargetProgress { .done }
    var process: TargetProcess? { shell }

    init(_ process: TargetProcess) { shell = process }

    func answer(until deadline: ContinuousClock.Instant) throws -> String? {
        while true {
            if let line = try shell.nextLine() { return String(decoding: line, as: UTF8.self) }
            guard shell.exitStatus == nil, try shell.takeInput(until: deadline) else { return nil }
        }
    }

    private func ask(_ question: String, _ session: isolated Session) throws -> String {
        try shell.send(Data((question + "\n").utf8), until: session.deadline)
        guard let answer = try answer(until: session.deadline) else {
            throw StepFailure("the shell does not answer '\(question)'")
        }
        return answer
    }

    func perform(
        _ action: String, _ arguments: [String: JSON], killedAt: ArmedKill?,
        in session: isolated Session
    ) async throws -> (JSON, TargetProgress) { (.string(try ask(action, session)), .done) }

    func deliver(_ event: LifecycleEvent, killedAt: ArmedKill?, in session: isolated Session)
        async throws -> TargetProgress
    {
        _ = try ask(event.rawValue, session)
        return .done
    }

    func state(in session: isolated Session) async throws -> JSON {
        ["said": .string(try ask("state", session))]
    }

    func screenshot(in session: isolated Session) async throws -> Picture {
        .svg("<svg>\(try ask("screenshot", session))</svg>")
    }
}

@Suite struct PlugInTests {
    private static let lines = Target(
        driver: LineDriver(), executable: "/bin/sh",
        arguments: [
            "-c",
            """
            said=$(cat said 2>/dev/null); echo ready >&3
            while read -r line <&3; do
                case $line in
                    state|screenshot) echo "$said" >&3 ;;
                    background) echo "$said" > said; echo saved >&3 ;;
                    *) said=$line; echo "you said $line" >&3 ;;
                esac
            done
            """,
        ])

    @Test func `a driver of somebody else's drives, kills and relaunches`() async throws {
        let options = TrialOptions(control: .automatic)
        let result = try await trial(Self.lines, options) {
            Launch()
            Perform("milk")
            Expect(.result("you said milk"))
            Background()
            Kill(.crash(.SIGSEGV))
            Launch()
            Expect(.stateAsSaved)
            Expect(.screenAsBefore)
            Expect("said", equals: "milk")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Expect(.stateAsSaved)"))
    }

    @Test func `every branch is a case of its own, in a container of its own`() async throws {
        let options = TrialOptions(control: .automatic)
        let trial = try await trial(TrialTarget.counter, options) {
            Launch()
            Perform("increment", ["by": 2])
            Background()
            Kill(.system)
            Leave(["one", "two", "three"])
            Launch()
            Expect("count", equals: 2)
            Expect(.documents(1))
        }
        #expect(trial.results.map(\.verdict) == [.passed, .passed, .passed])
        #expect(trial.results.map(\.identity.branches) == [["one"], ["two"], ["three"]])
        for result in trial.results {
            #expect(result.failures.isEmpty, "\(result.failures)")
            #expect(result.control == .detected("Expect(\"count\", equals: 2)"))
            try expectGolden(result, showing: .timeline)
            #expect(result.timeline.map(\.time) == result.timeline.map(\.time).sorted())
        }
    }

    @Test func `one branch fails by itself, and is replayed by itself`() async throws {
        @StepsBuilder func steps() -> [any Step] {
            Run("true")
            Leave(["one", "two"])
            Expect(file: "Documents/one", .isPresent)
        }
        let all = try await trial(TrialTarget.counter) { steps() }
        #expect(all.results.map(\.verdict) == [.passed, .failed])
        let failed = try #require(all.results.last)
        #expect(failed.replay.contains("::trial::two "))
        #expect(failed.container != all.results.first?.container)

        let one = try await trial(TrialTarget.counter, TrialOptions(branches: ["two"])) { steps() }
        #expect(one.results.map(\.identity) == [failed.identity])
        #expect(one.results.map(\.verdict) == [.failed])

        let none = try await trial(TrialTarget.counter, TrialOptions(branches: ["four"])) {
            steps()
        }
        #expect(none.results.map(\.verdict) == [.errored])
        try expectGolden(none.results.first?.failure)
    }

    @Test func `branches of branches are paths`() async throws {
        let trial = try await trial(TrialTarget.counter) {
            Leave(["a", "b"])
            Leave(["c", "d"])
            Expect(.documents(2))
        }
        #expect(
            trial.results.map(\.identity.branches)
                == [["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"]])
        #expect(trial.results.allSatisfy { $0.verdict == .passed })
        let started = trial.events.filter { if case .caseStarted = $0 { true } else { false } }
        #expect(started.count == 4)
    }

    @Test func `branches in the states of a sweep are counted with their state`() async throws {
        let trial = try await trial(TrialTarget.command("ls Documents")) {
            Sweep(.system) { Run("sh", "-c", "printf 1 > s1; printf 2 > s2") }
            Leave(["a", "b"])
            Launch()
            Expect(.output(equals: "b"))
        }
        let result = try trial.only()
        #expect(result.verdict == .failed)
        #expect(result.failures.count == 1)
        try expectGolden(result, of: "result")
        #expect(result.failure?.replay?.contains("::trial::0::a") == true)
        let line = try #require(result.notes.first)
        try expectGolden(line, of: "line")
        let started = trial.events.filter { if case .caseStarted = $0 { true } else { false } }
        #expect(started.count == 1)
    }

    @Test(arguments: [
        ([], "the step opened no branches, so nothing follows it"),
        (["a", "a"], "two branches of the step have the name 'a'"),
        (["impossible"], "'impossible' cannot be left"),
    ])
    func `branches that are wrong are the scenario's mistake`(
        _ names: [String], _ message: String
    ) async throws {
        let line = #line + 1
        let result = try await trial(TrialTarget.counter) { Leave(names) }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.message == message)
        #expect(result.failure?.location?.line == line)
    }

    @Test func `a supervisor that somebody kills spoils one case and not the next`() async throws {
        let trial = try await trial(TrialTarget.counter) {
            Leave(["one", "two"])
            Run("sh", "-c", "[ ! -e Documents/one ] || kill -9 $PPID; echo alive")
            Launch()
            Kill(.system)
        }
        #expect(trial.results.map(\.verdict) == [.errored, .passed])
        var failure = try #require(trial.results.first?.failure)
        #expect(failure.blame == .harness)
        // Whether it was read before the supervisor was gone is chance.
        failure.output = nil
        try expectGolden(failure)
    }

    @Test func `a target that runs has one branch only`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Leave(["one", "two"])
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a condition of somebody else's fails as a built-in one does`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Run("touch", "Documents/b", "Documents/a")
            Expect(.documents(3))
        }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.step == "Expect(.documents(3))")
        #expect(result.failure?.actual == "a, b")
    }

    // MARK: Drivers in any language

    @Test func `an external driver stands in its target's place`() async throws {
        let place = try TemporaryDirectory("drivers")
        let counter = TrialTarget.counter.executable
        _ = try place.script(
            "relaunch-driver-trial",
            "#!/bin/sh\n[ \"$1 $2\" = \"launch count\" ] && exec '\(counter)'\n")
        let target = Target.external(
            "trial", target: "count", environment: ["PATH": place.path + ":/usr/bin:/bin"])
        let result = try await trial(target, TrialOptions(control: .automatic)) {
            Launch()
            Perform("increment")
            Background()
            Kill(.system)
            Launch()
            Expect("count", equals: 1)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(.enabled(if: TrialTarget.hasPython))
    func `what an external target said before its launch failed is kept`() async throws {
        let place = try TemporaryDirectory("drivers")
        _ = try place.script(
            "relaunch-driver-trial",
            "#!/bin/sh\nexec '\(TrialTarget.root)/Tests/Targets/misbehave.py' hello-twice\n")
        let target = Target.external(
            "trial", environment: ["PATH": place.path + ":/usr/bin:/bin"])
        let result = try await trial(target) { FailToLaunch() }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, showing: .timeline)
    }

    @Test func `a driver that is not there is named`() async throws {
        let result = try await trial(.external("not-there")) { Launch() }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }
}
