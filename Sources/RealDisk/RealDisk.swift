import CRealDisk
import CrashStates

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Real file systems on disks in memory, whose power can be cut at any write.
package enum RealDisk {
    /// What this machine lacks for any real disk; nil where it lacks nothing.
    package static var missing: String? {
        guard rl_may_mount() else {
            return "a real disk needs the right to mount (CAP_SYS_ADMIN): run as root, \(options)"
        }
        for (path, what) in [("/dev/fuse", "FUSE"), ("/dev/loop-control", "loop devices")] {
            let file = open(path, O_RDWR | O_CLOEXEC)
            guard file >= 0 else {
                return "\(what) cannot be used: '\(path)' cannot be opened "
                    + "(\(String(cString: strerror(errno)))); load the module, \(options)"
            }
            close(file)
        }
        return nil
    }

    /// What a container has to be run with.
    static let options = """
        in a container with `--privileged`, or with `--cap-add=SYS_ADMIN --device /dev/fuse --device \
        /dev/loop-control --device-cgroup-rule='b 7:* rmw' --security-opt apparmor=unconfined`
        """

    /// What this machine lacks for one file system; nil where it lacks nothing.
    package static func missing(for system: DiskFileSystem) -> String? {
        if let missing { return missing }
        guard program(of: system) != nil else {
            return
                "\(system.name) cannot be made: there is no program '\(system.program)'; install "
                + "\(packages[system.type] ?? system.program)"
        }
        guard kernelTypes.contains(system.type) else {
            return "this kernel has no \(system.type); load its module"
        }
        return nil
    }

    private static let packages = ["ext4": "e2fsprogs", "xfs": "xfsprogs", "btrfs": "btrfs-progs"]

    /// The program that makes a file system, which often lies outside of a user's `PATH`.
    static func program(of system: DiskFileSystem) -> String? {
        Executable.absolutePath(of: system.program)
            ?? ["/usr/sbin/", "/sbin/"].map { $0 + system.program }.first(
                where: Executable.isProgram)
    }

    private static var kernelTypes: Set<String> {
        guard let file = fopen("/proc/filesystems", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        return Set(
            text.split(separator: "\n").compactMap {
                $0.split(separator: "\t").last.map(String.init)
            })
    }
}
