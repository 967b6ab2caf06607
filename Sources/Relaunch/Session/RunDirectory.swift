import Synchronization
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The directory of this process's containers: in memory where the machine has a place for that.
///
/// It is locked for as long as this process lives. A directory that can be locked belongs to a harness
/// that is gone, and the next run removes it.
package final class RunDirectory: Sendable {
    /// The environment variable that says where containers are made.
    package static let variable = "RELAUNCH_CONTAINERS"

    package let path: String
    private let lock: Int32
    /// Where new paths are.
    private let folder: String
    /// The directory of the run, where this one has its containers on a real disk.
    private let origin: RunDirectory?
    private let counter = Atomic<Int>(0)

    /// Makes the directory and clears those of harnesses that are gone.
    ///
    /// - Parameter place: where; without it where the environment says, or else in memory.
    package init(in place: String? = nil) throws {
        // Another run may remove the folder, or take this directory for a stale one, in the instant
        // before it is locked: then it is made again.
        var failure = Errno.fileExists
        for _ in 1...10 {
            let base = try Self.base(in: place)
            Self.clearStale(in: base)
            let path = base + "/run-\(getpid())-\(UInt32.random(in: .min ... .max))"
            guard mkdir(path, 0o700) == 0 else {
                failure = Errno(rawValue: errno)
                continue
            }
            let lock = open(path + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            var status = stat()
            // A lock without a name was taken for a stale one's and removed.
            if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0,
                status.st_nlink > 0
            {
                self.path = path
                self.lock = lock
                folder = path
                origin = nil
                return
            }
            failure = Errno(rawValue: errno)
            if lock >= 0 { close(lock) }
            try? Container.removeTree(path)
        }
        throw ContainerError.notMade(try Self.base(in: place) + "/run-…", failure)
    }

    /// The same directory with containers elsewhere: on a real disk.
    init(of origin: RunDirectory, containersIn folder: String) {
        path = origin.path
        lock = -1
        self.folder = folder
        self.origin = origin
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// A path for a new directory that nobody else uses.
    package func newPath() -> String {
        folder + "/" + String(counter.add(1, ordering: .relaxed).newValue)
    }

    /// Removes the directory and everything in it.
    package func remove() {
        try? Container.removeTree(path)
        // The folder of all runs goes with its last run; it stays where another one is there.
        if let end = path.lastIndex(of: "/") { rmdir(String(path[..<end])) }
    }

    /// Whether containers are on a disk of this size, whatever the machine has.
    var isOnRealDisk: Bool { origin != nil }

    /// Where it was made, or what disk containers are on: the folder of all runs of all users.
    var place: String {
        if isOnRealDisk { return folder }
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        return folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "/"
    }

    /// What a person should know of the place where containers are made, before a run; nil where there is
    /// room enough.
    package static var warning: String? { ContainerSpace(at: folder(in: nil))?.warning }

    /// The absolute path of the place: as it was named, as the environment says, or in memory.
    private static func folder(in place: String?) -> String {
        let named =
            place
            ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        var place = named ?? "/dev/shm"
        if named == nil, access(place, W_OK) != 0 {
            place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        }
        return place.hasPrefix("/") ? place : FileManager.default.currentDirectoryPath + "/" + place
    }

    private static func base(in place: String?) throws -> String {
        let place = folder(in: place)
        let path = place + "/relaunch-\(getuid())"
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw ContainerError.notMade(path, Errno(rawValue: errno))
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == getuid()
        else { throw ContainerError.notMade(path, .notPermitted) }
        return path
    }

    /// Removes the directories whose harness is gone. One that is younger than its lock file is left
    /// alone for a minute: its harness may be between making the directory and locking it.
    private static func clearStale(in base: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for name in names where name.hasPrefix("run-") {
            let path = base + "/" + name
            let lock = open(path + "/lock", O_RDWR | O_CLOEXEC)
            if lock >= 0 {
                if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? Container.removeTree(path) }
                close(lock)
            } else {
                var status = stat()
                if lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 {
                    try? Container.removeTree(path)
                }
            }
        }
    }
}
