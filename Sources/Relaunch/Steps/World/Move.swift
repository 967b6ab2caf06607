import CrashStates

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

extension Session {
    /// Gives the target a container with another path. Of an app `Documents` and `Library` come
    /// along and nothing else; to a command its container is a home, which stays where it is.
    ///
    /// - Returns: the names at the top that were left behind.
    func moveContainer() throws -> [String] {
        if target.driver.can(.endsByItself) { return [] }
        let old = container
        let moved = try Container(making: runDirectory.newPath())
        let directory = PrivateDirectory(moved.path)
        for name in Container.kept {
            guard FileManager.default.fileExists(atPath: old.path(name)) else { continue }
            try Container.removeTree(moved.path(name))
            try FileTree.move(old.path(name), to: moved.path(name))
        }
        try moved.makeDirectories()
        let own = Set(Container.directories.map { $0.split(separator: "/")[0] }.map(String.init))
        let left = try FileManager.default.contentsOfDirectory(atPath: old.path)
            .filter { !own.contains($0) }.sorted()
        // The container of a sweep is made again for each of its states.
        if world.sweptContainer?.path == old.path {
            for name in try FileManager.default.contentsOfDirectory(atPath: old.path) {
                try Container.removeTree(old.path(name))
            }
        } else {
            try old.remove()
        }
        world.movedContainer = directory
        move(to: moved, executable: executable)
        return left
    }
}

extension Container {
    /// Whether a path is somewhere else, because it or what it is in is a link.
    func leadsAway(_ relative: String) -> Bool {
        guard let root = FileTree.resolved(path), let real = FileTree.resolved(path(relative))
        else {
            return false
        }
        return real != root && !real.hasPrefix(root + "/")
    }

    /// How many files are in it.
    var fileCount: Int { paths.count { FileDigest.isFile(path($0)) } }
}

extension FileDigest {
    /// Whether a path, its links not followed, is a regular file.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension FileTree {
    /// Moves a file or directory to where nothing is, on the same file system.
    static func move(_ path: String, to destination: String) throws {
        guard rename(path, destination) == 0 else {
            throw FileTreeError.notCopied(path, destination, String(cString: strerror(errno)))
        }
    }
}
