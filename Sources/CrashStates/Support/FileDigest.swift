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

/// A digest of a file's bytes, or of where a link leads. Nothing else is opened: a pipe would block.
package enum FileDigest {
    package static func digest(of path: String) -> UInt64? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let file: Int32
        switch status.st_mode & S_IFMT {
        case S_IFREG: file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        case S_IFLNK:
            let end = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            return end.map { StableHash.adding($0.utf8) }
        default: return nil
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { buffer in
            var digest = start
            while true {
                let count = read(file, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return digest }
                digest = StableHash.adding(
                    UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: digest)
            }
        }
    }

    /// The digest of an empty file.
    package static let start = StableHash.empty
}
