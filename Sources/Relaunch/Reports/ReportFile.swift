import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that a report is written to: aside first, and renamed when it is whole.
///
/// Anything but a regular file, such as `/dev/null` or a pipe, is written to directly, and a symbolic link
/// is followed: neither is replaced.
struct ReportFile {
    /// The path as the user named it, for messages.
    let name: String
    private let destination: String
    private let isReplaceable: Bool

    /// Finds out whether the file can be written, and makes the directories above it.
    ///
    /// - Throws: `ReportFileError`, so that a run does not end without its report.
    init(_ path: String) throws {
        name = path
        guard !path.isEmpty else { throw ReportFileError(path, "its name is empty") }
        var status = stat()
        if stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw ReportFileError(path, "it is a directory") }
            isReplaceable = kind == S_IFREG
            destination = isReplaceable ? Self.resolved(path) : path
        } else {
            isReplaceable = true
            destination = path
        }
        guard isReplaceable else { return }
        let directory = Self.directory(of: destination)
        try Self.makeDirectories(directory, for: path)
        guard access(directory, W_OK | X_OK) == 0 else {
            throw ReportFileError(path, "its directory: \(Errno(rawValue: errno))")
        }
    }

    /// Writes the whole file at once.
    func write(_ text: String) throws {
        let partial = isReplaceable ? "\(destination).\(getpid()).partial" : destination
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw error() }
        var output = OutputDescriptor(descriptor)
        do {
            try output.write(text)
            guard close(descriptor) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            if isReplaceable { unlink(partial) }
            throw ReportFileError(name, "\(error)")
        }
        if isReplaceable { try rename(partial) }
    }

    /// Opens the file for writing as it comes, at its name with `.partial` after it, where it can be
    /// followed; `finish` renames it. The lock keeps a second run from writing the same file.
    func openPartial() throws -> CInt {
        guard isReplaceable else {
            let descriptor = open(destination, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw error() }
            return descriptor
        }
        let descriptor = open(partialPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw error() }
        // A file system without locks is no reason to write no report.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw ReportFileError(name, "another run is writing it: name another file")
        }
        guard ftruncate(descriptor, 0) == 0 else {
            let failure = error()
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Gives the file that `openPartial` opened its name.
    func finish() throws {
        if isReplaceable { try rename(partialPath) }
    }

    private var partialPath: String { destination + ".partial" }

    private func rename(_ partial: String) throws {
        #if canImport(Glibc)
            let result = Glibc.rename(partial, destination)
        #elseif canImport(Musl)
            let result = Musl.rename(partial, destination)
        #else
            let result = Darwin.rename(partial, destination)
        #endif
        guard result == 0 else { throw error() }
    }

    private func error() -> ReportFileError { ReportFileError(name, Errno(rawValue: errno)) }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func directory(of path: String) -> String {
        let parent = FilePath(path).removingLastComponent().string
        return parent.isEmpty ? "." : parent
    }

    private static func makeDirectories(_ directory: String, for path: String) throws {
        guard access(directory, F_OK) != 0, errno == ENOENT else { return }
        try makeDirectories(Self.directory(of: directory), for: path)
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
            throw ReportFileError(path, "its directory: \(Errno(rawValue: errno))")
        }
    }
}

/// A report that cannot be written.
public struct ReportFileError: Error, Equatable, CustomStringConvertible {
    /// The report's path, as it was named.
    public var path: String
    /// What the system said.
    public var reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ path: String, _ errno: Errno) {
        self.init(path, errno.description)
    }

    public var description: String {
        "cannot write the report '\(VisibleText.line(path))': \(reason)"
    }
}
