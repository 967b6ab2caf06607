@testable import CrashStates
import Foundation
import Testing
import TestSupport

/// `relaunch audit`, from what is typed to what is printed.
@Suite struct AuditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aRuleThatIsKeptIsOneLine() async throws {
        let run = try await relaunch(
            "audit", RelaunchProcess.product("notes"), "--rule", "R18,S15", "--seed", "1",
            in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func whatWasTriedOfARuleThatIsKeptIsToldWithVerbose() async throws {
        let run = try await relaunch(
            "audit", RelaunchProcess.product("counter-c"), "--rule", "D11", "--verbose", "--seed",
            "1", in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func aBrokenRuleIsExplainedAndCanBeReplayed() async throws {
        let run = try await relaunch(
            "audit", RelaunchProcess.product("timer"), "--rule", "S2,P2,S3,D1", "--seed", "1", "--",
            "--naive", in: folder)
        #expect(run.status == 1, "\(run.error)")
        #expect(run.error.contains("✘ broken"))
        try expectGolden(run)
        #expect(run.error.contains("replay:"))
    }

    /// Of a script, the files beside it count, too: who has mended one of them is not judged by what was before.
    @Test func aReplayJudgesByWhatTheAuditHasFoundOutUnlessTheTargetHasChanged() async throws {
        for name in ["app.py", "harness.py", "little.py", "quick_json.py"] {
            try FileManager.default.copyItem(
                atPath: RelaunchProcess.package + "/Tests/Targets/Planted/Python/" + name,
                toPath: folder.path(name))
        }
        let little = RelaunchProcess.package + "/Tests/Targets/audited_little.py"
        var source = try String(contentsOfFile: little, encoding: .utf8)
        try folder.write(source, to: "audited_little.py")
        let target = try folder.write(
            """
            #!/usr/bin/env -S python3 -S -s -E
            from app import main
            from audited_little import TARGETS
            main(list(TARGETS.values()))
            """, to: "target.py")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: target)
        func audit(_ options: [String]) async throws -> RelaunchProcess.Outcome {
            let all = ["audit", target] + options + ["--seed", "1", "--", "emptied-by-quit"]
            return try await RelaunchProcess(all, in: folder).finish()
        }
        let broken = try await audit(["--rule", "D11"])
        let named = try #require(broken.error.firstMatch(of: /--replay '(.+?)'/), "\(broken.error)")
        let replay = ["--rule", "D11", "--replay", String(named.1)]
        #expect(folder.names(in: ".relaunch/profiles").count == 1)
        func notes(_ run: RelaunchProcess.Outcome) -> Int {
            run.error.split(separator: "\n").count { $0.hasPrefix("note:") }
        }
        let again = try await audit(replay)
        #expect(again.status == 1)

        source = source.replacing(
            "self.shown = self.fresh()\n        self.save()", with: "self.save()")
        try folder.write(source, to: "audited_little.py")
        let mended = try await audit(replay)
        #expect(mended.status == 0)
        #expect(notes(again) == notes(mended) + 1, "it says that nothing was found out anew")

        try folder.write("def (", to: "audited_little.py")
        let dead = try await audit(replay)
        #expect(dead.status == 1)
        #expect(dead.error.contains("SyntaxError"), "it says why nothing can be replayed")
    }

    /// It shows what is added for a moment and saves nothing: is anything lost by a death?
    @Test func whatIsSeenBrokenAndNotProvenIsNoPass() async throws {
        let run = try await relaunch(
            "audit", RelaunchProcess.package + "/Tests/Targets/audited.py", "--rule", "S2,S16",
            "--seed", "1", "--", "flashes", in: folder)
        #expect(run.status == 1, "\(run.error)")
        try expectGolden(run)
    }

    /// A window in the background is not there after a death, and what follows is done in another.
    @Test(arguments: ["2", "3"])
    func rightWindowsGiveNoAlarm(seed: String) async throws {
        let run = try await relaunch(
            "audit", RelaunchProcess.product("planted"), "--rule", "L1", "--seed", seed, "--",
            "one-state-for-all", "--right", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func aTargetIsAuditedThroughItsDriver() async throws {
        let driver = try folder.write(
            "#!/bin/sh\n# launch TARGET ARGUMENT…\nshift; exec \"$@\"\n",
            to: "relaunch-driver-plain")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: driver)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let run = try await RelaunchProcess(
            [
                "audit", "--driver", "plain", RelaunchProcess.product("counter-c"), "--rule",
                "D11,W5", "--seed", "1",
            ], in: folder, environment: ["PATH": "\(folder.path):\(path)"]
        ).finish()
        #expect(run.status == 0, "\(run.error)")
        let missing = try await relaunch("audit", "--driver", "nowhere", "notes", in: folder)
        #expect(missing.status == 64)
        try expectGolden(missing)
    }

    @Test func anUnknownRuleIsNamedWithThoseThatThereAre() async throws {
        let run = try await relaunch("audit", "notes", "--rule", "S99", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
        #expect(run.error.contains("S13"))
    }

    @Test func aPathIsRelativeToWhereTheCommandIsGiven() async throws {
        let run = try await relaunch("audit", "./nowhere/app", in: folder)
        #expect(run.status != 0)
        try expectGolden(run)
        #expect(run.error.contains("\(folder.path)/nowhere/app"))
    }

    @Test func aTargetThatIsNowhereIsNoMatterOfAScenarioFile() async throws {
        let run = try await relaunch("audit", "nowhere-on-the-path", in: folder)
        #expect(run.status == 2)
        try expectGolden(run)
    }

    @Test func aProgramThatSpeaksNoProtocolIsRefusedWithTheReason() async throws {
        let run = try await relaunch("audit", "true", "--rule", "S2", in: folder)
        #expect(run.status != 0)
        try expectGolden(run)
    }

    @Test(arguments: [",", "", "D4,", "D4,,S13"])
    func aRuleWithoutANameIsAnErrorThatNamesThoseThatThereAre(rules: String) async throws {
        let run = try await relaunch("audit", "true", "--rule", rules, in: folder)
        #expect(run.status == 64)
        try expectGolden(run, of: "'\(rules)'")
    }
}

/// `relaunch audit` where the target does not let itself be learnt.
@Suite struct AuditProbeTests {
    let folder: TemporaryFolder
    private static let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Targets/misbehave.py").path

    init() throws { folder = try TemporaryFolder() }

    private func audit(_ arguments: String...) async throws -> RelaunchProcess.Outcome {
        // An action that is drawn with extreme arguments, and hangs, is drawn again with others.
        let options = ["--rule", "D2", "--seed", "1", "--"]
        return try await RelaunchProcess(["audit", Self.target] + options + arguments, in: folder)
            .finish()
    }

    @Test(arguments: ["exits-at-once", "unknown-phase", "cannot-show-state", "refuses-actions"])
    func aFailedProbeShowsTheAnswerAndTheLastOutput(misbehaviour: String) async throws {
        let run = try await audit(misbehaviour)
        #expect(run.status == 1)
        try expectGolden(run, of: misbehaviour)
    }

    @Test(arguments: ["/etc/passwd", "../../etc", "Library/../../x", ""])
    func anIllegalPathOfTheSavedStateIsOneMessage(path: String) async throws {
        let run = try await audit("names-state-outside", path)
        #expect(run.status == 1)
        try expectGolden(run, of: "'\(path)'")
    }

    @Test func aCheckpointThatIsCalledLikeAPhaseIsRefusedByName() async throws {
        let run = try await audit("checkpoint-like-a-phase")
        #expect(run.status == 1)
        try expectGolden(run)
    }

    @Test func aSlowStartIsSaidBeforeTheTargetIsLearnt() async throws {
        let process = try RelaunchProcess(
            ["audit", Self.target, "--events", "-", "--", "starts-slowly", "0.6"], in: folder)
        try await process.wait(forOutput: "profiling it takes about")
        process.signal(SIGINT)
        let run = try await process.finish()
        let time = try #require(run.output.firstMatch(of: /the target takes ([0-9.]+) (ms|s)/))
        let seconds = try #require(Double(time.1)) / (time.2 == "ms" ? 1000 : 1)
        // What it waits for a processor is left out, also just after it has started.
        #expect(seconds >= 0.5)
        #expect(run.status == 130, "\(run.error)")
    }
}

/// `relaunch audit --command`.
@Suite struct CommandAuditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func audit(_ script: String, rules: String) async throws -> RelaunchProcess.Outcome {
        try await relaunch(
            "audit", "--command", "sh", "--rule", rules, "--seed", "1", "--", "-c", script,
            in: folder)
    }

    @Test func aCommandThatKeepsARuleIsOneLine() async throws {
        let script = "echo x >> log.new; cat log >> log.new 2>/dev/null; mv log.new log"
        let run = try await audit(script, rules: "W1,W5")
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func aBrokenRuleNamesTheCallAndCanBeReplayed() async throws {
        let run = try await audit(
            "n=$(wc -l < log 2>/dev/null); seq $((n + 1)) > log", rules: "S13")
        #expect(run.status == 1, "\(run.error)")
        try expectGolden(run)
    }

    @Test func aRuleThatNeedsAProtocolIsNoRuleOfACommand() async throws {
        let run = try await audit("true", rules: "D4")
        #expect(run.status == 64)
        try expectGolden(run)
    }

    @Test func aFileOfANameOfItsOwnAtEachRunIsNoDebris() async throws {
        let name = "run-$(cat /proc/sys/kernel/random/uuid)"
        let run = try await audit("echo x > \(name)", rules: "S13,R7")
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    @Test func aCommandThatFailsShowsWhatItWrote() async throws {
        let run = try await audit("echo no configuration >&2; exit 2", rules: "S13")
        try expectGolden(run)
    }

    @Test func aCommandThatFailsOnWhatItHasLeftIsRepeatedWithTheSameArguments() async throws {
        let run = try await relaunch(
            "audit", "--command", "sh", "--seed", "7", "--", "-c", "mkdir state", in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
    }

    @Test func aCommandThatWritesNothingIsAnsweredWithWhatIsMissing() async throws {
        let run = try await audit("true", rules: "S13")
        #expect(run.status != 0)
        try expectGolden(run)
    }
}
