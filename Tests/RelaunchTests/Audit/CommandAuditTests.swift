import CrashStates
import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// Programs that write files and run to their end: the planted ones count their runs where no
/// harness listens.
@Suite struct CommandAuditTests {
    private func audit(
        _ bug: String, isRight: Bool = false, _ rules: String...
    ) async throws -> AuditRun {
        try await AuditRun(
            try PlantedEntry.named(bug).target(isRight: isRight), isCommand: true, rules: rules)
    }

    private func shell(_ script: String, _ rules: String...) async throws -> AuditRun {
        try await AuditRun(
            .command("/bin/sh", arguments: ["-c", script]), isCommand: true, rules: rules)
    }

    @Test(arguments: ["saved-in-place", "old-removed-first", "struct-in-place", "asides-pile-up"])
    func aFileThatADeathDestroysIsFoundAndTheTwinIsKept(bug: String) async throws {
        let wrong = try await audit(bug, "S13")
        #expect(wrong.broken == ["S13"])
        let right = try await audit(bug, isRight: true, "S13")
        #expect(right.kept == ["S13"], "\(right.messages(of: "S13"))")
    }

    /// Each run adds a file of a name that no other run gives: that is its work.
    @Test(arguments: [
        "$(date +%s%N)", "$$", "$(cat /proc/sys/kernel/random/uuid)",
        "$(cat /proc/sys/kernel/random/uuid)/part",
    ])
    func aFileOfItsOwnAtEachRunIsNoLeftover(name: String) async throws {
        let script =
            "name=run-\(name); mkdir -p $(dirname $name); echo x > $name; "
            + "[ -s settings ] || echo y > settings"
        let run = try await shell(script, "S13", "R7")
        #expect(run.kept == ["S13", "R7"], "\(run.messages(of: "S13")) \(run.messages(of: "R7"))")
    }

    /// Beside such a file, one of that kind that only a death leaves is found all the same.
    @Test(arguments: ["$(date +%s%N)", "$$", "$(cat /proc/sys/kernel/random/uuid)"])
    func aTemporaryFileThatPilesUpIsFoundBesideThem(name: String) async throws {
        let run = try await shell(
            "echo x > run-\(name); name=aside-\(name); echo y > $name; mv $name last", "S13")
        #expect(run.broken == ["S13"])
        // In which order states are visited depends on the names, and these are drawn at random.
        if !name.contains("random") { try expectGolden(run.messages(of: "S13")) }
    }

    @Test func aRightProgramKeepsEveryRule() async throws {
        let run = try await audit("saved-in-place", isRight: true)
        #expect(run.broken.isEmpty && run.results.count == CommandRuleSet.ruleNumbers.count)
    }

    @Test func aRunThatIsLostWithThePowerAlthoughItSaidThatItIsDoneBreaksS2() async throws {
        #expect(try await shell("echo x >> log; echo done", "S2").broken == ["S2"])
        let append = "echo x | dd of=log oflag=append conv=notrunc,fsync 2>/dev/null"
        #expect(try await shell(append + "; echo done", "S2").kept == ["S2"])
    }

    /// A kill keeps the order of the calls: the second file is behind the first, and the next run notices.
    /// A power loss may keep the second alone.
    @Test(.enabled(if: TrialTarget.hasPython))
    func twoFilesThatOnlyAPowerLossTearsApartBreakP1() async throws {
        func audit(syncing: Bool) async throws -> AuditRun {
            let program = """
                import os
                def read(name): return int(open(name).read()) if os.path.exists(name) else 0
                def write(name, number):
                    with open(name + ".new", "w") as file:
                        file.write(str(number))
                        file.flush()
                        os.fsync(file.fileno())
                    os.rename(name + ".new", name)
                    if \(syncing ? "True" : "False"): os.fsync(os.open(".", os.O_RDONLY))
                a, b = read("a"), read("b")
                if b < a: write("b", a)
                write("a", a + 1)
                write("b", max(a, b) + 1)
                """
            return try await AuditRun(
                .command(Executable.onPath("python3") ?? "", arguments: ["-c", program]),
                isCommand: true, rules: ["P1"])
        }
        let torn = try await audit(syncing: false)
        #expect(torn.broken == ["P1"])
        #expect(torn.failedTrials(of: "P1").count == 1, "a kill does no harm")
        #expect(try await audit(syncing: true).kept == ["P1"])
    }

    @Test func aFailureThatIsNotSaidBreaksS16() async throws {
        let silent = try await shell("echo x 2>/dev/null >> log; exit 0", "S16")
        #expect(silent.broken == ["S16"])
        try expectGolden(silent.messages(of: "S16"))
        #expect(try await shell("echo x >> log", "S16").kept == ["S16"])
    }

    /// It is emptied by `open`, and what `close` writes once more finds the disk full as well.
    @Test(.enabled(if: TrialTarget.hasPython))
    func aFileSavedInPlaceByPythonIsLostWhereTheDiskStaysFull() async throws {
        let program = """
            import json, os
            runs = json.load(open("state")) if os.path.exists("state") else []
            with open("NAME", "w") as file: json.dump(runs + [1], file)
            if "NAME" != "state": os.rename("NAME", "state")
            """
        func audit(savingTo name: String) async throws -> AuditRun {
            let program = program.replacing("NAME", with: name)
            return try await AuditRun(
                .command(Executable.onPath("python3") ?? "", arguments: ["-c", program]),
                isCommand: true, rules: ["S16"])
        }
        let inPlace = try await audit(savingTo: "state")
        #expect(inPlace.broken == ["S16"])
        try expectGolden(inPlace.messages(of: "S16"))
        let aside = try await audit(savingTo: "state.new")
        #expect(aside.kept == ["S16"], "\(aside.messages(of: "S16"))")
    }

    @Test func stateInTmpBreaksW1AndAFileOutsideW5() async throws {
        #expect(try await shell("echo x >> tmp/log", "W1").broken == ["W1"])
        let outside = try await shell("echo x >> log; echo x > /tmp/relaunch-audit-test", "W5")
        #expect(outside.broken == ["W5"])
    }

    @Test func aCommandThatWritesNothingOrFailsIsNoTarget() async throws {
        let idle = try await shell("true")
        try expectGolden(idle.messages(of: "probe"), of: "idle")
        let failing = try await shell("exit 3")
        try expectGolden(failing.messages(of: "probe"), of: "failing")
        let hanging = try await shell("kill -SEGV $$")
        try expectGolden(hanging.messages(of: "probe"), of: "hanging")
    }
}
