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

/// What a container holds, in memory: names, permissions and bytes.
struct Listing: Sendable {
    struct Entry: Sendable, Hashable {
        /// Relative to the container.
        var path: String
        var mode: UInt32
        /// Nil for a directory.
        var bytes: [UInt8]?
    }

    /// A directory before what is in it.
    let entries: [Entry]

    init(of root: String) throws {
        entries = try FileManager.default.subpathsOfDirectory(atPath: root).sorted().map { path in
            var status = stat()
            guard lstat(root + "/" + path, &status) == 0 else {
                throw BareError("lstat of \(path)")
            }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFDIR || kind == S_IFREG else {
                throw BareError("'\(path)' is neither a file nor a directory", EINVAL)
            }
            let file = URL(fileURLWithPath: root + "/" + path)
            return Entry(
                path: path, mode: status.st_mode & 0o7777,
                bytes: kind == S_IFREG ? Array(try Data(contentsOf: file)) : nil)
        }
    }

    /// Makes a directory hold this and nothing else, in the plain way: everything that is there is
    /// removed, everything that is to be there is written.
    func write(to root: String) throws {
        Self.remove(root)
        guard mkdir(root, 0o700) == 0 else { throw BareError("mkdir of \(root)") }
        for entry in entries {
            let path = root + "/" + entry.path
            guard let bytes = entry.bytes else {
                guard mkdir(path, entry.mode) == 0 else { throw BareError("mkdir of \(path)") }
                continue
            }
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, entry.mode)
            guard file >= 0 else { throw BareError("open of \(path)") }
            defer { close(file) }
            guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
                throw BareError("write of \(path)")
            }
        }
    }

    private static func remove(_ path: String) {
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        closedir(directory)
        rmdir(path)
    }
}

/// Bytes that differ from run to run although the target does the same, such as a time in a header
/// and the checksum over it: for telling whether two runs have come to the same state.
///
/// They are found by comparing what whole runs of one step left; a file that has the size of one in
/// which they were found is taken for another copy of it.
struct VolatileBytes: Sendable {
    private var places: [Int: Set<Int>] = [:]

    /// - Parameter ends: What several runs of the same step have left.
    init(_ ends: [Listing]) {
        guard let first = ends.first else { return }
        for end in ends.dropFirst() {
            for (one, other) in zip(first.entries, end.entries) where one.path == other.path {
                guard let one = one.bytes, let other = other.bytes, one.count == other.count
                else { continue }
                for place in one.indices where one[place] != other[place] {
                    places[one.count, default: []].insert(place)
                }
            }
        }
    }

    /// The listing with those bytes made zero.
    func masked(_ listing: Listing) -> [Listing.Entry] {
        listing.entries.map { entry in
            guard var bytes = entry.bytes, let places = places[bytes.count] else { return entry }
            for place in places { bytes[place] = 0 }
            return Listing.Entry(path: entry.path, mode: entry.mode, bytes: bytes)
        }
    }
}
