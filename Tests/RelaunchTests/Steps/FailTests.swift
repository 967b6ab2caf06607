import Foundation
import Glibc
import Relaunch
import Testing
import TestSupport

/// Each call of a step fails once, with programs that take it well and badly.
@Suite struct FailTests {
    /// A state file that holds `old`, a save in which calls fail, and a launch that reads the file.
    private func save(
        _ save: String, _ options: TrialOptions = TrialOptions(), failing: Fail.Call = .any,
        with fault: Fail.Fault = .ENOSPC
    ) async throws -> CaseResult {
        try await trial(TrialTarget.command("cat state"), options) {
            Run("sh", "-c", "printf old > state")
            Fail(failing, with: fault) { Run("sh", "-c", save, exit: .any) }
            Launch()
            Expect(.output(isOneOf: ["old", "new"]))
        }.only()
    }

    // `mv` first tries a rename that fails by itself where the file is there: call 3 of 4.
    private static let careless = "printf new > state.tmp; mv state.tmp state"
    private static let careful = "printf new > state.tmp && mv state.tmp state"

    @Test
    func `a save that does not look whether its write failed is found, and the call is named`()
        async throws
    {
        let result = try await save(Self.careless)
        #expect(result.verdict == .failed)
        #expect(result.failures.count == 1)
        #expect(result.failure?.actual == #""""#)
        #expect(result.failure?.replay?.contains("::trial::2=ENOSPC") == true)
        // Nothing was killed, and what happened is what happened in that branch.
        #expect(result.failure?.killPoint == nil)
        try expectGolden(result, showing: .timeline)
    }

    @Test func `a save that gives up where its write fails keeps the old state`() async throws {
        let result = try await save(Self.careful)
        #expect(result.verdict == .passed, "\(result.failures)")
        let line =
            "fail: 4 calls recorded, 1 open, 1 write and 1 rename, "
            + "6 failures injected (3 lasting) in "
        #expect(result.notes.first?.hasPrefix(line) == true, "\(result.notes)")
    }

    @Test func `a failure is shown alone by its name`() async throws {
        var options = TrialOptions()
        options.branches = ["2=ENOSPC"]
        let result = try await save(Self.careless, options)
        #expect(result.verdict == .failed)
        #expect(result.identity.branches == ["2=ENOSPC"])
        try expectGolden(result, showing: .timeline)
    }

    @Test func `a name that no failure has is answered with those that there are`() async throws {
        var options = TrialOptions()
        options.branches = ["7=EIO"]
        let result = try await save(Self.careless, options)
        #expect(result.verdict == .errored)
        try expectGolden(result)
        // There is no branch whose container could be looked at.
        #expect(result.notes.isEmpty)
        #expect(result.container == nil)
    }

