import CrashStates
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
    package static let purgeable = ["Library/Caches", "tmp"]

    /// What an update and a restore from backup bring along (rules W2, W3).
    package static let kept = ["Documents", "Library"]

    /// Of some paths, the user's: neither of the saved state nor of what the system may empty.
    package static func users(_ paths: [String], besides savedState: [String]) -> [String] {
        let roots = (savedState + purgeable).map { $0.split(separator: "/").filter { $0 != "." } }
        return paths.filter { path in
            let parts = path.split(separator: "/")
            return !roots.contains { parts.starts(with: $0) }
        }
    }

    init(making path: String) throws {
        self.path = path
        try makeDirectories()
    }

    package init(existing path: String) { self.path = path }

    /// Makes what is missing of the directories of a new container.
    func makeDirectories() throws {
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
    package func replaceContents(with source: Container?) throws {
        try Self.removeTree(path)
        if let source {
            try source.copy(to: path)
        } else {
            try makeDirectories()
        }
    }

    /// The paths of everything in it, relative to it.
    package var paths: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    }

    package func copy(to destination: String) throws {
        guard access(path, F_OK) == 0 else { throw ContainerError.gone(path) }
        try FileTree.copy(path, to: destination)
    }

    /// Removes some paths of the container and everything below them.
    ///
    /// - Throws: ``StepFailure`` for a path that is the container itself or leads out of it, also through
    ///   a link.
    func discard(_ paths: [String]) throws {
        for relative in paths {
            guard Self.isInside(relative), !leadsOut(relative) else {
                throw StepFailure.illegalSavedState(relative)
            }
            try Self.removeTree(path(relative))
        }
    }

    package static func isInside(_ relative: String) -> Bool {
        let parts = relative.split(separator: "/").filter { $0 != "." }
        return !relative.hasPrefix("/") && !parts.isEmpty && !parts.contains("..")
    }

    /// Whether the directory that holds a path lies elsewhere, because a link leads there.
    private func leadsOut(_ relative: String) -> Bool {
        let whole = path(relative)
        guard let root = FileTree.resolved(path), let end = whole.lastIndex(of: "/"),
            let parent = FileTree.resolved(String(whole[..<end]))
        else { return false }
        return parent != root && !parent.hasPrefix(root + "/")
    }

    /// Moves a directory to where another one may be. Another run may do the same at the same time.
    static func replace(_ destination: String, with source: String) throws {
        for _ in 1...20 {
            try removeTree(destination)
            if rename(source, destination) == 0 { return }
            guard errno == EEXIST || errno == ENOTEMPTY else { break }
        }
        throw FileTreeError.notCopied(source, destination, "\(Errno(rawValue: errno))")
    }

    package func remove() throws { try Self.removeTree(path) }

    /// Removes a directory or file that may not be there, also where its permissions were taken away.
    static func removeTree(_ path: String) throws { try FileTree.remove(path) }
}

enum ContainerError: Error, CustomStringConvertible {
    case notMade(String, Errno)
    case gone(String)

    var description: String {
        switch self {
        case .notMade(let path, let errno):
            "the directory '\(path)' cannot be made: \(errno); is there space, or does "
                + "RELAUNCH_CONTAINERS name a place that can be written?"
        case .gone(let path): "the container '\(path)' is gone: the target has removed it"
        }
    }
}
