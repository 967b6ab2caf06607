@testable import CrashStates
import Foundation
import Testing
import TestSupport

/// `relaunch stress` and `relaunch merge`, from what is typed to what is written.
@Suite struct StressTests {
    let folder: TemporaryFolder
    private static let buggy = RelaunchProcess.product("planted-files")
    /// A save in two files: found by few lives.
    private static let bug = ["--", "two-files"]

    init() throws { folder = try TemporaryFolder() }

    private func stress(_ arguments: [String], _ bug: [String] = Self.bug) async throws
        -> RelaunchProcess.Outcome
    {
        try await RelaunchProcess(
            ["stress", Self.buggy] + arguments + bug, in: folder
        ).finish()
    }

    private func result(_ name: String) throws -> String {
        try folder.read("\(name)/result.json")
    }

    /// What runs say of each life, and of each failure once it is short, but for times: in order, as
    /// workers write as they get done.
    private func journal(of names: [String]) throws -> [String] {
        let lines = try names.flatMap { name in
            try folder.read("\(name)/lives.jsonl").split(separator: "\n").map(String.init)
        }
        return lines.filter { $0.hasPrefix("{\"life\"") || $0.contains("\"tries\"") }
            .map { $0.replacing(/,"seconds":[^,}]*/, with: "") }.sorted()
    }

    /// Bugs that take a part of a life, or of what is judged, each of its own.
    private static let bugs = [
        ("planted-files", "two-files"), ("planted-files", "hidden-while-locked"),
        ("planted", "completed-twice"), ("planted", "ignored-outside-save"),
        ("planted-c", "short-read-unnoticed"),
    ]

    @Test(arguments: bugs)
    func aBugIsShortenedAndWrittenAsAScenarioThatFailsAndPassesOnItsTwin(
        program: String, bug: String
    ) async throws {
        let run = try await RelaunchProcess(
            [
                "stress", RelaunchProcess.product(program), "--cases", "600", "--seed", "5",
                "--until-failure", "--shrink", "100", "--output", "out", "--", bug,
            ], in: folder
        ).finish()
        #expect(run.status == 1, "\(run.error)")
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/out/failures")
        let name = try #require(names.sorted().first)
        let text = try folder.read("out/failures/\(name)")
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)\n\(text)")
        try folder.write(
            text.replacingOccurrences(of: "[\"\(bug)\"]", with: "[\"\(bug)\", \"--right\"]"),
            to: "Twin.swift")
        let passing = try await relaunch("run", "Twin.swift", in: folder)
        #expect(passing.status == 0, "\(passing.error)\n\(text)")
    }

    @Test func theSameSeedGivesTheSameOnAnyNumberOfWorkersAndInShares() async throws {
        let common = ["--cases", "24", "--seed", "5", "--shrink", "20"]
        for jobs in [1, 2, 4] {
            _ = try await stress(common + ["--jobs", "\(jobs)", "--output", "jobs\(jobs)"])
        }
        for share in 1...2 {
            _ = try await stress(
                common + ["--slice", "\(share)/2", "--jobs", "2", "--output", "share\(share)"])
        }
        let whole = try result("jobs1")
        for jobs in [2, 4] { #expect(try result("jobs\(jobs)") == whole) }
        let journal = try journal(of: ["jobs1"])
        for jobs in [2, 4] { #expect(try self.journal(of: ["jobs\(jobs)"]) == journal) }
        let lives = journal.filter { $0.hasPrefix("{\"life\"") }
        #expect(lives.count == 24)
        let shared = try self.journal(of: ["share1", "share2"])
        #expect(shared.filter { $0.hasPrefix("{\"life\"") } == lives)
        let merged = try await relaunch(
            "merge", "share2", "share1", "share2", "--output", "all", in: folder)
        #expect(merged.status != 2, "\(merged.error)")
        #expect(try result("all") == whole)
        let lost = try await relaunch("merge", "share2", in: folder)
        #expect(lost.status == 2)
        #expect(lost.error.contains("1/2"))
    }

    @Test func aRunThatWasKilledGoesOnWhereItWas() async throws {
        let kills = testsAreLong ? 50 : 3
        let common = [
            "--cases", testsAreLong ? "400" : "24", "--seed", "5", "--shrink", "20", "--jobs", "2",
        ]
        _ = try await stress(common + ["--output", "whole"])
        var process = try RelaunchProcess(
            ["stress", Self.buggy] + common + ["--output", "killed"] + Self.bug, in: folder)
        for _ in 1...kills {
            try await process.wait(forError: "written to")
            // Some time of its work, whatever the machine is doing.
            try await Task.sleep(for: .milliseconds(Int.random(in: 200...2500)))
            process.signal(SIGKILL)
            _ = try await process.finish()
            process = try RelaunchProcess(["stress", "--resume", "killed"], in: folder)
        }
        _ = try await process.finish()
        #expect(try result("killed") == result("whole"))
        #expect(try journal(of: ["killed"]) == journal(of: ["whole"]))
    }

    @Test func theSameCommandGoesOnWithARunThatWasKilledAndWithNoOther() async throws {
        let arguments = ["--cases", "24", "--seed", "5", "--shrink", "20", "--output"]
        _ = try await stress(arguments + ["whole"])
        let process = try RelaunchProcess(
            ["stress", Self.buggy] + arguments + ["killed"] + Self.bug, in: folder,
            environment: ["TEST_PREMATURE_EXIT_FILE": folder.path("premature")])
        try await process.wait(forError: "written to")
        process.signal(SIGSTOP)
        let meanwhile = try await stress(arguments + ["killed"])
        #expect(meanwhile.status == 2)
        try expectGolden(meanwhile, of: "meanwhile")
        process.signal(SIGKILL)
        _ = try await process.finish()
        // What Bazel sees of a test that has not come to its end.
        #expect(folder.names().contains("premature"))
        let other = try await stress(
            ["--cases", "25", "--seed", "5", "--shrink", "20", "--output", "killed"])
        #expect(other.status == 2)
        try expectGolden(other, of: "other")
        _ = try await stress(arguments + ["killed"])
        #expect(try result("killed") == result("whole"))
        let ended = try await stress(arguments + ["killed"])
        #expect(ended.status == 2)
        try expectGolden(ended, of: "ended")
    }

    /// By chance alone, a death inside of one call of the very first launch is drawn seldom.
    @Test func aDeathInTheFirstLaunchOfAllHasItsTurn() async throws {
        let program =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().path + "/Targets/Planted/Python/planted.py"
        let run = try await RelaunchProcess(
            [
                "stress", program, "--cases", "400", "--seed", "5", "--until-failure", "--shrink",
                "40", "--output", "out", "--", "set-up-too-early",
            ], in: folder
        ).finish()
        #expect(run.status == 1, "\(run.error)")
        let name = try #require(folder.names(in: "out/failures").first)
        let failing = try await relaunch("run", "out/failures/\(name)", in: folder)
        #expect(failing.status == 1, "\(failing.error)")
    }

    @Test func aRightTargetGivesNoAlarm() async throws {
        let run = try await stress(
            ["--cases", "30", "--seed", "5", "--output", "out"], Self.bug + ["--right"])
        #expect(run.status == 0, "\(run.error)")
    }

    /// It restores and saves while the device is locked, and after crash upon crash, and says so.
    @Test func whatATargetSaysThatItDoesByDesignIsNoAlarm() async throws {
        let run = try await RelaunchProcess(
            [
                "stress", RelaunchProcess.product("counter-c"), "--cases", "80", "--seed", "5",
                "--output", "out",
            ], in: folder
        ).finish()
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func livesThatReachSomethingNewAreKeptAndLivedFirst() async throws {
        let arguments = ["--cases", "10", "--corpus", "corpus", "--output"]
        _ = try await stress(arguments + ["one", "--seed", "5"], Self.bug + ["--right"])
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/corpus")
        #expect(!kept.isEmpty)
        let again = try await stress(arguments + ["two", "--seed", "6"], Self.bug + ["--right"])
        #expect(again.status == 0, "\(again.error)")
    }

    @Test func whatGrowsInACrashLoopIsFound() async throws {
        let run = try await RelaunchProcess(
            ["stress", "--loop", "crash", RelaunchProcess.product("notes"), "--cases", "30"],
            in: folder
        ).finish()
        #expect(run.status == 0, "\(run.error)")
    }

    @Test(arguments: [
        "stress", "stress a --slice 1/2", "stress a --for 5x", "stress a --cases 0",
        "stress a --cases 9 --slice 1/2", "stress a --resume b", "stress a --jobs 0",
        "stress a --cases 9 --slice 3/2", "stress --loop sleep a", "merge", "merge nowhere",
        "stress --resume nowhere",
    ])
    func wrongUseIsAnswered(arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await RelaunchProcess(words, in: folder).finish()
        #expect(run.status == (arguments.hasSuffix("nowhere") ? 2 : 64))
        try expectGolden(run, of: arguments)
    }
}
