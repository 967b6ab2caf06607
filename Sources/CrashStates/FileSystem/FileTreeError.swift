import SystemPackage

/// A tree of files that could not be copied, removed or read.
package enum FileTreeError: Error, CustomStringConvertible {
    case notCopied(String, String, String)
    case notRemoved(String, Errno)
    case notRead(String, Errno)

    package var description: String {
        switch self {
        case .notCopied(let path, let destination, let reason):
            "'\(path)' cannot be copied to '\(destination)': \(reason)"
        case .notRemoved(let path, let errno): "'\(path)' cannot be removed: \(errno)"
        case .notRead(let path, let errno): "'\(path)' cannot be read: \(errno)"
        }
    }
}
