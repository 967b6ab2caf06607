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
    /// The path of a program on the `PATH`, or nil where there is none.
    package static func onPath(_ name: String) -> String? {
        if name.contains("/") || name.isEmpty { return nil }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        for directory in path.split(separator: ":") {
            let candidate = directory + "/" + name
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
