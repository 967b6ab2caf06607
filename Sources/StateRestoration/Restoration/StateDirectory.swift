import Foundation
import RestorationArchive

/// The directory `Library/Saved Application State/<bundle id>.savedState` (S14), and how files in
/// it are replaced: written aside, synced, renamed, directory synced (S13).
struct StateDirectory: Sendable {
    let path: String

    /// How many archives that were set aside are kept for diagnosis.
    static let keptAside = 3

    init(path: String) { self.path = path }

    init(home: String, bundleIdentifier: String) {
        path = home + "/" + SavedState.relativePath(bundleIdentifier: bundleIdentifier)
    }

    /// The content of a file, or nil where there is none.
    func read(_ name: String) throws(StorageError) -> [UInt8]? {
        let path = file(name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StorageError("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StorageError("stat", path) }
        // One byte more, so that the end is seen without another buffer.
        var content = [UInt8](repeating: 0, count: max(4096, Int(status.st_size) + 1))
        var length = 0
        while true {
            if length == content.count {
                content.append(contentsOf: repeatElement(0, count: length))
            }
            let count = content[length...].withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw StorageError("read", path) }
            if count == 0 { break }
            length += count
        }
        content.removeLast(content.count - length)
        return content
    }

    /// Replaces a file; after a death at any point there is the old content or the new one. Where it
    /// fails the old content is kept, unless the error says that it is replaced.
    func commit(_ content: [UInt8], to name: String) throws(StorageError) {
        try create()
        let aside = file("." + name + ".new")
        do throws(StorageError) {
            try write(content, to: aside)
            guard rename(aside, file(name)) == 0 else { throw StorageError("rename", aside) }
        } catch {
            unlink(aside)
            throw error
        }
        do throws(StorageError) { try Self.sync(directory: path) } catch {
            var error = error
            error.isReplaced = true
            throw error
        }
    }

    /// Removes a file, where there is one.
    func remove(_ name: String) throws(StorageError) {
        guard unlink(file(name)) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw StorageError("unlink", file(name))
        }
        try Self.sync(directory: path)
    }

    /// Renames a file to `NAME.REASON-NUMBER` for diagnosis, and removes what was set aside long
    /// ago.
    func setAside(_ name: String, reason: String) throws(StorageError) {
        let older = asides(of: name)
        let number = (older.last?.number ?? 0) + 1
        guard rename(file(name), file("\(name).\(reason)-\(number)")) == 0 else {
            throw StorageError("rename", file(name))
        }
        for aside in older.dropLast(Self.keptAside - 1) { unlink(file(aside.name)) }
        try Self.sync(directory: path)
    }

    /// What was set aside, the oldest first.
    private func asides(of name: String) -> [(name: String, number: Int)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { candidate in
            SavedState.asideNumber(candidate, of: name).map { (candidate, $0) }
        }
        .sorted { $0.number < $1.number }
    }

    func file(_ name: String) -> String { path + "/" + name }

    private func write(_ content: [UInt8], to path: String) throws(StorageError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = uninterrupted { open(path, flags, 0o600) }
        guard descriptor >= 0 else { throw StorageError("open", path) }
        var failure: StorageError?
        var written = 0
        while written < content.count && failure == nil {
            let count = content[written...].withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                failure = StorageError("write", path)
            }
        }
        if failure == nil && uninterrupted({ fsync(descriptor) }) != 0 {
            failure = StorageError("fsync", path)
        }
        if close(descriptor) != 0 && failure == nil { failure = StorageError("close", path) }
        if let failure { throw failure }
    }

    /// Makes the directory and what is missing above it, each durable.
    private func create() throws(StorageError) {
        if access(path, F_OK) == 0 { return }
        var missing: [String] = []
        var current = Substring(path)
        while !current.isEmpty, access(String(current), F_OK) != 0 {
            missing.append(String(current))
            guard let slash = current.lastIndex(of: "/") else { break }
            current = current[..<slash]
        }
        for directory in missing.reversed() {
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw StorageError("mkdir", directory)
            }
            let slash = directory.lastIndex(of: "/") ?? directory.startIndex
            let parent = String(directory[..<slash])
            try Self.sync(directory: parent.isEmpty ? "/" : parent)
        }
    }

    private static func sync(directory: String) throws(StorageError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError("open", directory) }
        defer { close(descriptor) }
        guard uninterrupted({ fsync(descriptor) }) == 0 else {
            throw StorageError("fsync", directory)
        }
    }
}

/// Makes a call again that a signal has interrupted.
private func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// A file operation that failed.
struct StorageError: Error, Equatable, CustomStringConvertible {
    let operation: String
    let path: String
    let code: Int32
    /// Of a commit: the new content is there, but a power failure may still bring the old one back.
    var isReplaced = false

    /// Takes the reason from `errno`.
    init(_ operation: String, _ path: String) {
        code = errno
        self.operation = operation
        self.path = path
    }

    var description: String { "\(operation) \(path): \(String(cString: strerror(code)))" }
}
