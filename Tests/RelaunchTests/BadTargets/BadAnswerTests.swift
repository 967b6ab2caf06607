@testable import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Targets whose answers go wrong, or that die or hang where they should answer.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct BadAnswerTests {
    private func perform(
        _ name: String, _ options: TrialOptions = TrialOptions()
    ) async throws -> CaseResult {
        try await trial(TrialTarget.misbehaving(name), options) {
            Launch()
            Perform("set", ["key": "text", "value": "milk"])
        }.only()
    }

    @Test func `an answer that is no JSON is shown`() async throws {
        let result = try await perform("malformed-json")
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a line of a gibibyte is stopped at 16 mebibytes`() async throws {
        let before = peakMemory()
        let result = try await perform("long-line")
        #expect(result.verdict == .failed)
        let message = try #require(result.failure?.message)
        try expectGolden(message)
        #expect(message.count < 500)
        #expect(peakMemory() - before < 512 << 20)
    }

    @Test func `an answer to something that was never asked is wrong`() async throws {
        let result = try await perform("wrong-id")
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a channel that is closed in an action is noticed`() async throws {
        let result = try await perform("closes-socket")
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `a closed channel is named where the time limit is short, too`() async throws {
        let options = TrialOptions(timeLimit: .seconds(4))
        let result = try await perform("closes-socket", options)
        try expectGolden(result)
    }

    @Test func `a death by its own hand in an action is the target's fault`() async throws {
        let killed = try await perform("dies-by-own-hand")
        #expect(killed.verdict == .failed)
        try expectGolden(killed, of: "killed")

        let exited = try await perform("exits-in-perform")
        #expect(exited.verdict == .failed)
        try expectGolden(exited, of: "exited")
    }

    @Test func `a target that hangs while it saves is waited for and no longer`() async throws {
        let options = TrialOptions(timeLimit: .seconds(3))
        let result = try await trial(TrialTarget.misbehaving("hangs-in-background"), options) {
            Launch()
            Background()
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    @Test func `an action that the target has not, and one that it refuses, say so`() async throws {
        let unknown = try await trial(TrialTarget.misbehaving("well-behaved")) {
            Launch()
            Perform("sing")
        }.only()
        #expect(unknown.verdict == .errored)
        try expectGolden(unknown, of: "unknown")

        let refused = try await trial(TrialTarget.misbehaving("well-behaved")) {
            Launch()
            Perform("set", ["key": "text"])
        }.only()
        #expect(refused.verdict == .failed)
        try expectGolden(refused, of: "refused")
    }

    @Test func `a target that ends between two steps has not been killed`() async throws {
        let place = try TemporaryDirectory()
        let target = try place.script("leaves", Self.leavesWhenActive)
        let result = try await trial(.app(target)) {
            Launch()
            Wait(for: .seconds(2))
            Kill(.system)
        }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result)
    }

    /// Speaks the protocol until it is active, and exits.
    private static let leavesWhenActive = """
        #!/bin/sh
        say() { printf '%s\\n' "$1" >&3; }
        say '{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"name":"leaves"}}'
        read -r welcome <&3
        say '{"jsonrpc":"2.0","method":"phase","params":{"phase":"active"}}'
        exit 5
        """
}

/// The most memory that this process has had since the last call, in bytes. Other tests run beside the
/// one that asks, and have files of 100 MB in memory: bounds leave room for that, and are far below
/// what an unbounded harness would need.
func peakMemory() -> Int {
    let text = FileManager.default.contents(atPath: "/proc/self/status")
    let lines = String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)
    // Begins a new measurement.
    if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") {
        try? file.write(contentsOf: Data("5".utf8))
    }
    return (words?.dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
}
