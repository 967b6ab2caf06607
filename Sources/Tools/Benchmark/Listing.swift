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

/// What tells whether two runs of one step have come to the same state, although they are not the same
/// byte for byte.
///
/// Names that are there neither before the step nor after it are those of temporary files, and alike.
/// Bytes that differ between whole runs, such as a time in a header and the checksum over it, are
/// alike, too; a file that has the size of one in which they were found is taken for a copy of it.
struct StateForm: Sendable {
    private var names: Set<Substring> = []
    private var volatile: [Int: Set<Int>] = [:]

    /// - Parameter ends: What several runs of the step have left.
    init(base: Listing, ends: [Listing]) {
        for listing in [base] + ends {
            for entry in listing.entries { names.formUnion(entry.path.split(separator: "/")) }
        }
        for (first, other) in ends.lazy.flatMap({ zip(ends[0].entries, $0.entries) }) {
            guard first.path == other.path, let one = first.bytes, let another = other.bytes,
                one.count == another.count
            else { continue }
            for place in one.indices where one[place] != another[place] {
                volatile[one.count, default: []].insert(place)
            }
        }
    }

    /// What two listings of the same state have in common.
    func form(of listing: Listing) -> [Listing.Entry] {
        listing.entries.map { entry in
            var entry = entry
            entry.path = entry.path.split(separator: "/")
                .map { names.contains($0) ? $0 : "<temporary>" }.joined(separator: "/")
            for place in volatile[entry.bytes?.count ?? -1] ?? [] { entry.bytes?[place] = 0 }
            return entry
        }
        .sorted { $0.path < $1.path }
    }
}
