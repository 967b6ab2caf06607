@testable import CrashStates
import Testing

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

    @Test func `what would need a dead target says so`() {
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
            #expect(found.first?.contains("`Kill(…)` or `Quit()` the target before it") == true)
        }
    }

    @Test(arguments: [
        (Damage("../x", .emptied) as any Step, "'../x' is not inside the container"),
        (Damage("x", .truncated(to: -1)), "cannot be cut to -1 bytes"),
        (Damage("x", .bitFlipped(at: 0, bit: 8)), "there is no bit 8"),
        (Damage("x", .bitFlipped(at: -2)), "there is no byte -2"),
        (Damage("x", .overwritten(at: 0, with: [])), "no bytes"),
        (Damage("x", .truncatedAnywhere(atMost: 0)), "at most 0 branches"),
        (Damage(.savedState, .emptied), "no target has named its saved state yet"),
        (MoveClock(by: .zero), "does not move by 0 seconds"),
        (MoveClock(by: .seconds(1 << 50)), "more than a thousand years"),
        (ChangeIdiom(), "it changes nothing"),
        (ChangeIdiom(width: 100), "name both or neither"),
        (ChangeIdiom(width: 0, height: .nan), "are no size of a screen"),
        (UnlockDevice(), "the device is not locked here"),
        (FreeDisk(), "the disk is not full here"),
        (UpdateApp(version: ""), "a bundle version is not empty"),
        (UpdateApp(to: "no-such-build"), "swift build --product no-such-build"),
        (UpdateApp(to: "./no-such-file"), "relative to the scenario file's folder"),
    ])
    func `bad input is named`(_ step: any Step, _ message: String) {
        let found = problems { step }
        #expect(found.contains { $0.contains(message) }, "\(step.text): \(found)")
    }

    @Test func `what a command cannot have is said`() {
        let command = Target.command("true")
        for (step, message) in [
            (LockDevice() as any Step, "has no device"), (ChangeIdiom(.pad), "has no device"),
            (UpdateApp(), "another executable"), (UpdateApp(version: "2"), "no bundle"),
            (Damage(.savedState, .emptied), "has no saved state"),
        ] {
            #expect(problems(command) { step }.contains { $0.contains(message) }, "\(step.text)")
        }
    }

    @Test func `twice is wrong, and so is a sweep on a full disk`() {
        #expect(
            problems {
                LockDevice(); LockDevice()
            }.first?.contains("locked already") == true)
        let found = problems {
            FillDisk()
            FillDisk()
            Sweep(.system) { Launch() }
            Launch()
            Expect("text", .isPresent)
        }
        #expect(found.contains { $0.contains("the disk is full already") })
        #expect(found.contains { $0.contains("nothing can be recorded while the disk is full") })
    }

    @Test func `damage at any place wants to be judged`() {
        let found = problems {
            Launch()
            Kill(.system)
            Damage(.savedState, .bitFlippedAnywhere)
        }
        #expect(found.contains { $0.contains("nothing is judged after `Damage`") })
    }
}
