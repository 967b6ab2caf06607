import CrashStates
import Relaunch

/// A path in the form that the user would write it, and the questions that are asked of paths.
enum Path {
    static var workingDirectory: String { FileManager.default.currentDirectoryPath }

    /// The path joined to a directory, without `.`, `..` and doubled slashes.
    static func absolute(_ path: String, from directory: String = workingDirectory) -> String {
        let whole = path.hasPrefix("/") ? path : directory + "/" + path
        var parts: [Substring] = []
        for part in whole.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// How one would write an absolute path while standing in `directory`.
    static func relative(_ path: String, to directory: String = workingDirectory) -> String {
        let target = absolute(path).split(separator: "/")
        let base = absolute(directory).split(separator: "/")
        let shared = zip(target, base).prefix { $0 == $1 }.count
        // Far away an absolute path says more than a ladder of dots.
        if shared == 0 || base.count - shared > 3 { return absolute(path) }
        let ups = Array(repeating: "..", count: base.count - shared)
        let parts = ups + target.dropFirst(shared).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    static func isInside(_ path: String, _ directory: String) -> Bool {
        path == directory || path.hasPrefix(directory == "/" ? "/" : directory + "/")
    }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The path with its symbolic links resolved, or nil where it does not exist.
    static func real(_ path: String) -> String? {
        guard let buffer = realpath(path, nil) else { return nil }
        defer { free(buffer) }
        return String(cString: buffer)
    }

    /// The nearest directory, from `directory` upward, that has an entry of the name.
    static func nearestDirectory(with name: String, from directory: String) -> String? {
        var current = absolute(directory)
        while true {
            if FileStamp(current == "/" ? "/" + name : current + "/" + name) != nil {
                return current
            }
            if current == "/" { return nil }
            current = Path.directory(of: current)
        }
    }

    /// The program of a name on the `PATH` of an environment, where that has one.
    static func program(_ name: String, in environment: [String: String]) -> String? {
        Executable.onPath(name, in: environment["PATH"] ?? "").map { absolute($0) }
    }
}
