import CrashStates

/// Something that was asked of the file system did not work.
struct FileError: Error, CustomStringConvertible {
    var action: String
    var path: String
    var code: Int32

    var description: String { "cannot \(action) '\(path)': \(String(cString: strerror(code)))" }
}

/// Makes a directory and those above it that are missing.
func makeDirectory(_ path: String) throws {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST, FileStamp(path)?.isDirectory == true { return }
    guard code == ENOENT, path != "/" else {
        throw FileError(action: "make the directory", path: path, code: code)
    }
    try makeDirectory(Path.directory(of: path))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw FileError(action: "make the directory", path: path, code: errno)
    }
}

func readFile(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(action: "read", path: path, code: errno) }
    defer { close(descriptor) }
    // A pipe would block, and a device has no end.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
        throw FileError(action: "read", path: path, code: code)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 { return bytes }
        if count < 0 {
            if errno == EINTR { continue }
            throw FileError(action: "read", path: path, code: errno)
        }
        bytes.append(contentsOf: buffer[..<count])
    }
}

/// Writes a file beside its name and renames it, so that nobody sees a half of it.
func writeFile(_ text: String, to path: String) throws {
    try writeFile(Array(text.utf8), to: path)
}

func writeFile(_ bytes: [UInt8], to path: String) throws {
    let aside = "\(path).\(getpid())"
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(action: "write", path: path, code: errno) }
    var code = writeAll(bytes, to: descriptor)
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(aside, path) != 0 { code = errno }
    guard code == 0 else {
        unlink(aside)
        throw FileError(action: "write", path: path, code: code)
    }
}

/// Writes all bytes and returns 0, or the number of the error.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var offset = 0
    while offset < bytes.count {
        let count = bytes[offset...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            return errno
        }
        offset += count
    }
    return 0
}

/// The names in a directory, sorted; none where it cannot be read.
func names(in directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
}

/// Removes a file or a directory with all that is in it.
func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

/// Marks a file as used now.
func touch(_ path: String) {
    utimensat(AT_FDCWD, path, nil, 0)
}
