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

/// Looks programs up as a shell does.
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
            var status = stat()
            if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                access(candidate, X_OK) == 0
            {
                return candidate
            }
        }
        return nil
    }

    /// The path of this process's own executable.
    package static var current: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
