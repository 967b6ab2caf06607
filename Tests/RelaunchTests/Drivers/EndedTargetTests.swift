import Relaunch
import Testing
import TestSupport

/// A target that was to go on running, and has ended by itself.
@Suite struct EndedTargetTests {
    /// Is ready, and ends soon, when it is told to by a file, or when it is told to reload.
    private static func service(_ end: String = "exit 3", soon: Bool = true) -> Target {
        .service(
            "/bin/sh", "-c",
            """
            trap '\(end)' TERM; echo $$ > pid; echo ready
            until \(soon ? "true" : "[ -e stop ]"); do sleep 0.01; done
            sleep 0.05; \(end)
            """, ready: .output(contains: "ready"))
    }

    private static let parts: [SuitePart] = [
        .state(State(file: "pid", as: .text)), .action(Action("a") { Run("true") }),
    ]
    private static let isOver = Wait(for: .seconds(1))

    private func expectOwnEnd(
        _ result: CaseResult, _ actual: String = "it exited with status 3",
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(result.verdict == .failed, sourceLocation: sourceLocation)
        #expect(result.failure?.kind == .ended, sourceLocation: sourceLocation)
        #expect(result.failure?.actual == actual, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["exit 3", "exit 0", "kill -SEGV $$"])
    func `the end of a scenario finds it`(_ end: String) async throws {
        let result = try await trial(Self.service(end)) {
            Launch()
            Self.isOver
        }.only()
        let actual = end == "exit 0" ? "it exited with status 0" : "it exited with status 3"
        expectOwnEnd(result, end.hasPrefix("kill") ? "it died of SIGSEGV" : actual)
    }

    @Test func `one that says that it is ready and ends at once was ready`() async throws {
        let target = Target.service(
            "/bin/sh", "-c", "echo ready; exit 3", ready: .output(contains: "ready"))
        let result = try await trial(target) {
            Launch()
            Self.isOver
        }.only()
        expectOwnEnd(result)
        try expectGolden(result.failure, of: "at once")
    }

    @Test func `each step that needs it finds it`() async throws {
        let steps: [any Step] = [
            Perform("a"), Expect("", .isPresent), Reload(), Quit(), Kill(.system),
            Wait(for: "", equals: "never"), Kill(.system, of: "sleep"),
            Sweep(.system) { Perform("a") },
        ]
        for (number, step) in steps.enumerated() {
            let result = try await trial(Self.service(), describedBy: Self.parts) {
                Launch()
                Self.isOver
                step
            }.only()
            expectOwnEnd(result)
            try expectGolden(result.failure, of: "\(number)")
        }
    }

    @Test func `one that dies of a reload is found at the end`() async throws {
        let target = Target.service(
            "/bin/sh", "-c", "echo ready; exec sleep 1000", ready: .output(contains: "ready"))
        let result = try await trial(target) {
            Launch()
            Reload()
            Self.isOver
            Run("true")
        }.only()
        expectOwnEnd(result, "it died of SIGHUP")
    }

    @Test func `a client that shuts it down is no end by itself`() async throws {
        let steps: [[any Step]] = [[], [Quit()], [Quit(), Launch()], [Expect("", .isPresent)]]
        for stop in ["kill $(cat pid)", "touch stop"] {
            for next in steps {
                let target = Self.service("exit 0", soon: false)
                let result = try await trial(target, describedBy: Self.parts) {
                    Launch()
                    Run("sh", "-c", stop)
                    Self.isOver
                    Run("rm", "-f", "stop")
                    for step in next { step }
                }.only()
                #expect(result.verdict == .passed, "\(result.failures)")
            }
        }
    }

    @Test func `a client that it dies of badly does not excuse it`() async throws {
        let result = try await trial(Self.service(soon: false)) {
            Launch()
            Run("touch", "stop")
            Self.isOver
        }.only()
        expectOwnEnd(result)
    }

    @Test func `nothing is said of a kill where none was done`() async throws {
        for manner in [Kill.Manner.system, .terminate, .crash(.SIGSEGV)] {
            let result = try await trial(Self.service()) {
                Launch()
                Self.isOver
                Kill(manner)
            }.only()
            expectOwnEnd(result)
            #expect(result.failure?.killPoint == nil)
            #expect(result.happenings.contains { $0.hasPrefix("killed") } == false)
            let end = "the target had ended by itself: it exited with status 3"
            #expect(result.happenings.contains(end))
        }
    }

    @Test func `a kill before it stays the last one that was done`() async throws {
        let result = try await trial(Self.service()) {
            Launch(killedAt: .after(.zero))
            Launch()
            Self.isOver
            Kill(.terminate)
        }.only()
        expectOwnEnd(result)
        #expect(result.failure?.killPoint?.hasPrefix("SIGKILL, after") == true)
    }

    @Test func `what a service does without a child of it is its own affair`() async throws {
        let target = Target.service(
            "/bin/sh", "-c", "sleep 41111 & echo ready; wait $!; exit 4",
            ready: .output(contains: "ready"))
        let result = try await trial(target) {
            Launch()
            Kill(.system, of: "sleep 41111")
            Self.isOver
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    // MARK: At a terminal

    private static func terminal(_ commands: String) -> Target {
        .terminal("/bin/sh", "-c", "echo here; " + commands)
    }

    @Test func `a program at a terminal is missed, too`() async throws {
        for step in [nil, HangUp(), Perform("a")] as [(any Step)?] {
            let target = Self.terminal("sleep 0.05; exit 3")
            let result = try await trial(target, describedBy: Self.parts) {
                Launch()
                Wait(for: .screen(contains: "here"))
                Self.isOver
                if let step { step }
            }.only()
            expectOwnEnd(result)
        }
    }

    @Test func `one that has done what it is for has not failed`() async throws {
        for commands in ["read line; exit 0", "exit 0"] {
            let result = try await trial(Self.terminal(commands)) {
                Launch()
                if commands.hasPrefix("read") { Type("q<CR>") }
                Self.isOver
                Expect(.screen(contains: "here"))
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }
    }
}
