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
        #expect(run.error.contains("difference (- expected, + came):"))
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

    @Test func aCommandThatWritesNothingIsAnsweredWithWhatIsMissing() throws {
        let run = try audit("true", rules: "S13")
        #expect(run.status != 0)
        #expect(run.error.contains("leaves no file in its container"))
    }
}
