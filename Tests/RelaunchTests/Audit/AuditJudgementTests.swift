import Relaunch
@testable import RelaunchAudit
import Testing
import TestSupport

/// What the audit's own judgement rests on: what it has to look at, and what it may not hold against a
/// target. Each is a counter that differs from the one in the examples in a few lines.
@Suite(.enabled(if: TrialTarget.hasPython)) struct AuditJudgementTests {
    // MARK: Crashes are counted

    @Test func `a counter that keeps its state and counts anew once it gave up loses no crash`()
        async throws
    {
        let run = try await AuditRun(TrialTarget.pythonCounter, rules: ["D9"])
        #expect(run.kept == ["D9"], "\(run.messages(of: "D9"))")
    }

    @Test func `nor does one that counts anew as soon as it gives up`() async throws {
        let counter = try ChangedCounter([
            (
                line: #"write("launches", str(unconfirmed + 1))"#,
                by: #"write("launches", str(unconfirmed % CRASH_LIMIT + 1))"#
            )
        ])
        let run = try await counter.audit("D9")
        #expect(run.kept == ["D9"], "\(run.messages(of: "D9"))")
    }

    @Test func `a count that is gone for a moment is lost by a death in it`() async throws {
        let counter = try ChangedCounter([
            (
                line: #"write("launches", str(unconfirmed + 1))"#,
                by: #"""
                (SAVED / "launches").unlink(missing_ok=True)
                    write("launches", str(unconfirmed + 1))
                """#
            )
        ])
        let run = try await counter.audit("D9")
        #expect(run.broken == ["D9"])
        let killPoint = run.results["D9"]?.compactMap { $0.failures.first?.killPoint }.first
        #expect(killPoint?.contains("/launches") == true, "it says where: \(killPoint ?? "")")
    }

    // MARK: What comes back after a launch that died

    @Test func `what a death while restoring takes is seen, though a later one takes nothing`()
        async throws
    {
        let counter = try ChangedCounter([
            (
                line: #"    harness.enter("restoring")"#,
                by: #"""
                    (SAVED / "count.json").unlink()
                    harness.enter("restoring")
                """#
            ),
            (
                line: "        count = restored(saved)",
                by: #"""
                        count = restored(saved)
                        write("count.json", saved)
                """#
            ),
        ])
        let run = try await counter.audit("R12")
        #expect(run.broken == ["R12"])
        try expectGolden(run.failedTrials(of: "R12").sorted())
    }

    @Test func `a launch that writes nothing can be swept`() async throws {
        let counter = try ChangedCounter([
            (line: #"write("launches", str(unconfirmed + 1))"#, by: "pass"),
            (line: #"write("launches", "0")"#, by: "pass"),
        ])
        let run = try await counter.audit("R12")
        #expect(run.kept == ["R12"], "\(run.messages(of: "R12"))")
    }

    @Test func `a state that is thrown away because restoration was extended is given up rightly`()
        async throws
    {
        let counter = try ChangedCounter([
            (
                line: #"    if (saved := read("count.json")) is None:"#,
                by: #"""
                    if read("extended") is not None:
                        (SAVED / "count.json").unlink(missing_ok=True)
                        (SAVED / "extended").unlink()
                        return "crashWhileExtended"
                    if (saved := read("count.json")) is None:
                """#
            ),
            (
                line: "        count = restored(saved)",
                by: #"""
                        write("extended", "")
                        count = restored(saved)
                        (SAVED / "extended").unlink()
                """#
            ),
        ])
        let run = try await counter.audit("R12")
        #expect(run.kept == ["R12"], "\(run.messages(of: "R12"))")
    }

    /// The counter, which does something beside where SIGTERM ends its launch.
    private func counter(atSIGTERM expression: String) throws -> ChangedCounter {
        try ChangedCounter([
            (
                line: #"(write("launches", str(unconfirmed)), os._exit(0))"#,
                by: #"(write("launches", str(unconfirmed)), \#(expression), os._exit(0))"#
            )
        ])
    }

    @Test func `what comes back after a launch that SIGTERM ended is looked at`() async throws {
        let right = try await counter(atSIGTERM: "None").audit("D11")
        #expect(right.kept == ["D11"], "\(right.messages(of: "D11"))")
        let wrong = try await counter(atSIGTERM: #"write("count.json", "[0, 0]")"#).audit("D11")
        #expect(wrong.broken == ["D11"])
        try expectGolden(wrong.failedTrials(of: "D11").sorted())
    }

    // MARK: What is not held against a target

    @Test func `a part of the state that tells the build is not a part that was not restored`()
        async throws
    {
        let counter = try ChangedCounter([
            (line: #"result = {"count": count}"#, by: Self.stateWithBuild(""))
        ])
        let run = try await counter.audit("R8")
        #expect(run.kept == ["R8"], "\(run.messages(of: "R8"))")
    }

    @Test func `a later build is not blamed for what no launch restores`() async throws {
        let counter = try ChangedCounter([
            (line: #"result = {"count": count}"#, by: Self.stateWithBuild(#""taps": taps"#)),
            (line: "count, snapshot = 0, None\n", by: "count, snapshot, taps = 0, None, 0\n"),
            (
                line: "    global count\n    if action",
                by: "    global count, taps\n    taps += 1\n    if action"
            ),
        ])
        let run = try await counter.audit("R8")
        #expect(run.kept == ["R8"], "\(run.messages(of: "R8"))")
    }

    @Test(arguments: [
        #"{"class": "Box", "children": inner}"#,
        #"{"class": "Box", **({"children": inner} if inner else {})}"#,
    ])
    func `a container that makes its children when it is first loaded may have them sooner`(
        box: String
    ) async throws {
        let tree = #""controllers": [{"class": "Tabs", "children": [\#(box)]}]"#
        let counter = try ChangedCounter([
            (line: #"result = {"count": count}"#, by: #"result = {"count": count, \#(tree)}"#),
            (line: "count, snapshot = 0, None\n", by: "count, snapshot, inner = 0, None, []\n"),
            (
                line: #"    harness.enter("saving")"#,
                by: #"""
                    harness.enter("saving")
                    harness.tell("callback", name="Box.encodeRestorableState(with:)")
                """#
            ),
            (
                line: "        count = restored(saved)\n",
                by: #"""
                        count = restored(saved)
                        harness.tell("callback", name="Box.decodeRestorableState(with:)")
                        inner.append({"class": "Inner", "children": []})

                """#
            ),
        ])
        let run = try await counter.audit("R5", "S1", "S7", "R3", "R1", "R18", "L1")
        #expect(run.broken.isEmpty, "\(run.broken.map { run.messages(of: $0) })")
    }

    /// Code for the counter's state, with the build that its `Info.plist` names and something else.
    private static func stateWithBuild(_ other: String) -> String {
        #"""
        plist = pathlib.Path(__file__).with_name("Info.plist")
                    text = plist.read_text() if plist.exists() else ""
                    version = text.partition("CFBundleVersion")[2].partition("<string>")[2]
                    build = version.partition("<")[0] or "1.0"
                    result = {"count": count, "build": build, \#(other)}
        """#
    }

    /// The counter that leaves its saved state alone while the device is locked, and shows `shown` then.
    private func counterThatLocks(shows shown: String) throws -> ChangedCounter {
        try ChangedCounter([
            (
                line: "    method, params, quits = ",
                by: "    global count, locked\n    method, params, quits = "
            ),
            (
                line: #"            if event == "background":"#,
                by: #"""
                            if event == "lock":
                                locked, count = True, \#(shown)
                            elif event == "unlock":
                                locked = False
                            elif event == "background" and not locked:
                """#
            ),
            (
                line: #"            elif event in ("active", "foreground"):"#,
                by: #"""
                            elif event in ("active", "foreground"):
                                write("count.json", saved_form())
                """#
            ),
            (line: "count, snapshot = 0, None\n", by: "count, snapshot, locked = 0, None, False\n"),
            (line: #""S15": "a count is no secret: a locked device may save it","#, by: ""),
        ])
    }

    @Test func `what a target shows and saves because of a lock is not held against it`()
        async throws
    {
        for shown in ["count", "0"] {
            let run = try await counterThatLocks(shows: shown).audit("S15")
            #expect(run.kept == ["S15"], "shows \(shown): \(run.messages(of: "S15"))")
        }
    }
}
