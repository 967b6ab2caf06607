import CrashStates
import Foundation
import Testing

@testable import Relaunch

/// Containers of a harness that is gone are cleared by the next run; those of a living one are not.
@Suite struct RunDirectoryTests {
    /// The folder of all runs, where this machine's own is.
    private func folder() throws -> String {
        let run = try RunDirectory()
        defer { run.remove() }
        return (run.path as NSString).deletingLastPathComponent
    }

    private func makeDirectory(prefix: String = "run") throws -> String {
        let path = try folder() + "/\(prefix)-test-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(
            atPath: path + "/1/Documents", withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path + "/lock", contents: nil)
        return path
    }

    @Test func `every case has a path of its own, and all go with the run`() throws {
        let run = try RunDirectory()
        let container = try Container(making: run.newPath())
        #expect(container.path != run.newPath())
        #expect(container.path.hasPrefix(run.path + "/"))
        run.remove()
        #expect(!FileManager.default.fileExists(atPath: run.path))
    }

    @Test func `the directory of a harness that is gone is removed by the next run`() throws {
        let path = try makeDirectory()
        let run = try RunDirectory()
        defer { run.remove() }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(.enabled(if: Executable.onPath("flock") != nil, "there is no 'flock' on the PATH"))
    func `the directory of a living harness is not touched`() async throws {
        // Until it is locked, no run of the other tests may take it for a stale one.
        let path = try makeDirectory(prefix: "young")
        let other = Process()
        let said = Pipe()
        let life = Pipe()
        other.executableURL = URL(fileURLWithPath: Executable.onPath("flock") ?? "")
        other.arguments = ["--no-fork", path + "/lock", "sh", "-c", "echo locked; exec cat"]
        other.standardOutput = said
        other.standardInput = life
        try other.run()
        #expect(said.fileHandleForReading.availableData == Data("locked\n".utf8))
        let locked = path.replacingOccurrences(of: "young", with: "run")
        try FileManager.default.moveItem(atPath: path, toPath: locked)

        try RunDirectory().remove()
        #expect(FileManager.default.fileExists(atPath: locked + "/1/Documents"))

        try life.fileHandleForWriting.close()
        other.waitUntilExit()
        try RunDirectory().remove()
        #expect(!FileManager.default.fileExists(atPath: locked))
    }

    @Test func `a directory that is just being made is left alone`() throws {
        let path = try folder() + "/run-test-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try RunDirectory()
        defer { run.remove() }
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `many runs at once have a directory each`() async throws {
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let run = try RunDirectory()
                    defer { run.remove() }
                    let container = try Container(making: run.newPath())
                    return container.path
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths.count == 16)
    }
}
