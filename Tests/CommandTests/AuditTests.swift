import Testing

/// `relaunch audit`, from what is typed to what is printed.
@Suite struct AuditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aRuleThatIsKeptIsOneLine() throws {
        let run = try relaunch("audit", "notes", "--rule", "R18,S15", "--seed", "1", in: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("✔ kept            R18"))
        #expect(run.error.contains("✔ kept            S15"))
        #expect(run.error.contains("✔ 2 rules kept"))
    }

    @Test func aBrokenRuleIsExplainedAndCanBeReplayed() throws {
        let run = try relaunch(
            "audit", "timer", "--rule", "S2,P2,S3,D1", "--seed", "1", "--", "--naive", in: folder)
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
