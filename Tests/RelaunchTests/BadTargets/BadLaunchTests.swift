@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Targets whose launch goes wrong: what is said is enough to act on.
@Suite struct BadLaunchTests {
    @Test func `a target that is missing is named, with what to do`() async throws {
        let result = try await trial(.app("/no/such/target")) { Launch() }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .scenario)
        try expectGolden(result)
        #expect(result.failure?.step == "Launch()")
        #expect(result.failure?.location?.file == #filePath)
    }

    @Test func `a target that is not executable is named, with what to do`() async throws {
        let place = try TemporaryDirectory()
        let script = try place.script("target", "#!/bin/sh\n")
        chmod(script, 0o644)
        let result = try await trial(.app(script)) { Launch() }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a file that is no program is named so`() async throws {
        let place = try TemporaryDirectory()
        let script = try place.script("target", "just text\n")
        let result = try await trial(.app(script)) { Launch() }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a script whose interpreter is missing says so`() async throws {
        let place = try TemporaryDirectory()
        let script = try place.script("target", "#!/no/such/interpreter\n")
        let result = try await trial(.app(script)) { Launch() }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a directory is no executable`() async throws {
        let result = try await trial(.app("/tmp")) { Launch() }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result)
    }

    @Test func `a target that exits at once shows its last words`() async throws {
        let target = TrialTarget.shell("echo 'the configuration cannot be read' >&2; exit 3")
        let result = try await trial(target) { Launch() }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.blame == .target)
        try expectGolden(result)
        #expect(result.container != nil)
        #expect(result.replay == "relaunch replay Trials.swift::trial --seed 1")
    }

    @Test func `a target that dies of a signal at once is told from one that exits`() async throws {
        let result = try await trial(TrialTarget.shell("kill -ABRT $$")) { Launch() }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a target that never says hello is waited for and no longer`() async throws {
        let target = TrialTarget.shell("echo reading the configuration; exec sleep 600")
        let result = try await trial(target, TrialOptions(timeLimit: .seconds(3))) { Launch() }
            .only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a target that closes its channel and lives on is told from one that ended`()
        async throws
    {
        let target = TrialTarget.shell("exec 3>&-; exec sleep 600")
        let result = try await trial(target) { Launch() }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test(
        .enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"),
        arguments: [
            ("hello-twice", "the target said hello twice", nil as String?),
            (
                "newer-protocol", "the target speaks a newer protocol than this harness",
                "protocol 99"
            ),
            ("hello-without-name", "the target's hello is incomplete", nil),
            ("unknown-phase", "the target reported an unknown phase", #"{"phase":"daydreaming"}"#),
            (
                "exits-at-once",
                """
                the target exited with status 3 by itself before it said hello. Does it speak the target \
                protocol? A program that runs to its end is a `.command`, and is audited with --command
                """,
                "exited with status 3"
            ),
        ])
    func `a target that breaks the protocol in its launch is wrong`(
        _ name: String, _ message: String, _ actual: String?
    ) async throws {
        let result = try await trial(TrialTarget.misbehaving(name)) { Launch() }.only()
        #expect(result.verdict == .failed)
        #expect(result.failure?.blame == .target)
        #expect(result.failure?.message == message)
        #expect(result.failure?.kind == (name == "exits-at-once" ? .ended : .brokenProtocol))
        if let actual { #expect(result.failure?.actual == actual) }
    }

    @Test func `a target that does not begin with hello is wrong`() async throws {
        let line = #"{"jsonrpc":"2.0","method":"phase","params":{"phase":"active"}}"#
        let target = TrialTarget.shell("echo '\(line)' >&3; exec sleep 600")
        let result = try await trial(target) { Launch() }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
        #expect(result.failure?.actual == "phase")
    }
}
