@testable import RealDisk

#if os(Linux)
    import CrashStates
    import Foundation
    import Glibc
    import Testing

    /// Where a workload begins on a real disk.
    @Suite("The marks of a real disk", .needsRealDisk) struct DiskMarksTests {
        @Test(
            "what was there before a workload has been flushed when it begins",
            arguments: DiskFileSystem.all.filter { ["ext4", "xfs", "btrfs"].contains($0.name) })
        func begin(system: DiskFileSystem) async throws {
            let folder = try TemporaryDirectory("marks")
            let path = folder.path
            let log = try await Self.onThreadOfItsOwn {
                try Self.logOfBeginning(on: system, at: path)
            }
            withExtendedLifetime(folder) {}
            let start = try #require(log.entries.indices.first { log.isMark($0, "S") })
            let before = log.entries[..<start]
            let write = try #require(before.lastIndex { $0.kind == .write })
            let flush = try #require(before.lastIndex { $0.kind == .flush })
            #expect(write < flush)
        }

        /// Overwrites a file so that its times are committed first, then its data is written back without
        /// a flush, and then nothing is left to sync.
        private static func logOfBeginning(on system: DiskFileSystem, at folder: String) throws
            -> DiskLog
        {
            let mounts = try PrivateMounts.enter(at: folder)
            let disk = try LoggedDisk(
                system, named: "disk", in: mounts, supervisor: Supervisor())
            defer { disk.end() }
            try disk.mount()
            let file = open(disk.mountPoint + "/file", O_RDWR | O_CREAT, 0o600)
            var bytes = [UInt8](repeating: 1, count: 4096)
            pwrite(file, bytes, bytes.count, 0)
            fsync(file)
            bytes[0] = 2
            pwrite(file, bytes, bytes.count, 0)
            try disk.marks.commit()
            try writeBack(file)
            try disk.marks.begin()
            close(file)
            try disk.unmount()
            return try disk.log()
        }

        /// Has the data of a file written, and waits for that: `sync_file_range`, which the module for C
        /// does not have.
        private static func writeBack(_ file: Int32) throws {
            let address = try #require(dlsym(nil, "sync_file_range"))
            typealias Function = @convention(c) (Int32, off_t, off_t, UInt32) -> Int32
            let all: UInt32 = 7
            try #require(unsafeBitCast(address, to: Function.self)(file, 0, 0, all) == 0)
        }

        /// What mounts are made there is seen on no other thread, and gone with it.
        private static func onThreadOfItsOwn<Result: Sendable>(
            _ body: @escaping @Sendable () throws -> Result
        ) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                Thread { continuation.resume(with: Swift.Result(catching: body)) }.start()
            }
        }
    }
#endif
