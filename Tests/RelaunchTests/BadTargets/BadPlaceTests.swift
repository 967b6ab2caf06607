import CrashStates
import Foundation
import Relaunch
import Testing
import TestSupport

/// Containers in odd places: odd names, no space.
@Suite struct BadPlaceTests {
    @Test func `a container may lie below spaces and any letters`() async throws {
        let place = try TemporaryDirectory("with spaces, 'quotes' and größe 日本 🍎")
        let result = try await trial(TrialTarget.counter, TrialOptions(place: place.path)) {
            Launch()
            Perform("increment", ["by": 2])
            Run("sh", "-c", "pwd; echo \"$HOME\"")
            Expect(.output(contains: "größe 日本 🍎"))
            Background()
            Kill(.system)
            Launch()
            Expect("count", equals: 2)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test func `a place that cannot be written is named`() async throws {
        let error = #expect(throws: (any Error).self) {
            try RunDirectory(in: "/proc/not here")
        }
        let message = error.map { "\($0)" } ?? ""
        try expectGolden(message)
        #expect(message.contains("RELAUNCH_CONTAINERS"))
    }

    @Test(
        .enabled(if: TrialTarget.hasPython && Tmpfs.isPossible, "no small disk can be mounted here")
    )
    func `where a target fails on a full disk the disk is to blame, and the harness goes on`()
        async throws
    {
        let disk = try Tmpfs(size: "2m")
        let options = TrialOptions(place: disk.place.path)
        let result = try await trial(TrialTarget.misbehaving("fills-disk"), options) {
            Launch()
            Perform("set", ["key": "text", "value": "milk"])
            Expect("text", equals: "milk")
            Background()
        }.only()
        #expect(result.verdict == .errored)
        #expect(result.failure?.blame == .harness)
        #expect(result.failure?.kind == .unavailable)
        try expectGolden(result)
        #expect(result.failure?.step == "Background()")
    }

    @Test(.enabled(if: Tmpfs.isPossible, "no small disk can be mounted here"))
    func `a directory on a full disk is removed all the same`() async throws {
        let disk = try Tmpfs(size: "1m")
        let run = try RunDirectory(in: disk.place.path)
        let filler = open(disk.place.path + "/fill", O_CREAT | O_WRONLY, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while write(filler, block, block.count) > 0 {}
        close(filler)
        run.remove()
        #expect(!FileManager.default.fileExists(atPath: run.path))
    }
}

/// A disk in memory of a given size, mounted as long as the value lives.
final class Tmpfs {
    let place: TemporaryDirectory

    init(size: String) throws {
        place = try TemporaryDirectory("disk")
        guard Self.call("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", place.path) else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit { _ = Self.call("umount", "-l", place.path) }

    static let isPossible = getuid() == 0 && (try? Tmpfs(size: "64k")) != nil

    private static func call(_ program: String, _ arguments: String...) -> Bool {
        guard let path = Executable.onPath(program) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
