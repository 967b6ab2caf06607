import CrashStates

/// Tells which files in some directories are saved, as the kernel reports it.
final class FileWatch {
    /// Readable when there is something to tell.
    let descriptor: Int32
    /// The directories by the numbers of their watches.
    private var directories: [Int32: String] = [:]

    /// What is told of files that were saved since the last time.
    struct Changes {
        /// Absolute paths.
        var paths: Set<String> = []
        /// Whether the kernel has lost count: anything may have changed.
        var isOverflow = false
    }

    /// A file is saved when whoever writes it closes it, or renames another one to its name. A directory
    /// counts when it appears.
    private static let events =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ONLYDIR)

    init() throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            throw FileError(action: "watch", path: "files", code: errno)
        }
    }

    deinit { close(descriptor) }

    /// Watches these directories from now on. One that is not there is left out until the next call.
    func watch(_ paths: Set<String>) throws {
        for path in paths where !directories.values.contains(path) {
            let watch = inotify_add_watch(descriptor, path, Self.events)
            if watch >= 0 {
                directories[watch] = path
            } else if errno == ENOSPC {
                throw FileError(
                    action: "watch (fs.inotify.max_user_watches allows no more)", path: path,
                    code: errno)
            }
        }
    }

    /// Takes what the kernel has told since the last time.
    func takeChanges() -> Changes {
        var changes = Changes()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return changes }
            buffer.withUnsafeBytes {
                take(UnsafeRawBufferPointer(rebasing: $0[..<count]), &changes)
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ changes: inout Changes) {
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while bytes.count - offset >= header {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = bytes[(offset + header)..<(offset + header + Int(event.len))]
            offset += header + Int(event.len)
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isOverflow = true }
            // The directory is gone; one of its name may come again.
            if event.mask & UInt32(IN_IGNORED) != 0 { directories[event.wd] = nil }
            guard event.len > 0, let directory = directories[event.wd] else { continue }
            // A new file is told of again when it has been written.
            let isDirectory = event.mask & UInt32(IN_ISDIR) != 0
            if event.mask & UInt32(IN_CREATE) != 0, !isDirectory { continue }
            let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            changes.paths.insert(directory + "/" + text)
        }
    }
}
