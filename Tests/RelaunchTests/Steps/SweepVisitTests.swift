import Foundation
import Relaunch
import Testing
import TestSupport

/// How the states of a sweep are visited: by several workers, down to the fewest lost operations, and
/// sweeps in sweeps.
@Suite struct SweepVisitTests {
    private func sweep(
        _ death: Sweep.Death, _ save: String, _ options: TrialOptions = TrialOptions()
    ) async throws -> CaseResult {
        try await trial(TrialTarget.command("cat state"), options) {
            Run("sh", "-c", "printf old > state; sync state .")
            Sweep(death) { Run("sh", "-c", save) }
            Launch()
            Expect(.output(isOneOf: ["old", "new"]))
        }.only()
    }

    /// The branches in a replay command of a trial.
    private func branches(in replay: String?) -> [String] {
        let words = (replay ?? "").split(separator: " ")
        let name = words.first { $0.contains("::trial::") } ?? ""
        return name.trimmingCharacters(in: ["'"]).components(separatedBy: "::").dropFirst(2).map {
            $0
        }
    }

    // MARK: Workers

    @Test func `the number of workers changes nothing but the time`() async throws {
        let steps =
            "for i in 1 2 3 4 5 6 7 8; do printf $i > state; done; rm state; printf new > state"
        let directory = try TemporaryDirectory()
        var results: [CaseResult] = []
        for workers in 1...3 {
            let options = TrialOptions(workers: workers, directory: directory)
            results.append(try await sweep(.system, steps, options))
        }
        #expect(results.map(\.verdict) == [.failed, .failed, .failed])
        try expectGolden(results[0])
        for result in results.dropFirst() {
            #expect(result.failures == results[0].failures)
            #expect(result.container == results[0].container)
            #expect(result.launches == results[0].launches)
        }
        // The container of the first state that failed, and no other.
        let kept = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/kept")
        #expect(kept.count == 1)
    }

    @Test("it ends early after twenty causes, the first ones", arguments: [1, 3])
    func causes(workers: Int) async throws {
        let result = try await trial(
            TrialTarget.command("cat state"), TrialOptions(workers: workers)
        ) {
            Run("sh", "-c", "printf 0 > state")
            Sweep(.system) {
                Run("sh", "-c", "for i in $(seq 1 40); do printf x >> state; done")
            }
            Launch()
            Expect(
                Expect.Condition("its own cause") { session in
                    let text = session.lastRun?.output ?? ""
                    return text == "0" ? nil : StepFailure("it holds \(text.count) bytes")
                })
        }.only()
        #expect(result.failures.count == 20)
        // One text for every number of workers; how many states were visited besides differs.
        try expectGolden(result, showing: [])
    }

    // MARK: Figures

    @Test func `one line tells what a sweep consisted of`() async throws {
        let result = try await sweep(.system, "printf new > state.tmp; mv state.tmp state")
        let line = try #require(result.notes.first)
        #expect(
            line.contains(
                #/^sweep: \d+ calls recorded, \d+ prefixes, 0 cuts, \d+ distinct states, \d+ relaunched, /#
            ), "\(line)")
        let power = try await sweep(.powerLoss, "printf new > state.tmp; mv state.tmp state")
        let powerLine = try #require(power.notes.first)
        #expect(
            powerLine.contains(
                #/calls recorded, \d+ power states, \d+ distinct states, \d+ relaunched, .*every state of/#
            ), "\(powerLine)")
    }

    @Test func `what is said before the last word makes no further states`() async throws {
        let quiet = "printf new > state.tmp; mv state.tmp state; echo saved"
        let talkative = """
            echo begins; printf new > state.tmp; echo written; mv state.tmp state; echo renamed; echo saved
            """
        for (name, save) in [("quiet", quiet), ("talkative", talkative)] {
            let result = try await sweep(.system, save)
            try expectGolden(try #require(result.notes.first), of: name)
        }
    }

    // MARK: The fewest lost operations

    @Test func `a power loss is shown with the fewest lost operations`() async throws {
        let directory = try TemporaryDirectory()
        // Three files that do not matter, and one that does.
        let save = """
            printf a > a; printf b > b; printf new > state.tmp; printf c > c; mv state.tmp state
            """
        let result = try await sweep(.powerLoss, save, TrialOptions(directory: directory))
        #expect(result.verdict == .failed)
        let failure = try #require(result.failure)
        let killPoint = try #require(failure.killPoint)
        try expectGolden(killPoint)
        #expect(killPoint.split(separator: "; lost: ").last?.contains(",") == false, "\(killPoint)")
        #expect(killPoint.contains("state.tmp"))
        // The replay names that state, also where the sweep itself had it under another name.
        let name = try #require(branches(in: failure.replay).first)
        let again = try await sweep(
            .powerLoss, save, TrialOptions(branches: [name], directory: directory))
        #expect(again.verdict == .failed)
        #expect(again.failure?.killPoint == killPoint)
    }

    // MARK: Sweeps in sweeps

    private func nested(_ way: String, _ branches: [String] = []) async throws -> CaseResult {
        try await trial(
            TrialTarget.saver(way), TrialOptions(branches: branches, workers: 2)
        ) {
            Launch()
            Perform("set", ["to": "old"])
            Background()
            Foreground()
            Perform("set", ["to": "new"])
            Sweep(.system) { Background() }
            Sweep(.system) { Launch() }
            Launch()
            Expect("text", isOneOf: "old", "new")
        }.only()
    }

    @Test(.enabled(if: TrialTarget.hasPython, "needs python3"))
    func `dying while recovering from a death is swept, too`() async throws {
        let right = try await nested("kept-journal")
        #expect(right.verdict == .passed, "\(right.failures)")
        try expectGolden(right)

        let wrong = try await nested("torn-recovery")
        #expect(wrong.verdict == .failed)
        let failure = try #require(wrong.failure)
        let branches = branches(in: failure.replay)
        #expect(branches.count == 2)
        let again = try await nested("torn-recovery", branches)
        #expect(again.verdict == .failed)
        #expect(again.identity.branches == branches)
        #expect(again.failure?.killPoint == failure.killPoint)
    }

    @Test func `a third level is refused before anything is launched`() async throws {
        let result = try await trial(TrialTarget.counter) {
            Launch()
            Sweep(.system) { Background() }
            Sweep(.system) { Launch() }
            Sweep(.system) { Launch() }
            Launch()
            Expect("count", equals: 0)
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
        #expect(result.launches == 0)
    }
}
