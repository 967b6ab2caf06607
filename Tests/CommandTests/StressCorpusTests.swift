import Foundation
import Testing
import TestSupport

/// Lives that a corpus has lived first: those of `notes` look wrong at first sight, and are right.
@Suite struct StressCorpusTests {
    /// A save changes a document and the saved state. A death between the two, a call that fails for one of
    /// them, and a device that is locked for one of them leave one old and the other new, each of them whole.
    private static let partsOfTwoSaves = [
        """
        {"perform": {"_0": {"arguments": {"text": "a"}, "name": "edit"}}},
        {"failSaving": {"_0": "open", "lasting": false, "ordinal": 1, "with": "noSpace"}},
        {"kill": {"_0": "system"}}
        """,
        """
        {"perform": {"_0": {"arguments": {"note": "groceries"}, "name": "open"}}},
        {"background": {}}, {"foreground": {}},
        {"perform": {"_0": {"arguments": {"text": "a"}, "name": "edit"}}},
        {"perform": {"_0": {"arguments": {}, "name": "present"}}},
        {"dieInside": {"_0": "saving", "at": 0.3, "of": "kill"}}
        """,
        """
        {"perform": {"_0": {"arguments": {"text": "a"}, "name": "edit"}}},
        {"background": {}}, {"foreground": {}},
        {"perform": {"_0": {"arguments": {"text": "t"}, "name": "edit"}}},
        {"perform": {"_0": {"arguments": {"to": 7.5}, "name": "scroll"}}},
        {"lockDevice": {}}, {"background": {}}, {"kill": {"_0": "system"}}, {"unlockDevice": {}}
        """,
    ]

    /// The launch that has given up died before it could say so, and has discarded the saved state.
    private static let silentGivingUp = """
        {"perform": {"_0": {"arguments": {}, "name": "present"}}},
        {"background": {}}, {"kill": {"_0": "abort"}},
        {"die": {"_0": "launching", "at": {"restoring": {}}, "by": "crash"}},
        {"die": {"_0": "launching", "at": {"launching": {}}, "by": "crash"}},
        {"die": {"_0": "launching", "at": {"restoring": {}}, "by": "crash"}},
        {"die": {"_0": "launching", "at": {"launching": {}}, "by": "terminate"}}
        """

    @Test(arguments: partsOfTwoSaves + [silentGivingUp])
    func aRightLifeGivesNoAlarm(moves: String) async throws {
        let folder = try TemporaryFolder()
        let run = try await stress("notes", [], moves, in: folder)
        #expect(run.status == 0, "\(run.output)\(run.error)")
    }

    /// Sweeps in sweeps would visit too many states: the earlier deaths are written as plain ones.
    @Test func aLifeOfManyDeathsInSavesIsWrittenAsAScenarioThatFails() async throws {
        let folder = try TemporaryFolder()
        let death = #"{"dieInside": {"_0": "saving", "at": 0.453, "of": "kill"}}"#
        let run = try await stress(
            "planted-files", ["--", "two-files"],
            """
            \(death), {"launch": {}}, \(death), {"launch": {}}, {"background": {}}, {"foreground": {}},
            {"perform": {"_0": {"arguments": {"text": "a"}, "name": "rename"}}},
            {"perform": {"_0": {"arguments": {"text": "a"}, "name": "write"}}}, \(death)
            """, in: folder)
        #expect(run.status == 1, "\(run.output)\(run.error)")
        let name = try #require(folder.names(in: "out/failures").first)
        let text = try folder.read("out/failures/\(name)")
        #expect(text.components(separatedBy: "Sweep(").count == 3, "\(text)")
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)\n\(text)")
    }

    /// Lives a life of these moves between two launches.
    private func stress(
        _ product: String, _ bug: [String], _ moves: String, in folder: TemporaryFolder
    ) async throws -> RelaunchProcess.Outcome {
        try folder.write(
            """
            {"reached": [], "life": {"isCompared": false, "watchesOutside": false,
             "moves": [{"launch": {}}, \(moves), {"launch": {}}]}}
            """, to: "corpus/life.json")
        return try await RelaunchProcess(
            [
                "stress", RelaunchProcess.product(product), "--corpus", "corpus", "--cases", "1",
                "--shrink", "0", "--output", "out",
            ] + bug, in: folder
        ).finish()
    }
}
