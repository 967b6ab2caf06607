@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// Wrong use of the steps is found before anything is launched.
@Suite struct RehearsalTests {
    private func problems(
        target: Target = .app("nothing"), @StepsBuilder _ steps: () -> [any Step]
    ) -> [String] {
        rehearsal(target: target, steps).problems.map { "\($0.step): \($0.message)" }
    }

    private func rehearsal(
        target: Target = .app("nothing"), @StepsBuilder _ steps: () -> [any Step]
    ) -> Rehearsal {
        let suite = Suite("Suite", target: target) { Scenario("one") { steps() } }
        return Rehearsal(of: suite.scenarios[0])
    }

    @Test func `a life in the right order has no problems`() {
        #expect(
            problems {
                Launch()
                Perform("edit")
                MemoryWarning()
                Background()
                Foreground()
                Background()
                Kill(.system)
                Launch(killedAt: .restoring)
                Ladder()
                Quit()
                Launch()
                Expect("text", equals: "milk")
            }.isEmpty)
    }

    @Test func `what is no path is found before a launch`() {
        #expect(
            problems {
                Launch()
                Expect("a[", equals: 1)
                Expect("a", isSameInstanceAs: "b[")
                Wait(for: .value("c[", isMissing: false))
                Remember("d", from: "d[")
                Expect(file: "../outside", .isPresent)
            }.map { $0.prefix { $0 != "(" } } == ["Expect", "Expect", "Wait", "Remember", "Expect"])
    }

    @Test func `problems have kinds`() {
        let unjudged = rehearsal {
            Launch()
            Kill(.system)
            Damage(.savedState, .bitFlippedAnywhere)
        }
        #expect(unjudged.problems.map(\.kind) == [.nothingJudged])
        #expect(
            rehearsal { Expect("a[", equals: 1) }.problems.map(\.kind) == [.wrongUse, .wrongLife])
    }

    @Test func `what a driver cannot do is told before the run`() throws {
        let steps: [any Step] = [
            Background(), Foreground(), Quit(), MemoryWarning(), Perform("edit"),
            Expect("text", equals: 1), Remember("a", from: "b"), Expect(.screenAsBefore),
            Launch(killedAt: .restoring), Expect(.issue()),
        ]
        for step in steps {
            let problem = rehearsal(target: .command("git")) { step }.problems.first
            #expect(problem?.kind == .unsupported, "\(step.text)")
            try expectGolden(problem, of: step.text)
        }
    }

    @Test func `a driver is asked for what it can do, not for its name`() {
        struct Mute: Driver {
            var name: String { "app" }
            var capabilities: Set<DriverCapability> { [.state] }
            func launch(_ launch: LaunchRequest, in session: isolated Session) async throws
                -> any RunningTarget
            { throw StepFailure("nothing is launched here") }
        }
        let mute = Target(driver: Mute(), executable: "nothing")
        let found = rehearsal(target: mute) {
            Launch()
            Perform("edit")
            Expect("text", equals: 1)
            Kill(.system)
            UpdateApp(version: "2")
        }
        #expect(found.problems.map(\.kind) == [.unsupported, .unsupported])
        #expect(found.problems.map(\.step) == ["Perform(\"edit\")", "UpdateApp(version: \"2\")"])
    }

    @Test func `a step that only looks may stand between a sweep and what judges it`() {
        struct Look: Step {
            var traits: StepTraits
            let location = FileLocation(file: "look.swift", line: 1, column: 1)
            var text: String { "Look()" }
            func perform(in session: isolated Session) async throws -> Next { .step }
        }
        func kinds(_ traits: StepTraits) -> [Failure.Kind] {
            rehearsal {
                Launch()
                Sweep(.system) { Background() }
                Launch()
                Look(traits: traits)
            }.problems.map(\.kind)
        }
        #expect(kinds(.keepsState) == [])
        #expect(kinds([]) == [.nothingJudged])
    }

    @Test func `nothing can be done before a launch`() throws {
        try expectGolden(problems { Perform("edit") })
        let steps: [any Step] = [
            Background(), Quit(), MemoryWarning(), Kill(.system), Expect(.restored),
            Wait(for: .restored), Remember("a", from: "b"),
        ]
        for step in steps {
            #expect(rehearsal { step }.problems.map(\.kind) == [.wrongLife], "\(step.text)")
        }
    }

    @Test func `a target that runs is not launched again`() throws {
        let twice = problems {
            Launch()
            Launch()
        }
        try expectGolden(twice, of: "Launch")
        let ladder = problems {
            Launch()
            Background()
            Ladder()
        }
        try expectGolden(ladder, of: "Ladder")
    }

    @Test func `only a target in the background comes to the foreground`() throws {
        let active = problems {
            Launch()
            Foreground()
        }
        try expectGolden(active)
        #expect(problems { Foreground() } == active)
    }

    @Test func `a suspended target cannot be asked`() throws {
        let asked = problems {
            Launch()
            Background()
            Expect("text", equals: "milk")
        }
        try expectGolden(asked)
    }

    @Test func `a dead target cannot be asked, and what it left can`() throws {
        let asked = problems {
            Launch()
            Kill(.system)
            Expect("text", isOneOf: "milk", "bread")
        }
        try expectGolden(asked)
        #expect(
            problems {
                Launch()
                Background(killedAt: .saving)
                Expect(file: "Documents/notes", .isPresent)
                Expect(.userDataIntact)
            }.isEmpty)
    }

    @Test func `an empty scenario says where to begin`() throws {
        try expectGolden(problems {})
    }

    @Test func `a ladder and a command are killed at what they have`() throws {
        let ladder = problems { Ladder(killedAt: .after(.seconds(1))) }
        try expectGolden(ladder, of: "ladder")
        let command = problems(target: .command("git")) { Run("git", killedAt: .saving) }
        try expectGolden(command, of: "command")
    }

    @Test func `a problem points at the line of its step`() {
        let line = #line + 1
        let problem = rehearsal { Perform("edit") }.problems.first
        #expect(problem?.location?.line == line)
        #expect(problem?.location?.file == #filePath)
        #expect(problem?.blame == .scenario)
    }

    // MARK: What the control needs to know

    @Test func `the launch before the last expectation is the judged one`() {
        let rehearsal = rehearsal {
            Launch()
            Background()
            Kill(.system)
            Launch()
            Expect("a", equals: 1)
            Kill(.system)
            Launch()
        }
        #expect(rehearsal.launches == 3)
        #expect(rehearsal.lastJudgedLaunch == 2)
        #expect(rehearsal.relaunchesAfterDeath)
    }

    @Test func `without a death, or without an expectation after it, there is nothing to control`()
    {
        #expect(
            !rehearsal {
                Launch()
                Expect("a", equals: 1)
                Background()
                Foreground()
                Expect("a", equals: 1)
            }.relaunchesAfterDeath)
        #expect(
            !rehearsal {
                Launch()
                Expect("a", equals: 1)
                Kill(.system)
                Launch()
            }.relaunchesAfterDeath)
    }

    @Test func `a ladder counts as one launch, after deaths of its own`() {
        let rehearsal = rehearsal {
            Ladder()
            Expect(.ladder(3))
        }
        #expect(rehearsal.launches == 1)
        #expect(rehearsal.lastJudgedLaunch == 1)
        #expect(rehearsal.relaunchesAfterDeath)
    }

    @Test func `in a suite on a command, every run is a launch and a kill is a death`() {
        let git = rehearsal(target: .command("git")) {
            Run("git", "init")
            Launch(arguments: ["commit"], killedAt: .within(.zero ... .seconds(1)))
            Run("git", "fsck")
            Expect(.exitStatus(0))
        }
        #expect(git.problems.isEmpty)
        #expect(git.launches == 3)
        #expect(git.lastJudgedLaunch == 3)
        #expect(git.relaunchesAfterDeath)
    }

    @Test func `only what an expectation looks at is observed`() {
        #expect(
            rehearsal {
                Launch()
                Expect("a", equals: 1)
            }.observations.isEmpty)
        #expect(
            rehearsal {
                Launch()
                Expect(.stateAsSaved)
                Wait(for: .screenAsBefore)
                Expect(.userDataIntact)
                Expect(.snapshotShown)
            }.observations == [.state, .screen, .files, .snapshot])
    }
}
