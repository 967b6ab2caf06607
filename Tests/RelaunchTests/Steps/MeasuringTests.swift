import CrashStates
@testable import Relaunch
import Testing

/// What is found out about programs, and written down.
@Suite struct MeasuringTests {
    /// Saves what it has been given a second later: long enough for a busy machine to see before that it is
    /// ready.
    private static let late = Target.service(
        "/bin/sh", "-c", "echo ready; sleep 1; cat new >> saved; exec sleep 1000",
        ready: .output(contains: "ready"))

    private static let program = MeasuredProgram(
        "Late", version: Run("echo", "late version 1.2.3 (today)"))

    private func window(_ target: Target, upTo limit: Duration) async throws -> Trial {
        try await trial(target) {
            Run("sh", "-c", "echo work > new; echo before > seen")
            BlindWindow(upTo: limit, precision: .milliseconds(40)) {
                Launch()
            } keeps: {
                Run("grep", "-q", "work", "saved")
            }
            Measure("how long", .blindWindow, of: Self.program, setting: "slow")
            Expect(.blindWindow(atLeast: .milliseconds(100)))
            Expect(.blindWindow(atMost: .seconds(8)))
            // Whatever was tried, the container is as it was.
            Run("sh", "-c", "[ ! -e saved ] && grep -q before seen")
        }
    }

    @Test func `a blind window is found by bisection, with its uncertainty`() async throws {
        let result = try await window(Self.late, upTo: .seconds(10)).only()
        #expect(result.verdict == .passed, "\(result.failures)")
        let row = try #require(result.measurements.first)
        #expect(row.program == "Late")
        #expect(row.version == "1.2.3")
        #expect(row.setting == "slow")
        #expect(row.question == "how long")
        #expect(row.value.contains("probes"))
    }

    @Test func `a blind window without an end and one that is none are told apart`() async throws {
        let never = Target.service(
            "/bin/sh", "-c", "echo ready; exec sleep 1000", ready: .output(contains: "ready"))
        let lost = try await window(never, upTo: .milliseconds(200)).only()
        #expect(lost.verdict == .failed)
        #expect(lost.failure?.step.contains("atMost") == true)
        #expect(lost.failure?.actual?.contains("`keeps:`") == true)
        let atOnce = Target.service(
            "/bin/sh", "-c", "cat new > saved; echo ready; exec sleep 1000",
            ready: .output(contains: "ready"))
        let kept = try await window(atOnce, upTo: .milliseconds(200)).only()
        #expect(kept.verdict == .failed)
        #expect(kept.failure?.step.contains("atLeast") == true)
        #expect(kept.failure?.actual?.contains("`keeps:`") == false)
    }

    @Test func `what fails is measured, too`() async throws {
        let refusing = Target.service(
            "/bin/sh", "-c",
            "[ -s data ] || { echo damaged >&2; exit 4; }; echo ready; exec sleep 99",
            ready: .output(contains: "ready"))
        let result = try await trial(refusing) {
            Run("sh", "-c", "echo all > data")
            Measure("whole", of: Self.program) {
                Launch()
                Run("cat", "data")
            }
            Expect(.measured("all"))
            Damage("data", .emptied)
            Measure("empty", of: Self.program) {
                Launch()
                Run("cat", "data")
            }
            Expect(.measured("fails"))
            Expect(.measured("all"))
        }.only()
        #expect(result.measurements.map(\.value) == ["all", "fails"])
        #expect(result.measurements.last?.detail.contains("damaged") == true)
        #expect(result.verdict == .failed)
        #expect(result.failures.map(\.step) == [#"Expect(.measured("all"))"#])
    }

    @Test func `a sweep is measured by how many states are as expected`() async throws {
        let options = TrialOptions(knownIssue: "it is written in place")
        let result = try await trial(.command("/bin/sh"), options) {
            Run("sh", "-c", "echo old > file")
            Measure("safe", .sweep, of: Self.program)
            Sweep(.system) { Run("sh", "-c", "echo new > file") }
            Run("cat", "file")
            Expect(.output(isOneOf: ["old", "new"]))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.measurements.map(\.value) == ["broken in 1 of 3 states"])
    }

    @Test func `a known issue that does not show any more is told`() async throws {
        let options = TrialOptions(knownIssue: "it was written in place")
        let result = try await trial(.command("/bin/sh"), options) {
            Run("sh", "-c", "echo old > file")
            Run("grep", "-q", "old", "file")
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
    }

    @Test(arguments: [(true, Verdict.failed), (false, .passed)])
    func `files that pile up in a crash loop are found`(_ piles: Bool, _ verdict: Verdict)
        async throws
    {
        let name = piles ? "lock.$$" : "lock"
        let target = Target.service(
            "/bin/sh", "-c", ": > \(name); echo ready; exec sleep 99",
            ready: .output(contains: "ready"))
        let result = try await trial(target) {
            Repeat(30) {
                Launch()
                Kill(.crash(.SIGABRT))
            }
            Measure("growth", .growth, of: Self.program)
            Expect(.noGrowth)
        }.only()
        #expect(result.verdict == verdict, "\(result.failures)")
        #expect(result.launches == 30)
    }

    @Test func `a loop and a window are rehearsed before anything is launched`() async throws {
        let steps: [any Step] = [
            Repeat(2) { Kill(.system) },
            Repeat(0) { Launch() },
            BlindWindow(upTo: .zero) {
                Launch()
            } keeps: {
                Run("true")
            },
            BlindWindow(upTo: .seconds(1)) {
                Launch()
            } keeps: {
            },
        ]
        for step in steps {
            let result = try await trial(Self.late) { step }.only()
            #expect(result.verdict == .errored, "\(step.text)")
            #expect(result.launches == 0)
        }
    }

    @Test(arguments: [
        ("VIM - Vi IMproved 9.0 (2022 Jun 28)", "9.0"), ("NVIM v0.7.2", "0.7.2"),
        ("Redis server v=7.0.15 sha=00000000:0", "7.0.15"),
        ("mariadbd  Ver 10.11.6-MariaDB-0+deb12u1 for debian", "10.11.6-MariaDB-0+deb12u1"),
        ("mosquitto version 2.0.11", "2.0.11"), ("GNU nano, version 7.2", "7.2"),
    ])
    func `the version is what looks like one`(_ line: String, _ version: String) {
        #expect(line.firstVersion == version)
    }
}
