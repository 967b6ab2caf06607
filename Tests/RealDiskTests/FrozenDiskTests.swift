#if os(Linux)
    import CrashStates
    import Foundation
    import Testing

    /// A disk that does not answer for a while, as a busy one does: a file system that is frozen, in a
    /// mount namespace of its own, with a process that writes to it.
    @Suite("A process that waits for a disk", .serialized, .needsRealDisk)
    struct FrozenDiskTests {
        let folder: URL
        let supervisor: Supervisor
        let writer: Int32
        let disk: FileHandle

        init() throws {
            folder = .temporaryDirectory.appending(path: "frozen-disk-\(UUID())")
            try FileManager.default.createDirectory(
                at: folder.appending(path: "disk"), withIntermediateDirectories: true)
            let script = """
                truncate -s 8M image && mkfs.ext4 -q image && mount -o loop image disk \\
                && fsfreeze -f disk && : > frozen && echo lost > disk/file
                """
            supervisor = try Supervisor()
            writer = try supervisor.spawn(
                Supervisor.Command(
                    executable: "/usr/bin/unshare", arguments: ["-m", "sh", "-c", script],
                    environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], directory: folder.path))
            let (writer, frozen) = (writer, folder.path + "/frozen")
            try #require(
                eventually {
                    FileManager.default.fileExists(atPath: frozen)
                        && ProcessCondition(of: writer)?.waitsForDisk == true
                })
            disk = try FileHandle(
                forReadingFrom: URL(filePath: "/proc/\(writer)/root\(folder.path)/disk"))
        }

        @Test func `has died once the disk answers`() throws {
            let (writer, disk) = (writer, disk)
            let helper = Thread {
                _ = eventually { hasBeenKilled(writer) }
                thaw(disk)
            }
            helper.start()
            #expect(try supervisor.terminateAndReap(within: .zero) == 1)
            #expect(ProcessCondition(of: writer) == nil)
            try FileManager.default.removeItem(at: folder)
        }

        @Test func `is said to wait for it where it does not answer`() throws {
            let failure = #expect(throws: SupervisorError.self) {
                try supervisor.terminateAndReap(within: .zero, patience: .zero)
            }
            let text = failure?.description ?? ""
            #expect(text.contains("process \(writer)") && text.contains("disk"), "\(text)")
            let place = try #require(ProcessCondition(of: writer)?.place)
            #expect(text.contains(place), "\(text)")
            thaw(disk)
            try supervisor.terminateAndReap(within: .seconds(10))
            #expect(ProcessCondition(of: writer) == nil)
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// Whether SIGKILL has been sent to a process that has not died of it yet.
    private func hasBeenKilled(_ process: Int32) -> Bool {
        let status = try? String(
            decoding: Data(contentsOf: URL(filePath: "/proc/\(process)/status")), as: UTF8.self)
        return status?.contains("ShdPnd:\t0000000000000100") ?? true
    }

    private func thaw(_ disk: FileHandle) {
        // FITHAW, which Swift does not import.
        #expect(ioctl(disk.fileDescriptor, 0xC004_5878, 0) == 0)
    }

    private func eventually(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            poll(nil, 0, 1)
        }
        return true
    }
#endif
