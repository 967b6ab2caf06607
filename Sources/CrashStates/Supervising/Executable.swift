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

/// Looks programs up as a shell does. Nothing else in this package does it.
package enum Executable {
    /// The absolute path of a program on the `PATH`, or nil where there is none.
    ///
    /// - Parameter path: the value of a `PATH` to search; without one that of this process.
    package static func onPath(_ name: String, in path: String? = nil) -> String? {
        if name.contains("/") || name.isEmpty { return nil }
        let path =
            path ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for directory in path.split(separator: ":") {
            var candidate = directory + "/" + name
            // Programs are started in a container: what is relative would be looked for there.
            if !directory.hasPrefix("/") {
                candidate = FileManager.default.currentDirectoryPath + "/" + candidate
            }
            if isProgram(candidate) { return candidate }
        }
        return nil
    }

    /// Whether a path leads to a regular file that this process may execute.
    package static func isProgram(_ path: String) -> Bool {
        FileTree.isRegularFile(path) && access(path, X_OK) == 0
    }

    /// The absolute path of what a user calls a program: a path, relative to the working directory, or a
    /// name on the `PATH`. Nil for a name that is not there.
    package static func absolutePath(of program: String) -> String? {
        if program.hasPrefix("/") { return program }
        if !program.contains("/") { return onPath(program) }
        return FileManager.default.currentDirectoryPath + "/" + program
    }

    /// The path of this process's own executable.
    package static var current: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// The directory of this process's own executable, where what was built with it lies, too.
    package static var folder: String? {
        current.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }
}
