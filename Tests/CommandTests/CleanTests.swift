import Foundation
@testable import RelaunchCommand
import Testing
import TestSupport

/// Where Relaunch keeps things between runs, and how they go again.
@Suite struct CleanTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            Sample.file("A", [Sample.scenario("it fails", status: 1)]), to: "Scenarios/A.swift")
    }

    /// An installed copy, so that the kits of this repository's build stay for other tests.
    private func installed() async throws -> String {
        let program = folder.path("bin/relaunch")
        guard folder.names(in: "bin").isEmpty else { return program }
        try folder.write("", to: "bin/.keep")
        try FileManager.default.copyItem(atPath: RelaunchProcess.path, toPath: program)
        let kit = folder.path("lib/relaunch/kit")
        try #require(try await relaunch("make-kit", kit, in: folder).status == 0)
        return program
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> RelaunchProcess.Outcome {
        try await RelaunchProcess(
            arguments, in: folder, environment: environment, program: installed()
        ).finish()
    }

    /// Sizes differ from machine to machine.
    private func expectGolden(
        _ outcome: RelaunchProcess.Outcome, of part: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var outcome = outcome
        outcome.output = outcome.output.replacing(/[0-9.]+ (bytes|kB|MB)/, with: "<size>")
        try CommandTests.expectGolden(outcome, of: part, sourceLocation: sourceLocation)
    }

    @Test func whatIsCachedAndKeptIsNamedAndRemoved() async throws {
        #expect(try await run("run").status == 1)
        #expect(folder.names(in: ".relaunch/kept").count == 1)
        let before = folder.names(in: ".relaunch")

        let dry = try await run("clean", "--dry-run")
        #expect(dry.status == 0)
        try expectGolden(dry, of: "dry")
        #expect(folder.names(in: ".relaunch") == before)

        let kept = try await run("clean", "--kept")
        #expect(kept.status == 0)
        try expectGolden(kept, of: "kept")
        #expect(folder.names(in: ".relaunch/kept").isEmpty)
        #expect(folder.names(in: ".relaunch/cache").count == 1)

        let all = try await run("clean")
        #expect(all.status == 0)
        try expectGolden(all, of: "all")
        #expect(!folder.names().contains(".relaunch"))

        let nothing = try await run("clean")
        #expect(nothing.status == 0)
        try expectGolden(nothing, of: "nothing")
        #expect(try await run("list").status == 0)
    }

    @Test func theCacheIsWhereTheEnvironmentSays() async throws {
        let environment = ["RELAUNCH_CACHE": "elsewhere/cached"]
        #expect(try await run("run", environment: environment).status == 1)
        #expect(!folder.names().contains(".relaunch"))
        #expect(folder.names(in: "elsewhere/cached/kept").count == 1)
        let clean = try await run("clean", environment: environment)
        try expectGolden(clean, of: "elsewhere")
        #expect(folder.names(in: "elsewhere").isEmpty)
    }

    @Test func whatOthersHaveMadeIsNotRemoved() async throws {
        try folder.write("precious", to: "mine/cache/file")
        let environment = ["RELAUNCH_CACHE": "mine"]
        #expect(try await run("run", environment: environment).status == 1)
        let clean = try await run("clean", environment: environment)
        #expect(clean.status == 64)
        try expectGolden(clean, of: "mine")
        #expect(try folder.read("mine/cache/file") == "precious")
    }

    @Test(arguments: [
        ([:], "/tmp/relaunch-\(getuid())/relaunch/project-"),
        (["HOME": "/home/me"], "/home/me/.cache/relaunch/project-"),
        (["HOME": "/home/me", "XDG_CACHE_HOME": "/xdg"], "/xdg/relaunch/project-"),
        (["HOME": "/home/me", "XDG_CACHE_HOME": "relative"], "/home/me/.cache/relaunch/project-"),
    ])
    func whereNothingCanBeWrittenItLiesInTheUsersCache(
        environment: [String: String], beginning: String
    ) {
        let state = StateDirectory(
            from: "/a/project", environment: environment, isWritable: { _ in false })
        #expect(state.path.hasPrefix(beginning), "\(state.path)")
        let other = StateDirectory(
            from: "/b/project", environment: environment, isWritable: { _ in false })
        #expect(state.path != other.path)
        let writable = StateDirectory(
            from: "/a/project", environment: environment, isWritable: { _ in true })
        #expect(writable.path == "/a/project/.relaunch")
    }
}
