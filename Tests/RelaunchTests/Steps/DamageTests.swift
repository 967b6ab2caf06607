import Foundation
import Relaunch
import Testing
import TestSupport

/// Damaged files, and a disk that is full.
@Suite struct DamageTests {
    /// What a file holds after it was damaged.
    private func damaged(_ harm: Damage.Harm, _ content: String = "12345") async throws
        -> CaseResult
    {
        try await trial(TrialTarget.command("od -An -tx1 file; ls")) {
            Run("sh", "-c", "printf %s \(content) > file")
            Damage("file", harm)
            Launch(arguments: [])
            Expect(.exitStatus(0))
        }.only()
    }

    @Test(arguments: [
        (Damage.Harm.truncated(to: 2), "12"), (.emptied, ""), (.bitFlipped(at: 0), "02345"),
        (.bitFlipped(at: 4, bit: 1), "12347"),
        (.overwritten(at: 3, with: Array("xyz".utf8)), "123xyz"),
        (.replaced(by: Array("new".utf8)), "new"),
    ])
    func `a file holds what the harm says`(_ harm: Damage.Harm, _ content: String) async throws {
        let result = try await trial(TrialTarget.command("cat file")) {
            Run("sh", "-c", "printf 12345 > file")
            Damage("file", harm)
            Launch()
            Expect(.output(equals: content))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `an unreadable file cannot be read, by whomever`() async throws {
        let result = try await trial(
            TrialTarget.command("cat file || echo unreadable; echo x > new")
        ) {
            Run("sh", "-c", "printf 12345 > file")
            Damage("file", .unreadable)
            Launch()
            Expect(.output(equals: "unreadable"))
            Expect(file: "new", contains: "x")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a file can be removed, be that of another program, or have stale ones beside it`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let other = try directory.script("other", "from elsewhere")
        let result = try await trial(TrialTarget.command("ls -p | grep -v /; cat c")) {
            Run("sh", "-c", "for f in a b c; do printf 12345 > $f; done")
            Damage("a", .removed)
            Damage("b", .staleTemporaryAndLockFiles)
            Damage("c", .replacedBy(file: other))
            Launch()
            Expect(.output(equals: "b\nb.lock\nb.new\nb.tmp\nb~\nc\nfrom elsewhere"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a reader that trusts a length is found at the lengths that kill it`() async throws {
        // It has two lines, and the second one is taken for granted.
        let result = try await trial(
            TrialTarget.command("[ -s file ] || { echo fresh; exit; }; sed -n 2p file | grep .")
        ) {
            Run("sh", "-c", "printf 'one\\ntwo\\n' > file")
            Damage("file", .truncatedAnywhere)
            Launch()
            Expect(.exitStatus(0))
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a damaged place is visited again by its name`() async throws {
        var options = TrialOptions()
        options.branches = ["file flipped at 2"]
        let result = try await trial(TrialTarget.command("cat file"), options) {
            Run("sh", "-c", "printf 12345 > file")
            Damage("file", .bitFlippedAnywhere)
            Launch()
            Expect(.output(contains: "45"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.identity.branches == ["file flipped at 2"])
    }

    @Test func `a large file is visited at its ends and a sample`() async throws {
        let result = try await trial(TrialTarget.command("true")) {
            Run("sh", "-c", "head -c 100000 /dev/zero > file")
            Damage("file", .truncatedAnywhere(atMost: 12))
            Launch()
            Expect(.exitStatus(0))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result)
    }

    @Test func `what is not there or not that long cannot be damaged`() async throws {
        let missing = try await trial(TrialTarget.command("true")) {
            Damage("nothing/here", .emptied)
        }.only()
        #expect(missing.verdict == .errored)
        try expectGolden(missing, of: "missing")
        let short = try await damaged(.truncated(to: 5))
        #expect(short.verdict == .errored)
        try expectGolden(short, of: "short")
    }

    @Test func `what a link leads to is neither purged nor damaged`() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path + "/Caches"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        _ = try directory.script("Caches/precious", "here")
        for step in [PurgeCaches() as any Step, Damage("Library/Caches", .emptied)] {
            let result = try await trial(TrialTarget.command("true")) {
                Run("sh", "-c", "rm -r Library; ln -s '\(directory.path)' Library")
                step
            }.only()
            #expect(result.verdict == .failed)
            try expectGolden(result, of: step.text)
        }
        #expect(try String(contentsOfFile: folder + "/precious", encoding: .utf8) == "here")
    }

    // MARK: A full disk

    private static let saveInPlace = "printf new > file || echo refused"
    private static let saveAside = "printf new > file.tmp && mv file.tmp file || echo refused"

    private func save(_ commands: String, _ expected: [String]) async throws -> CaseResult {
        try await trial(TrialTarget.command("cat file")) {
            Run("sh", "-c", "printf old > file")
            FillDisk()
            Run("sh", "-c", commands, exit: .any)
            Expect(.output(contains: "refused"))
            FreeDisk()
            Launch()
            Expect(.output(isOneOf: expected))
        }.only()
    }

    @Test func `a save in place loses the old state on a full disk`() async throws {
        let result = try await save(Self.saveInPlace, ["old"])
        #expect(result.verdict == .failed)
        #expect(result.failure?.actual == #""""#)
        try expectGolden(result, showing: .timeline)
    }

    @Test func `a save aside keeps the old state on a full disk`() async throws {
        let result = try await save(Self.saveAside, ["old"])
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `with space again, it saves again`() async throws {
        let result = try await trial(TrialTarget.command("mkdir new && echo made")) {
            FillDisk()
            Launch(exit: .status(1))
            FreeDisk()
            Launch()
            Expect(.output(equals: "made"))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a full disk ends with its case`() async throws {
        for _ in 1...2 {
            let result = try await trial(TrialTarget.command("mkdir new")) {
                Launch()
                FillDisk()
            }.only()
            #expect(result.verdict == .passed, "\(result.failures)")
        }
    }

    @Test func `a target that is running finds the disk full, and goes on`() async throws {
        let result = try await trial(TrialTarget.counter, TrialOptions(control: .automatic)) {
            Launch()
            Perform("increment")
            Background()
            Foreground()
            FillDisk()
            Perform("increment")
            Expect("count", equals: 2)
            Kill(.system)
            FreeDisk()
            Launch()
            Expect("count", equals: 1)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }
}
