@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// What the system tells of the device, and the time that a target sees.
@Suite(.enabled(if: TrialTarget.hasPython, "python3 is not on the PATH"))
struct DeviceTests {
    private func run(
        _ methods: String, @StepsBuilder _ steps: () -> [any Step]
    ) async throws -> CaseResult {
        let directory = try TemporaryDirectory()
        return try await trial(WorldTarget.python(methods, in: directory), steps).only()
    }

    private func trial(
        _ target: Target, @StepsBuilder _ steps: () -> [any Step]
    ) async throws -> Trial { try await RelaunchTests.trial(target, TrialOptions()) { steps() } }

    @Test func `a target is told of the lock while it runs, sleeps and starts`() async throws {
        let result = try await run(WorldTarget.device) {
            Launch()
            Expect("device.locked", equals: false)
            LockDevice()
            Expect("events[0]", equals: "lock")
            Background()
            UnlockDevice()
            Foreground()
            Expect("events[2]", equals: "unlock")
            Kill(.system)
            LockDevice()
            Launch()
            Expect("device.locked", equals: true)
            Expect("events", equals: [])
        }
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `the next launch finds another device`() async throws {
        let result = try await run(WorldTarget.device) {
            Launch()
            Expect("device.idiom", equals: "phone")
            Kill(.system)
            ChangeIdiom(.pad, orientation: .landscapeLeft)
            Launch()
            Expect("device.idiom", equals: "pad")
            Expect("device.orientation", equals: "landscapeLeft")
            Expect("device.screen.width", equals: 1180)
            Kill(.system)
            ChangeIdiom(width: 1024, height: 768)
            Launch()
            Expect("device.idiom", equals: "pad")
            Expect("device.screen.height", equals: 768)
        }
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a moved clock is the target's alone`() async throws {
        let begin = Date().timeIntervalSince1970
        let day = 86_400.0
        let result = try await run(WorldTarget.clock) {
            Launch()
            Expect("time", satisfies: { ($0.number ?? 0) - begin < day / 2 })
            Kill(.system)
            MoveClock(by: .seconds(day))
            Launch()
            Expect("time", satisfies: { abs(($0.number ?? 0) - begin - day) < day / 2 })
            Kill(.system)
            MoveClock(by: .seconds(-3 * day) + .milliseconds(-1))
            Launch()
            Expect("time", satisfies: { abs(($0.number ?? 0) - begin + 2 * day) < day / 2 })
            Run("date", "+%s")
        }
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(abs(Date().timeIntervalSince1970 - begin) < day / 2)
    }

    @Test func `a command's clock moves too, and a static program's is refused`() async throws {
        let moved = try await trial(TrialTarget.command("date +%Y")) {
            MoveClock(by: .seconds(100 * 31_556_952))
            Launch()
            Expect(.output(contains: "21"))
        }.only()
        #expect(moved.verdict == .passed, "\(moved.failures)")

        let directory = try TemporaryDirectory()
        let program = try directory.script("static", "")
        // The headers of an executable with no interpreter.
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<5, with: [0x7F, 0x45, 0x4C, 0x46, 2])
        try Data(header).write(to: URL(fileURLWithPath: program))
        let refused = try await trial(.command(program)) {
            MoveClock(by: .seconds(1))
            Launch()
        }.only()
        #expect(refused.verdict == .errored)
        try expectGolden(refused)
    }

    // MARK: W5

    /// A target that writes a file when an action is performed.
    private func writing(_ file: String) async throws -> CaseResult {
        try await run(
            """
            def perform(self, action, arguments):
                pathlib.Path("\(file)").expanduser().write_text("")
                return super().perform(action, arguments)
            """
        ) {
            Launch()
            Expect(.nothingWrittenOutside)
            Perform("set", ["key": "text", "value": "milk"])
            Background()
            Expect(.nothingWrittenOutside)
        }
    }

    @Test(arguments: ["~/Documents/inside", "/dev/null"])
    func `a target that keeps to its container is not accused`(_ file: String) async throws {
        let result = try await writing(file)
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a write outside the container is seen`() async throws {
        let directory = try TemporaryDirectory()
        let result = try await writing(directory.path + "/outside")
        #expect(result.verdict == .failed)
        #expect(result.failure?.difference?.hasSuffix("/outside") == true, "\(result.failures)")
        try expectGolden(result)
    }

    @Test func `a write into the target's own bundle is seen`() async throws {
        let directory = try TemporaryDirectory()
        let target = try WorldTarget.python(
            """
            def perform(self, action, arguments):
                pathlib.Path(__file__).with_name("inside").write_text("")
                return super().perform(action, arguments)
            """, in: directory)
        let result = try await trial(target) {
            UpdateApp(version: "2")
            Launch()
            Perform("set", ["key": "text", "value": "milk"])
            Kill(.system)
            Expect(.nothingWrittenOutside)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }
}
