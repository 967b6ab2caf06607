import CRealDisk
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Mounts that no other process sees, and that are gone when this process and what it started are,
/// however they end.
///
/// A process enters before it has other threads: threads that were there before stay outside.
///
/// ```swift
/// let mounts = try PrivateMounts.enter()
/// let disk = try LoggedDisk(.all[0], in: mounts, supervisor: supervisor)
/// ```
package final class PrivateMounts: Sendable {
    /// An empty directory in memory, for disks and what belongs to them.
    package let folder: String
    /// The namespace that the process was in.
    let outside: Int32

    /// Where the directory may be: what was there before is hidden from this process.
    private static let places = ["/mnt", "/media", "/srv", "/run"]

    private init(folder: String, outside: Int32) {
        self.folder = folder
        self.outside = outside
    }

    /// Moves the calling thread, and all that it makes from now on, to mounts of their own.
    ///
    /// - Parameter place: An empty directory that they may be in; without it one that every machine has.
    /// - Throws: ``RealDiskError``.
    package static func enter(at place: String? = nil) throws -> PrivateMounts {
        guard let folder = place ?? places.first(where: isDirectory) else {
            throw RealDiskError.noFolder(places)
        }
        var outside: Int32 = -1
        let code = rl_private_mounts(folder, &outside)
        guard code == 0 else {
            throw RealDiskError.unavailable(
                "mounts of its own are not permitted here (\(Errno(rawValue: code))); run as root, "
                    + RealDisk.options
            )
        }
        return PrivateMounts(folder: folder, outside: outside)
    }

    deinit { close(outside) }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
