import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A real directory, open, whose entries are reached by their names alone.
package final class OpenDirectory {
    package let descriptor: Int32
    /// For messages.
    package let path: String
    /// Reads `descriptor`, once it has been asked for names.
    private var stream: OpaquePointer?

    /// How deep a container may be: each level holds a descriptor while it is visited.
    package static let depthLimit = 200

    package init(path: String) throws {
        descriptor = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            throw RecordingError.notRead(path: path, Errno(rawValue: errno))
        }
    }

    /// Opens a directory in a directory, also where its permissions forbid it; they stay as they
    /// are.
    package init(_ name: [UInt8], in parent: OpenDirectory) throws {
        path = parent.path(of: name)
        descriptor = try parent.open(name, O_RDONLY | O_DIRECTORY)
    }

    deinit {
        if let stream { closedir(stream) } else { close(descriptor) }
    }

    package func path(of name: [UInt8]) -> String {
        path + "/" + String(decoding: name, as: UTF8.self)
    }

    package func failure(_ name: [UInt8]) -> RecordingError {
        let code = errno
        return .notRead(path: path(of: name), Errno(rawValue: code))
    }

    /// The names in it, without `.` and `..`, in the order of the file system.
    package func names() throws -> [[UInt8]] {
        if let stream { rewinddir(stream) } else { stream = fdopendir(descriptor) }
        guard let stream else { throw failure([]) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                Array(bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)])
            }
            if name != [46], name != [46, 46] { names.append(name) }
        }
        return names
    }

    package func sortedNames() throws -> [[UInt8]] {
        try names().sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// What is at a name, without following links; nil where nothing is.
    package func status(_ name: [UInt8]) throws -> stat? {
        var status = stat()
        let result = Self.withName(name) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        if result == 0 { return status }
        if errno == ENOENT { return nil }
        throw failure(name)
    }

    /// Opens something in it, never through a link, also where its permissions forbid it.
    package func open(_ name: [UInt8], _ flags: Int32) throws -> Int32 {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = Self.withName(name) { name in
            let file = openat(descriptor, name, flags)
            guard file < 0, errno == EACCES else { return file }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return -1 }
            fchmodat(descriptor, name, 0o700, 0)
            defer { fchmodat(descriptor, name, status.st_mode & 0o7777, 0) }
            return openat(descriptor, name, flags)
        }
        guard file >= 0 else { throw failure(name) }
        return file
    }

    package func linkTarget(_ name: [UInt8]) throws -> [UInt8] {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = target.withUnsafeMutableBytes { buffer in
            Self.withName(name) {
                readlinkat(
                    descriptor, $0, buffer.baseAddress!.assumingMemoryBound(to: CChar.self),
                    buffer.count)
            }
        }
        guard count >= 0 else { throw failure(name) }
        return Array(target[..<count])
    }

    /// A name as C has it.
    package static func withName<Result>(
        _ name: [UInt8], _ body: (UnsafePointer<CChar>) throws -> Result
    ) rethrows -> Result {
        try withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
            for (index, byte) in name.enumerated() { buffer[index] = CChar(bitPattern: byte) }
            buffer[name.count] = 0
            return try body(UnsafePointer(buffer.baseAddress!))
        }
    }
}