    @Test func `only the kinds that are meant fail`() async throws {
        let result = try await save(Self.careless, failing: .rename)
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result)
    }

    @Test func `kinds that the steps never use are answered with those that they do`() async throws
    {
        let result = try await save(Self.careful, failing: .mkdir)
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    /// What many programs do: the file is emptied, and then written.
    private func saveInPlace(lasting: Bool?) async throws -> CaseResult {
        let program = "import json; f = open('state', 'w'); json.dump('new', f); f.close()"
        return try await trial(TrialTarget.command("cat state")) {
            Run("sh", "-c", "printf '\"old\"' > state")
            Fail(with: .ENOSPC, lasting: lasting) { Run("python3", "-c", program, exit: .any) }
            Launch()
            Expect(.output(isOneOf: ["\"old\"", "\"new\""]))
        }.only()
    }

    @Test(.enabled(if: TrialTarget.hasPython))
    func `a disk that stays full loses the file that Python saves in place`() async throws {
        let result = try await saveInPlace(lasting: nil)
        #expect(result.verdict == .failed)
        #expect(result.failures.count == 1)
        #expect(result.failure?.actual == "\"\"")
        try expectGolden(result, of: "both", showing: .timeline)
        // `close` writes once more what it has kept.
        let once = try await saveInPlace(lasting: false)
        #expect(once.verdict == .passed, "\(once.failures)")
        try expectGolden(once, of: "once")
        let lasting = try await saveInPlace(lasting: true)
        #expect(lasting.verdict == .failed)
        try expectGolden(lasting, of: "lasting")
    }

    @Test(.enabled(if: TrialTarget.hasPython), arguments: [Fail.Fault.EDQUOT, .EROFS, .EACCES])
    func `what lasts fails later calls that fit, and no others`(_ fault: Fail.Fault) async throws {
        // Which calls fail after the first write is told by a file outside the container.
        let folder = try TemporaryDirectory()
        let program = """
            import os
            results = []
            def attempt(name, call):
                try: call(); results.append(name)
                except FileExistsError: results.append(name + " is there")
                except OSError: pass
            file = os.open("state", os.O_WRONLY)
            attempt("first", lambda: os.write(file, b"new"))
            attempt("second", lambda: os.write(file, b"new"))
            attempt("fsync", lambda: os.fsync(file))
            attempt("mkdir", lambda: os.mkdir("d"))
            attempt("old directory", lambda: os.mkdir("."))
            attempt("open", lambda: os.close(os.open("n", os.O_CREAT | os.O_WRONLY)))
            attempt("rename", lambda: os.rename("state", "state2"))
            attempt("chmod", lambda: os.chmod(file, 0o600))
            open("\(folder.path)/results", "w").write(", ".join(results))
            """
        var options = TrialOptions()
        options.branches = ["1=\(fault) lasting"]
        let result = try await trial(TrialTarget.command("true"), options) {
            Run("sh", "-c", "printf old > state")
            Fail(.write, with: fault, lasting: true) { Run("python3", "-c", program) }
            Launch()
            Expect(.output(equals: ""))
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        let done = try String(contentsOfFile: folder.path + "/results", encoding: .utf8)
        try expectGolden(done, of: "\(fault)")
    }

    @Test func `nothing is interrupted that the kernel does not interrupt`() async throws {
        let result = try await save(Self.careful, with: .EINTR)
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, of: "result")
        let none = try await save(Self.careful, failing: .rename, with: .EINTR)
        #expect(none.verdict == .errored)
        try expectGolden(none, of: "none")
    }

    @Test(.enabled(if: TrialTarget.hasPython))
    func `a write that takes half finds who does not look how much it took`() async throws {
        func save(_ write: String) async throws -> CaseResult {
            let program = """
                import os
                file = os.open("state.tmp", os.O_CREAT | os.O_WRONLY)
                \(write)
                os.rename("state.tmp", "state")
                """
            return try await trial(TrialTarget.command("cat state")) {
                Run("sh", "-c", "printf old > state")
                Fail(.write, with: .short) { Run("python3", "-c", program) }
                Launch()
                Expect(.output(isOneOf: ["old", "new!"]))
            }.only()
        }
        let wrong = try await save(#"os.write(file, b"new!")"#)
        #expect(wrong.verdict == .failed)
        #expect(wrong.failure?.actual == #""ne""#)
        try expectGolden(wrong)
        let right = try await save(#"assert os.write(file, b"new!") == 4 or os.write(file, b"w!")"#)
        #expect(right.verdict == .passed, "\(right.failures)")
    }

    @Test func `a target that lives on and says what failed is judged by what follows`()
        async throws
    {
        let result = try await trial(TrialTarget.counter, TrialOptions(control: .automatic)) {
            Launch()
            Perform("increment")
            Background()
            Foreground()
            Perform("increment")
            Fail(with: .ENOSPC, .EIO) { Background() }
            Foreground()
            Expect("count", equals: 2)
            Kill(.system)
            Launch()
            Expect(.restored)
            Expect(.stateAsSaved)
            Expect("count", isOneOf: 1, 2)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(result.control == .detected("Expect(.restored)"))
        // Two launches a failure, and the one that was recorded.
        try expectGolden(result)
        #expect(result.launches == 1 + 2 * 17)
    }

    @Test func `a target that makes other calls each time is judged by the same call of its kind`()
        async throws
    {
        // From the second run on there is a call before the others.
        let folder = try TemporaryDirectory()
        let mark = folder.path + "/ran"
        let result = try await save(
            "test -e \(mark) && mkdir d; : > \(mark); \(Self.careless)", failing: .write)
        #expect(result.verdict == .failed)
        try expectGolden(result)
        #expect(result.failure?.replay?.contains("2=ENOSPC") == true)
    }

    @Test func `a call that never comes again is left out, and nothing is judged by it`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let mark = folder.path + "/ran"
        let save = "test -e \(mark) || mkdir d; : > \(mark); \(Self.careful)"
        let result = try await self.save(save)
        #expect(result.verdict == .passed, "\(result.failures)")
        try expectGolden(result, of: "result")
        unlink(mark)
        let alone = try await self.save(save, failing: .mkdir)
        #expect(alone.verdict == .errored)
        try expectGolden(alone, of: "alone")
    }

    @Test func `wrong use is found before anything is launched`() async throws {
        func problem(@StepsBuilder _ steps: () -> [any Step]) async throws -> String {
            let result = try await trial(TrialTarget.counter) {
                Launch()
                steps()
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.launches == 0)
            return result.failure?.message ?? ""
        }
        let empty = try await problem {
            Fail(with: .EIO) {}
            Expect("count", equals: 0)
        }
        try expectGolden(empty, of: "empty")
        let noFault = try await problem {
            Fail(.write) { Background() }
            Foreground()
            Expect("count", equals: 0)
        }
        try expectGolden(noFault, of: "no fault")
        for code in [0, -5, 512] as [Int32] {
            let impossible = try await problem {
                Fail(with: .errno(code)) { Background() }
                Foreground()
                Expect("count", equals: 0)
            }
            try expectGolden(impossible, of: "errno \(code)")
        }
        let brief = try await problem {
            Fail(with: .ENOSPC, .EINTR, lasting: true) { Background() }
            Foreground()
            Expect("count", equals: 0)
        }
        try expectGolden(brief, of: "cannot last")
        let nested = try await problem {
            Fail(with: .EIO) { Sweep(.system) { Background() } }
            Launch()
            Expect("count", equals: 0)
        }
        try expectGolden(nested, of: "nested")
        let second = try await problem {
            Sweep(.system) { Background() }
            Fail(with: .EIO) { Launch() }
            Expect("count", equals: 0)
        }
        try expectGolden(second, of: "second")
        let unjudged = try await problem { Fail(with: .EIO) { Background() } }
        try expectGolden(unjudged, of: "unjudged")
    }
}
