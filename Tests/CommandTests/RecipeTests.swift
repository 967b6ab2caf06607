import Foundation
import Testing
import TestSupport

/// The recipes of the article "Stress" for many machines, as they stand there, on this one.
///
/// Only the target and the number of lives are others: a target that fails in few lives.
@Suite struct RecipeTests {
    let folder: TemporaryFolder
    private static let target = RelaunchProcess.product("planted-files")
    private static let lives = 40

    init() throws { folder = try TemporaryFolder() }

    /// What the article shows under a heading, made fit for this machine.
    private func recipe(_ heading: String) throws -> String {
        let article = try RelaunchProcess.article("Stress")
        let section = try #require(article.components(separatedBy: "### \(heading)\n").last)
        let code = try #require(section.firstMatch(of: /```[a-z]+\n([^`]*)```/)).1
        return String(code)
            .replacing(/--cases \d+/, with: "--cases \(Self.lives) --shrink 20")
            .replacing("stress notes", with: "stress \(Self.target)")
            .replacing(#/ (\|\| \[|:::)/#) { " -- two-files \($0.1)" }
    }

    /// Joins the shares that are there, where the recipe leaves that to its user.
    private func merge() async throws {
        let shares = folder.names().filter { $0.hasPrefix("share-") }
        let merged = try await RelaunchProcess(
            ["merge"] + shares + ["--output", "all"], in: folder
        ).finish()
        #expect(merged.status == 1, "\(merged.error)")
    }

    /// Whether the joined shares give what one run gives that is not divided.
    private func expectAsUndivided() async throws {
        let whole = try await relaunch(
            "stress", Self.target, "--cases", "\(Self.lives)", "--shrink", "20", "--seed", "7",
            "--output", "whole", "--", "two-files", in: folder)
        #expect(whole.status == 1, "\(whole.error)")
        #expect(try folder.read("all/result.json") == folder.read("whole/result.json"))
    }

    @Test(.enabled(if: Tool.isThere("parallel"), "there is no 'parallel' on the PATH"))
    func gnuParallel() async throws {
        let run = try await Tool.shell(recipe("GNU parallel"), in: folder)
        #expect(run.status == 1, "\(run.error)")
        try await expectAsUndivided()
    }

    @Test(
        .enabled(
            if: SlurmCluster.isPossible, "it needs root, munge, slurmctld, slurmd and slurm-client")
    )
    func aSlurmArrayOfWhichOneTaskIsKilledAndRequeued() async throws {
        try folder.write(recipe("Slurm"), to: "recipe.sh")
        let run = try await Tool.shell(
            SlurmCluster.script(submitting: "recipe.sh"), in: folder)
        #expect(run.status == 0, "\(run.output)\n\(run.error)")
        try await merge()
        try await expectAsUndivided()
    }

    @Test(arguments: [
        ("Kubernetes", "JOB_COMPLETION_INDEX", 0), ("GitLab", "CI_NODE_INDEX", 1),
    ])
    func sharesByTheirVariables(heading: String, index: String, first: Int) async throws {
        let recipe = try recipe(heading)
        let line = /(relaunch stress[^|]*\|\| [^\n]*)/
        let command = String(try #require(recipe.firstMatch(of: line)).1)
            .replacingOccurrences(of: "/results/", with: "")
        for number in first..<first + 4 {
            let run = try await Tool.shell(
                command, in: folder,
                environment: [
                    index: "\(number)", "CI_NODE_TOTAL": "4", "CI_PIPELINE_IID": "7",
                ])
            #expect(run.status == 0, "\(run.error)")
        }
        try await merge()
        try await expectAsUndivided()
    }
}
