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

/// The directory that holds everything the target persists. It is the target's home.
public struct Container: Sendable {
    /// Its absolute path.
    public let path: String

    /// What an iOS-like app finds in a new one.
    static let directories = [
        "Documents", "Library", "Library/Application Support", "Library/Caches",
        "Library/Preferences", "Library/Saved Application State", "tmp",
    ]

    /// What the system may empty at any time: never user data.
    static let purgeable = ["Library/Caches", "tmp"]

    init(making path: String) throws {
        self.path = path
        try makeDirectories()
    }

    init(existing path: String) { self.path = path }

    private func makeDirectories() throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw ContainerError.notMade(path, Errno(rawValue: errno))
        }
        for directory in Self.directories {
            guard mkdir(path + "/" + directory, 0o700) == 0 || errno == EEXIST else {
                throw ContainerError.notMade(path + "/" + directory, Errno(rawValue: errno))
            }
        }
    }

    /// The absolute path of something in the container.
    public func path(_ relative: String) -> String {
        relative.isEmpty ? path : path + "/" + relative
    }

    /// The environment that makes the container the target's home.
    var environment: [String: String] {
        [
            "HOME": path,
            "CFFIXED_USER_HOME": path,
            "TMPDIR": path + "/tmp",
            "XDG_CONFIG_HOME": path + "/Library/Preferences",
            "XDG_DATA_HOME": path + "/Library/Application Support",
            "XDG_STATE_HOME": path + "/Library/Application Support",
            "XDG_CACHE_HOME": path + "/Library/Caches",
            "XDG_RUNTIME_DIR": path + "/tmp",
        ]
    }

    /// Empties it and copies `source` into it, or makes it as new where that is nil.
    func replaceContents(with source: Container?) throws {
        try Self.removeTree(path)
        if let source {
            try source.copy(to: path)
        } else {
            try makeDirectories()
        }
    }

    func copy(to destination: String) throws {
        do {
            try FileManager.default.copyItem(atPath: path, toPath: destination)
        } catch {
            throw ContainerError.notCopied(path, destination, "\(error)")
        }
    }

    /// Removes some paths of the container and everything below them.
    func discard(_ paths: [String]) throws {
        for relative in paths {
            let whole = path(relative)
            guard Self.isInside(relative) else {
                throw StepFailure(
                    "the target names '\(relative)' as its saved state, which is outside its container"
                )
            }
            try Self.removeTree(whole)
        }
    }

    static func isInside(_ relative: String) -> Bool {
        let parts = relative.split(separator: "/")
        return !relative.hasPrefix("/") && !parts.isEmpty && !parts.contains("..")
    }

    func remove() throws { try Self.removeTree(path) }

    /// Removes a directory or file that may not be there, also where its permissions were taken away.
    static func removeTree(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw ContainerError.notRemoved(path, Errno(rawValue: errno))
            }
            return
        }
        if status.st_mode & 0o700 != 0o700 { chmod(path, 0o700) }
        guard let directory = opendir(path) else {
            throw ContainerError.notRemoved(path, Errno(rawValue: errno))
        }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(directory)
        for name in names { try removeTree(path + "/" + name) }
        guard rmdir(path) == 0 || errno == ENOENT else {
            throw ContainerError.notRemoved(path, Errno(rawValue: errno))
        }
    }
}

enum ContainerError: Error, CustomStringConvertible {
    case notMade(String, Errno)
    case notCopied(String, String, String)
    case notRemoved(String, Errno)

    var description: String {
        switch self {
        case .notMade(let path, let errno):
            "the directory '\(path)' cannot be made: \(errno); is there space, or does "
                + "RELAUNCH_CONTAINERS name a place that can be written?"
        case .notCopied(let path, let destination, let reason):
            "'\(path)' cannot be copied to '\(destination)': \(reason)"
        case .notRemoved(let path, let errno): "'\(path)' cannot be removed: \(errno)"
        }
    }
}
