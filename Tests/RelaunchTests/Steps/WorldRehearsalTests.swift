@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// Wrong use of the steps on the world is found before anything is launched.
@Suite struct WorldRehearsalTests {
    private func problems(
        _ target: Target = .app("nothing"), @StepsBuilder _ steps: () -> [any Step]
    ) -> [String] {
        let suite = Suite("Suite", target: target) { Scenario("one") { steps() } }
        return Rehearsal(of: suite.scenarios[0], executable: "/bin/nothing").problems.map(\.message)
    }

    @Test func `in the right places they have no problems`() {
        #expect(
            problems {
                Launch()
                LockDevice()
                UnlockDevice()
                Background()
                PurgeCaches()
                Kill(.system)
                PurgeCaches()
                UpdateApp(to: "sh", version: "2")
                RestoreFromBackup()
                ChangeIdiom(.pad)
                MoveClock(by: .seconds(-1))
                FillDisk()
                FreeDisk()
                Damage(.savedState, .truncatedAnywhere)
                Launch()
                Expect("text", .isPresent)
            }.isEmpty)
    }

    @Test func `what would need a dead target says so`() throws {
        let steps: [any Step] = [
            PurgeCaches(), UpdateApp(), RestoreFromBackup(), ChangeIdiom(.pad),
            MoveClock(by: .seconds(1)), Damage("file", .emptied),
        ]
        for step in steps {
            let found = problems {
                Launch()
                step
            }
            #expect(found.count == 1, "\(step.text)")
            try expectGolden(found, of: step.text)
        }
    }

    @Test(arguments: [
        Damage("../x", .emptied) as any Step,
        Damage("x", .truncated(to: -1)),
        Damage("x", .bitFlipped(at: 0, bit: 8)),
        Damage("x", .bitFlipped(at: -2)),
        Damage("x", .overwritten(at: 0, with: [])),
        Damage("x", .truncatedAnywhere(atMost: 0)),
        Damage(.savedState, .emptied),
        MoveClock(by: .zero),
        MoveClock(by: .seconds(1 << 50)),
        ChangeIdiom(),
        ChangeIdiom(width: 100),
        ChangeIdiom(width: 0, height: .nan),
        UnlockDevice(),
        FreeDisk(),
        UpdateApp(version: ""),
        UpdateApp(to: "no-such-build"),
        UpdateApp(to: "./no-such-file"),
    ])
    func `bad input is named`(_ step: any Step) throws {
        let found = problems { step }
        #expect(!found.isEmpty)
        try expectGolden(found, of: step.text)
    }

    @Test func `what a command cannot have is said`() throws {
        let command = Target.command("true")
        let steps: [any Step] = [
            LockDevice(), ChangeIdiom(.pad), UpdateApp(), UpdateApp(version: "2"),
            Damage(.savedState, .emptied),
        ]
        for step in steps {
            let found = problems(command) { step }
            #expect(!found.isEmpty)
            try expectGolden(found, of: step.text)
        }
    }

    @Test func `twice is wrong, and so is a sweep on a full disk`() throws {
        let locked = problems {
            LockDevice()
            LockDevice()
        }
        try expectGolden(locked, of: "locked")
        let found = problems {
            FillDisk()
            FillDisk()
            Sweep(.system) { Launch() }
            Launch()
            Expect("text", .isPresent)
        }
        try expectGolden(found, of: "disk")
    }

    @Test func `damage at any place wants to be judged`() throws {
        let found = problems {
            Launch()
            Kill(.system)
            Damage(.savedState, .bitFlippedAnywhere)
        }
        try expectGolden(found)
    }
}
