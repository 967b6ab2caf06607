import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Copies and removes trees of files, whatever a target has left in them: names that are no text,
/// pipes and sockets, directories that nobody may read, any depth.
package enum FileTree {
    /// A name as the file system has it: bytes, ended by 0.
    package typealias Name = [CChar]

    /// How deep a tree may be that is copied: each level holds two descriptors.
    package static let depthLimit = 200

    /// Whether a path, its links followed, leads to a regular file.
    package static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Who may do what with a file, as `chmod` takes it; nil where nothing is there.
    package static func permissions(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : nil
    }

    /// The path without links; nil where nothing is there.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: Removing

    /// Removes a directory and everything below it, or a file; what is not there is no error.
    ///
    /// Directories are moved up before they are emptied, so that the depth of the tree does not matter.
    package static func remove(_ path: String) throws {
        try remove(Name(path.utf8CString), of: AT_FDCWD, in: path)
    }

    /// Removes what a name in a directory stands for; the name need not be text.
    static func remove(_ name: [UInt8], in directory: OpenDirectory) throws {
        try remove(
            name.map(CChar.init(bitPattern:)) + [0], of: directory.descriptor,
            in: directory.path(of: name))
    }

    /// - Parameter path: For messages.
    private static func remove(_ name: Name, of parent: Int32, in path: String) throws {
        if unlinkat(parent, name, 0) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        let root = try openDirectory(parent, name, in: path)
        defer { close(root) }
        var moved = 0
        while true {
            let names = try entries(of: root, in: path)
            if names.isEmpty { break }
            for name in names { try removeEntry(name, of: root, moved: &moved, in: path) }
        }
        guard unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw FileTreeError.notRemoved(path, Errno(rawValue: errno))
        }
    }

    private static func removeEntry(
        _ name: Name, of root: Int32, moved: inout Int, in path: String
    ) throws {
        if unlinkat(root, name, 0) == 0 || errno == ENOENT { return }
        let directory = try openDirectory(root, name, in: path)
        defer { close(directory) }
        for inner in try entries(of: directory, in: path)
        where unlinkat(directory, inner, 0) != 0 && errno != ENOENT {
            // To move a directory, it must itself be writable.
            fchmodat(directory, inner, 0o700, 0)
            repeat {
                moved += 1
            } while renameat(directory, inner, root, "moved-\(moved)") != 0
                && (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR)
        }
        guard unlinkat(root, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw FileTreeError.notRemoved(path, Errno(rawValue: errno))
        }
    }

    /// Opens a directory, also where its permissions were taken away.
    private static func openDirectory(_ parent: Int32, _ name: Name, in path: String) throws
        -> Int32
    {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var directory = openat(parent, name, flags)
        if directory < 0, errno == EACCES {
            fchmodat(parent, name, 0o700, 0)
            directory = openat(parent, name, flags)
        }
        guard directory >= 0 else {
            throw FileTreeError.notRemoved(path, Errno(rawValue: errno))
        }
        var status = stat()
        if fstat(directory, &status) == 0, status.st_mode & 0o700 != 0o700 {
            fchmod(directory, 0o700)
        }
        return directory
    }

    /// The names in an open directory, without `.` and `..`.
    private static func entries(of directory: Int32, in path: String) throws -> [Name] {
        let again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard again >= 0, let stream = fdopendir(again) else {
            let code = errno
            if again >= 0 { close(again) }
            throw FileTreeError.notRead(path, Errno(rawValue: code))
        }
        defer { closedir(stream) }
        var names: [Name] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    Name(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            if name != [46, 0], name != [46, 46, 0] { names.append(name) }
        }
        return names
    }

    // MARK: Copying

    /// Copies a directory to where nothing is: files, links and pipes with their permissions and times.
    /// Sockets are left out, since nobody listens to a copy.
    package static func copy(_ path: String, to destination: String) throws {
        let copy = Copy(path: path, destination: destination)
        try copy.entry(AT_FDCWD, Name(path.utf8CString), AT_FDCWD, Name(destination.utf8CString), 0)
    }

    private struct Copy {
        let path: String
        let destination: String

        private func failure(_ reason: String) -> FileTreeError {
            .notCopied(path, destination, reason)
        }

        private func failure(_ code: Int32, _ name: Name) -> FileTreeError {
            let name = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            return failure("'\(name)': \(Errno(rawValue: code))")
        }

        func entry(_ from: Int32, _ name: Name, _ to: Int32, _ new: Name, _ depth: Int) throws {
            var status = stat()
            guard fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                throw failure(errno, name)
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try directory(from, name, to, new, status, depth)
            case S_IFREG: try file(from, name, to, new, status)
            case S_IFLNK: try link(from, name, to, new)
            case S_IFIFO:
                guard mkfifoat(to, new, status.st_mode & 0o7777) == 0 else {
                    throw failure(errno, name)
                }
            default: break
            }
        }

        /// Opens something for reading, also where that has been forbidden; then it is so again.
        private func open(_ parent: Int32, _ name: Name, _ flags: Int32, _ status: stat) throws
            -> Int32
        {
            let flags = flags | O_RDONLY | O_NOFOLLOW | O_CLOEXEC
            var descriptor = openat(parent, name, flags)
            if descriptor < 0, errno == EACCES {
                fchmodat(parent, name, 0o700, 0)
                descriptor = openat(parent, name, flags)
                fchmodat(parent, name, status.st_mode & 0o7777, 0)
            }
            guard descriptor >= 0 else { throw failure(errno, name) }
            return descriptor
        }

        private func directory(
            _ from: Int32, _ name: Name, _ to: Int32, _ new: Name, _ status: stat, _ depth: Int
        ) throws {
            guard depth < FileTree.depthLimit else {
                throw failure("its directories are nested deeper than \(FileTree.depthLimit)")
            }
            let source = try open(from, name, O_DIRECTORY, status)
            defer { close(source) }
            guard mkdirat(to, new, 0o700) == 0 else { throw failure(errno, new) }
            let target = openat(to, new, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard target >= 0 else { throw failure(errno, new) }
            defer { close(target) }
            for inner in try FileTree.entries(of: source, in: path) {
                try entry(source, inner, target, inner, depth + 1)
            }
            finish(target, status, as: source)
        }

        private func file(
            _ from: Int32, _ name: Name, _ to: Int32, _ new: Name, _ status: stat
        ) throws {
            let source = try open(from, name, O_NONBLOCK, status)
            defer { close(source) }
            let target = openat(to, new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard target >= 0 else { throw failure(errno, new) }
            defer { close(target) }
            try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { buffer in
                while true {
                    let count = read(source, buffer.baseAddress, buffer.count)
                    if count == 0 { break }
                    guard count > 0 else {
                        if errno == EINTR { continue }
                        throw failure(errno, name)
                    }
                    try write(buffer[..<count], to: target, new)
                }
            }
            finish(target, status, as: source)
        }

        private func write(
            _ bytes: Slice<UnsafeMutableRawBufferPointer>, to file: Int32, _ name: Name
        )
            throws
        {
            var rest = UnsafeRawBufferPointer(rebasing: bytes)
            while !rest.isEmpty {
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno != EINTR {
                    throw failure(errno, name)
                }
            }
        }

        private func link(_ from: Int32, _ name: Name, _ to: Int32, _ new: Name) throws {
            var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            guard readlinkat(from, name, &text, text.count - 1) >= 0,
                symlinkat(text, to, new) == 0
            else { throw failure(errno, name) }
        }

        /// Attributes, permissions and times as they were; the times last, since a program may rely
        /// on them. A file system that has no attributes keeps none.
        private func finish(_ file: Int32, _ status: stat, as source: Int32) {
            let attributes = ExtendedAttributes.read(source)
            if !attributes.isEmpty { _ = ExtendedAttributes.set(attributes, on: file) }
            fchmod(file, status.st_mode & 0o7777)
            var times = [status.st_atim, status.st_mtim]
            futimens(file, &times)
        }
    }
}
