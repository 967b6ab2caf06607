import Relaunch
import Testing
import TestSupport

/// What a message says is to be done next.
@Suite struct AdviceTests {
    private static let service = Target.service(
        "/bin/sh", "-c", "echo ready; echo $$ > pid; exec sleep 1000",
        ready: .output(contains: "ready"))

    @Test func `a suite without a state is told to have one`() async throws {
        for target in [Self.service, .terminal("/bin/cat"), .command("/bin/true")] {
            let result = try await trial(target) {
                Launch()
                Expect("", equals: 1)
            }.only()
            #expect(result.failure?.kind == .unsupported)
            try expectGolden(result.failure, of: target.driver.name)
        }
    }

    @Test func `a program at a terminal is quit by what is typed`() async throws {
        let result = try await trial(.terminal("/bin/cat")) {
            Launch()
            Quit()
        }.only()
        #expect(result.failure?.kind == .unsupported)
        try expectGolden(result.failure)
    }

    @Test func `a target that is stopped does not ignore a signal`() async throws {
        let options = TrialOptions(timeLimit: .seconds(2))
        // Until it has stopped, another signal may come first.
        let stop = """
            kill -STOP $(cat pid); until grep -q 'State:.T' /proc/$(cat pid)/status; do :; done
            """
        for (number, step) in ([Kill(.terminate), Quit()] as [any Step]).enumerated() {
            let result = try await trial(Self.service, options) {
                Launch()
                Wait(for: .file("pid", contains: "\n"))
                Run("sh", "-c", stop)
                step
            }.only()
            #expect(result.failure?.kind == .survived)
            try expectGolden(result.failure, of: "\(number)")
        }
    }
}
