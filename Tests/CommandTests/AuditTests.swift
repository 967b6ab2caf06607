@testable import CrashStates
import Foundation
import Testing

/// `relaunch audit`, from what is typed to what is printed.
@Suite struct AuditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aRuleThatIsKeptIsOneLine() throws {
        let run = try relaunch(
            "audit", RelaunchProcess.product("notes"), "--rule", "R18,S15", "--seed", "1",
            in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("✔ kept            R18"))
        #expect(run.error.contains("✔ kept            S15"))
        #expect(run.error.contains("✔ 2 rules kept"))
    }

    @Test func aBrokenRuleIsExplainedAndCanBeReplayed() throws {
        let run = try relaunch(
            "audit", RelaunchProcess.product("timer"), "--rule", "S2,P2,S3,D1", "--seed", "1", "--",
            "--naive", in: folder)
        #expect(run.status == 1, "\(run.error)")
        #expect(run.error.contains("✘ broken"))
        #expect(run.error.contains("difference (- expected, + actual):"))
        #expect(run.error.contains("replay:"))
    }

    @Test func anUnknownRuleIsNamedWithThoseThatThereAre() throws {
        let run = try relaunch("audit", "notes", "--rule", "S99", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("there is no rule 'S99' to check"))
        #expect(run.error.contains("S13"))
    }

    @Test func aPathIsRelativeToWhereTheCommandIsGiven() throws {
        let run = try relaunch("audit", "./nowhere/app", in: folder)
        #expect(run.status != 0)
        #expect(run.error.contains("no audit: the target"))
        #expect(run.error.contains("\(folder.path)/nowhere/app"))
    }

    @Test func aProgramThatSpeaksNoProtocolIsRefusedWithTheReason() throws {
        let run = try relaunch("audit", "true", "--rule", "S2", in: folder)
        #expect(run.status != 0)
        #expect(run.error.contains("before it said hello"), "\(run.error)")
    }

    @Test(arguments: [",", "", "D4,", "D4,,S13"])
    func aRuleWithoutANameIsAnErrorThatNamesThoseThatThereAre(rules: String) throws {
        let run = try relaunch("audit", "true", "--rule", rules, in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("a name is missing in --rule '\(rules)'"))
        #expect(run.error.contains("there are S1, "))
    }
}

/// `relaunch audit` where the target does not let itself be learnt.
@Suite struct AuditProbeTests {
    let folder: TemporaryFolder
    private static let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Targets/misbehave.py").path

    init() throws { folder = try TemporaryFolder() }

    private func audit(_ arguments: String...) throws -> RelaunchProcess.Outcome {
        // An action that is drawn with extreme arguments, and hangs, is drawn again with others.
        let options = ["--rule", "D2", "--seed", "1", "--"]
        return try RelaunchProcess(["audit", Self.target] + options + arguments, in: folder)
            .finish()
    }

    @Test(arguments: [
        ("exits-at-once", "exited with status 3", "the configuration cannot be read"),
        ("unknown-phase", "unknown phase", nil),
        ("cannot-show-state", "the state cannot be read", "row 7 is missing"),
        (
            "refuses-actions", "set (the target answered with an error: the library is read-only",
            "reading a read-only library"
        ),
    ])
    func aFailedProbeShowsTheAnswerAndTheLastOutput(
        misbehaviour: String, answer: String, output: String?
    ) throws {
        let run = try audit(misbehaviour)
        #expect(run.status == 1)
        #expect(run.error.contains(answer), "\(run.error)")
        if let output {
            let shown = "the target's last output:\n    │ misbehave.py: \(output)\n"
            #expect(run.error.contains(shown), "\(run.error)")
        }
    }

    @Test(arguments: ["/etc/passwd", "../../etc", "Library/../../x", ""])
    func anIllegalPathOfTheSavedStateIsOneMessage(path: String) throws {
        let run = try audit("names-state-outside", path)
        #expect(run.status == 1)
        #expect(run.error.contains("names '\(path)' as its saved state"), "\(run.error)")
        #expect(run.error.contains("such as 'Library/State/state.json'"))
        #expect(run.error.contains("0 rules kept, 1 broken"))
    }

    @Test func aCheckpointThatIsCalledLikeAPhaseIsRefusedByName() throws {
        let run = try audit("checkpoint-like-a-phase")
        #expect(run.status == 1)
        #expect(run.error.contains("a checkpoint called 'saving'"), "\(run.error)")
    }

    @Test func anActionThatHangsIsNamedAfterOneWait() throws {
        let run = try audit("hangs-in-perform", folder.path("hangs"))
        #expect(run.status == 1)
        #expect(run.error.contains("while performing Perform(\"set\""), "\(run.error)")
        #expect(run.error.contains("within 10 s"))
        #expect(try String(contentsOfFile: folder.path("hangs"), encoding: .utf8) == "hangs\n")
    }

    @Test func aSlowStartIsSaidBeforeTheTargetIsLearnt() throws {
        let process = try RelaunchProcess(
            ["audit", Self.target, "--events", "-", "--", "starts-slowly", "0.6"], in: folder)
        try process.wait(forOutput: "to learn what it is like takes about", within: 30)
        process.signal(SIGINT)
        let run = try process.finish()
        let time = try #require(run.output.firstMatch(of: /the target takes ([0-9.]+) (ms|s)/))
        let seconds = try #require(Double(time.1)) / (time.2 == "ms" ? 1000 : 1)
        #expect(seconds >= 0.6)
        #expect(run.status == 130, "\(run.error)")
    }
}

/// `relaunch audit --command`.
@Suite struct CommandAuditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func audit(_ script: String, rules: String) throws -> RelaunchProcess.Outcome {
        try relaunch(
            "audit", "--command", "sh", "--rule", rules, "--seed", "1", "--", "-c", script,
            in: folder)
    }

    @Test func aCommandThatKeepsARuleIsOneLine() throws {
        let script = "echo x >> log.new; cat log >> log.new 2>/dev/null; mv log.new log"
        let run = try audit(script, rules: "W1,W5")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("✔ 2 rules kept"))
    }

    @Test func aBrokenRuleNamesTheCallAndCanBeReplayed() throws {
        let run = try audit("n=$(wc -l < log 2>/dev/null); seq $((n + 1)) > log", rules: "S13")
        #expect(run.status == 1, "\(run.error)")
        #expect(run.error.contains("✘ broken          S13"))
        #expect(run.error.contains("killed after `truncate log to 0 bytes by opening it`"))
        #expect(run.error.contains("audit --command sh --replay"))
    }

    @Test func aRuleThatNeedsAProtocolIsNoRuleOfACommand() throws {
        let run = try audit("true", rules: "D4")
        #expect(run.status == 64)
        #expect(run.error.contains("there is no rule 'D4' to check of a command"))
    }

    @Test func aFileOfANameOfItsOwnAtEachRunIsNoDebris() throws {
        let name = "run-$(cat /proc/sys/kernel/random/uuid)"
        let run = try audit("echo x > \(name)", rules: "S13,R7")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("✔ kept            S13"))
        #expect(run.error.contains("– not applicable  R7"))
    }

    @Test func aCommandThatFailsShowsWhatItWrote() throws {
        let run = try audit("echo no configuration >&2; exit 2", rules: "S13")
        #expect(run.error.contains("exited with status 2"))
        #expect(run.error.contains("the target's last output:\n    │ no configuration\n"))
    }

    @Test func aCommandThatWritesNothingIsAnsweredWithWhatIsMissing() throws {
        let run = try audit("true", rules: "S13")
        #expect(run.status != 0)
        #expect(run.error.contains("leaves no file in its container"))
    }
}
