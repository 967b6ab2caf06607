import Foundation
import Relaunch
import Testing
import TestSupport

/// What really happened is a catalogue of its own: each entry has the issue in which it was reported, and a
/// twin that works.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct HappenedCatalogueTests {
    @Test func `every defect has a name of its own, a sentence and an issue`() throws {
        let entries = PlantedProgram.everythingThatHappened
        #expect(entries.count >= 56)
        let names = entries.map(\.name) + PlantedProgram.everything.map(\.name)
        #expect(Set(names).count == names.count)
        for entry in entries {
            #expect(entry.rule.wholeMatch(of: /[LSRDNWPC][0-9]+/) != nil, "\(entry)")
            #expect(entry.sentence.hasSuffix(".") && !entry.sentence.contains("\""), "\(entry)")
            #expect(entry.issue?.hasPrefix("https://") == true, "\(entry)")
        }
        let beside = TrialTarget.root + "/Tests/Targets/Planted/Package"
        try expectGolden(
            entries.map { try $0.catalogueLine }.joined(), "happened.jsonl", filePath: beside)
        try expectGolden(table(entries), "Happened.md", filePath: beside)
    }

    private func table(_ entries: [PlantedEntry]) -> String {
        let head = """
            # \(entries.count) defects that really happened

            Each has a right twin (`--right`). Written by the tests from what the program says.

            | bug | what happened | in |
            | --- | --- | --- |

            """
        return head
            + entries.map { entry in
                "| `happened.py \(entry.name)` | \(entry.sentence) "
                    + "| [\(entry.happenedIn ?? "")](\(entry.issue ?? "")) |\n"
            }.joined()
    }

    /// Used, saved, killed in the background, and brought back; and once more.
    @Test(arguments: PlantedProgram.everythingThatHappened)
    func `a twin comes back as it was saved, twice`(entry: PlantedEntry) async throws {
        let result = try await trial(
            entry.target(isRight: true), TrialOptions(timeLimit: .seconds(20))
        ) {
            Launch()
            Background()
            Kill(.system)
            for _ in 1...2 {
                Launch()
                Expect(.stateAsSaved)
                Background()
                Kill(.system)
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
