#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder in the container, and the ways of writing a file in it: the right ones, and those that a
/// planted bug takes.
public struct Folder: Sendable {
    /// Relative to the container.
    public var path: String

    public init(_ path: String) { self.path = path }

    public func file(_ name: String) -> String { path + "/" + name }

    /// Makes the folder and what is missing above it, each durable.
    public func create() throws(FileFailure) {
        var above = path.hasPrefix("/") ? "/" : "."
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made == "/" ? part : "/" + part
            if mkdir(made, 0o700) == 0 {
                try Folder(above).sync()
            } else if errno != EEXIST {
                throw FileFailure("mkdir", made)
            }
            above = made
        }
    }

    /// The content of a file, or nil where there is none.
    public func read(_ name: String) throws(FileFailure) -> [UInt8]? {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileFailure("open", file(name))
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure("read", file(name)) }
            if count == 0 { return content }
            content += buffer[..<count]
        }
    }

    /// Replaces a file: after a death at any point there is the old content or the new one.
    ///
    /// - Parameters:
    ///   - syncing: whether the content is durable before it gets its name.
    ///   - syncingFolder: whether the name is durable when this returns.
    ///   - aside: the name under which it is written first.
    public func replace(
        _ name: String, _ content: [UInt8], syncing: Bool = true, syncingFolder: Bool = true,
        aside: String? = nil
    ) throws(FileFailure) {
        let aside = aside ?? name + ".new"
        do throws(FileFailure) {
            try overwrite(aside, content, syncing: syncing)
            try rename(aside, to: name)
        } catch {
            unlink(file(aside))
            throw error
        }
        if syncingFolder { try sync() }
    }

    /// Writes over what is there: a death in the middle leaves neither the old nor the new.
    public func overwrite(
        _ name: String, _ content: [UInt8], syncing: Bool = true
    ) throws(FileFailure) {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("open", file(name)) }
        var failure: FileFailure?
        var written = 0
        while written < content.count, failure == nil {
            let count = content[written...].withUnsafeBytes {
                systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                failure = FileFailure("write", file(name))
            }
        }
        while failure == nil, syncing, fsync(descriptor) != 0 {
            if errno != EINTR { failure = FileFailure("fsync", file(name)) }
        }
        if close(descriptor) != 0, errno != EINTR, failure == nil {
            failure = FileFailure("close", file(name))
        }
        if let failure { throw failure }
    }

    public func rename(_ name: String, to new: String) throws(FileFailure) {
        guard systemRename(file(name), file(new)) == 0 else {
            throw FileFailure("rename", file(name))
        }
    }

    /// Removes a file, where there is one.
    public func remove(_ name: String, syncing: Bool = true) throws(FileFailure) {
        guard unlink(file(name)) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw FileFailure("unlink", file(name))
        }
        if syncing { try sync() }
    }

    /// Makes the names in the folder durable.
    public func sync() throws(FileFailure) { try Self.sync(path) }

    /// Makes the content of a file durable.
    public func syncContent(_ name: String) throws(FileFailure) { try Self.sync(file(name)) }

    private static func sync(_ path: String) throws(FileFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        defer { close(descriptor) }
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw FileFailure("fsync", path) }
        }
    }

    public func contains(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

    public func names() -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

// The methods of the same names hide these.
private let systemRead = read
private let systemWrite = write
private let systemRename = rename

/// A file operation that failed.
public struct FileFailure: Error, Sendable, CustomStringConvertible {
    public let description: String

    /// Takes the reason from `errno`.
    init(_ operation: String, _ path: String) {
        description = "\(operation) \(path): \(String(cString: strerror(errno)))"
    }
}

/// By the system's clock.
public func secondsSince1970() -> Int64 { Int64(time(nil)) }
