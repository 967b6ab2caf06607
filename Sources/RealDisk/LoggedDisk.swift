import CRealDisk
import CrashStates
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A disk in memory with a real file system, of which every write and flush is logged.
///
/// ```swift
/// let disk = try LoggedDisk(system, named: "1", in: mounts, supervisor: supervisor)
/// try disk.mount()
/// // something is written below disk.mountPoint
/// try disk.unmount()
/// let log = try disk.log()
/// ```
///
/// A disk is used by one thread at a time.
package final class LoggedDisk {
    package let system: DiskFileSystem
    /// Where the file system is while it is mounted.
    package let mountPoint: String
    /// A file: what is written to it stands in the log, as a mark.
    package let markFile: String
    private var disk = rl_disk()
    private let served: String
    private var device: Int32 = -1
    private var devicePath = ""
    private var isMounted = false

    /// So much fits into the log of a disk.
    private static let logCapacity: UInt64 = 1 << 30

    /// Makes a disk with a fresh file system.
    ///
    /// - Parameter name: Another one for each disk of these mounts.
    /// - Throws: ``RealDiskError``.
    package init(
        _ system: DiskFileSystem, named name: String, in mounts: PrivateMounts,
        supervisor: Supervisor
    ) throws {
        self.system = system
        let folder = "\(mounts.folder)/\(name)"
        mountPoint = folder + "/root"
        served = folder + "/served"
        markFile = served + "/mark"
        for path in [folder, mountPoint, served] where mkdir(path, 0o755) != 0 {
            throw failure("mkdir \(path)", errno)
        }
        let image = folder + "/image"
        try format(image, supervisor)
        let file = open(image, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw failure("open \(image)", errno) }
        defer { close(file) }
        unlink(image)
        try check(
            "mmap", rl_disk_map(&disk, file, UInt64(system.size), Self.logCapacity))
        try check("mount FUSE", rl_disk_serve(&disk, served, mounts.outside))
        var number: Int32 = 0
        let code = rl_loop_attach(served + "/disk", &device, &number)
        if code != 0 {
            let isFree = rl_unmount(served) == 0
            rl_disk_close(&disk, isFree)
            throw failure("attach a loop device", code)
        }
        devicePath = "/dev/loop\(number)"
        if system.filling != 0 { try fill(with: system.filling) }
    }

    deinit { end() }

    /// Unmounts and detaches everything, and ends the server. Nothing can be done with it afterwards.
    ///
    /// A process that is still in it keeps the file system, and the server, until it ends.
    package func end() {
        if isMounted, rl_unmount(mountPoint) != 0 { rl_detach(mountPoint) }
        isMounted = false
        guard device >= 0 else { return }
        close(device)
        device = -1
        let isFree = rl_unmount(served) == 0
        if !isFree { rl_detach(served) }
        rl_disk_close(&disk, isFree)
    }

    private func format(_ image: String, _ supervisor: Supervisor) throws {
        let file = open(image, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, off_t(system.size)) == 0 else {
            throw failure("make \(image)", errno)
        }
        close(file)
        guard let program = RealDisk.program(of: system) else {
            throw RealDiskError.unavailable(RealDisk.missing(for: system) ?? system.program)
        }
        let result = try supervisor.run(
            program, system.arguments + [image], in: "/", keepingErrorsIn: image + ".errors")
        guard result.status == .exited(0) else {
            throw RealDiskError.notFormatted(system, "\(result.status) \(result.errors)")
        }
    }

    /// Gives every byte that is free a value: that of a file which is gone.
    private func fill(with byte: UInt8) throws {
        try mount()
        let path = mountPoint + "/filling"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("make \(path)", errno) }
        let chunk = [UInt8](repeating: byte, count: 1 << 16)
        while write(file, chunk, chunk.count) > 0 {}
        let isFull = errno == ENOSPC && fsync(file) == 0
        close(file)
        guard isFull, unlink(path) == 0 else { throw failure("fill \(path)", errno) }
        try unmount()
        restartLog()
    }

    private func check(_ step: String, _ code: Int32) throws {
        if code != 0 { throw failure(step, code) }
    }

    private func failure(_ step: String, _ code: Int32) -> RealDiskError {
        .notMade(system, step: step, Errno(rawValue: code))
    }

    // MARK: Mounting

    /// Mounts the file system, which recovers from a power failure where there was one.
    ///
    /// - Throws: ``RealDiskError/notMounted(_:_:)`` where it cannot.
    package func mount() throws {
        if system.type == "btrfs" { rl_btrfs_forget(devicePath) }
        try check("forget what is cached", rl_loop_forget(device))
        let options = system.options.joined(separator: ",")
        let code = rl_mount(devicePath, mountPoint, system.type, options)
        guard code == 0 else { throw RealDiskError.notMounted(system, Errno(rawValue: code)) }
        isMounted = true
    }

    /// Unmounts it.
    package func unmount() throws {
        let code = rl_unmount(mountPoint)
        guard code == 0 else { throw RealDiskError.notUnmounted(system, Errno(rawValue: code)) }
        isMounted = false
    }

    /// Everything that was changed is on the disk afterwards.
    package func sync() throws {
        let file = open(mountPoint, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(file) }
        try check("sync", rl_sync_file_system(file))
    }

    /// For whoever carries a workload out on it, on any thread that sees it.
    package var marks: DiskMarks { DiskMarks(self) }

    // MARK: The content

    /// The bytes of the disk. Nothing may be mounted while they are changed.
    var image: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: disk.image, count: Int(disk.size))
    }

    /// Empties the log.
    ///
    /// - Parameter delays: A seed: some writes reach the disk late from now on, in another order, and a
    ///   flush does not cover those that are still in flight, as a device's queue may do. With nil
    ///   everything is served in order.
    package func restartLog(delays: UInt64? = nil) {
        rl_disk_log_reset(&disk, delays.map { $0 | 1 } ?? 0)
    }

    /// What was written since the log was last emptied.
    ///
    /// - Throws: ``RealDiskError/logIsFull(_:)``.
    package func log() throws -> DiskLog { DiskLog(try written()) }

    /// Makes the disk as it was when the log was last emptied, and empties the log.
    ///
    /// - Throws: ``RealDiskError/logIsFull(_:)``.
    package func revert() throws {
        DiskLog.revert(try written(), in: image)
        restartLog()
    }

    private func written() throws -> UnsafeRawBufferPointer {
        if rl_disk_is_full(&disk) { throw RealDiskError.logIsFull(system) }
        return UnsafeRawBufferPointer(start: disk.log, count: Int(rl_disk_log_used(&disk)))
    }
}
