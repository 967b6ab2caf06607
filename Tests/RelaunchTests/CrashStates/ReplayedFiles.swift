#if os(Linux)
    import Glibc

    @testable import Relaunch

    /// What a list of operations leaves in an empty container: the simplest model there can be, to
    /// hold recordings against what is on disk.
    struct ReplayedFiles {
        private var entries: [Entry: FileID] = [:]
        private var kinds: [FileID: FileKind] = [:]
        private var data: [FileID: [UInt8]] = [:]
        private var modes: [FileID: UInt32] = [:]
        private let root: FileID

        init(_ operations: [Operation], root: FileID) {
            self.root = root
            for operation in operations { apply(operation) }
        }

        private mutating func apply(_ operation: Operation) {
            switch operation {
            case .create(let id, let kind, let entry, let mode):
                entries[entry] = id
                kinds[id] = kind
                data[id] = []
                modes[id] = mode
            case .link(let id, let entry): entries[entry] = id
            case .unlink(_, let entry): entries[entry] = nil
            case .rename(let id, let from, let to, _):
                entries[from] = nil
                entries[to] = id
            case .exchange(let first, let one, let second, let other):
                entries[one] = second
                entries[other] = first
            case .write(let id, let offset, let bytes), .stored(let id, let offset, let bytes):
                put(bytes, into: id, at: Int(offset))
            case .truncate(let id, let size): resize(id, Int(size))
            case .zero(let id, let offset, let count, let grows):
                let size = data[id]?.count ?? 0
                let end = grows ? Int(offset + count) : min(size, Int(offset + count))
                put(
                    Array(repeating: 0, count: max(0, end - Int(offset))), into: id, at: Int(offset)
                )
            case .collapse(let id, let offset, let count):
                data[id]?.removeSubrange(Int(offset)..<Int(offset + count))
            case .insert(let id, let offset, let count):
                data[id]?.insert(
                    contentsOf: Array(repeating: 0, count: Int(count)), at: Int(offset))
            case .setMode(let id, let mode): modes[id] = mode
            default: break
            }
        }

        private mutating func put(_ bytes: [UInt8], into id: FileID, at offset: Int) {
            guard !bytes.isEmpty else { return }
            if data[id, default: []].count < offset + bytes.count {
                resize(id, offset + bytes.count)
            }
            data[id]?.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        }

        private mutating func resize(_ id: FileID, _ size: Int) {
            let old = data[id, default: []]
            data[id] =
                size < old.count
                ? Array(old[..<size]) : old + Array(repeating: 0, count: size - old.count)
        }

        /// Path to what is there, as `directoryListing` shows it.
        var listing: [String: String] {
            var listing: [String: String] = [:]
            list(root, "", into: &listing)
            return listing
        }

        private func list(
            _ directory: FileID, _ prefix: String, into listing: inout [String: String]
        ) {
            for (entry, id) in entries where entry.directory == directory {
                let path = prefix + String(decoding: entry.name, as: UTF8.self)
                switch kinds[id] {
                case .directory:
                    listing[path] = "directory \(modes[id] ?? 0)"
                    list(id, path + "/", into: &listing)
                case .symbolicLink(let target):
                    listing[path] = "link \(String(decoding: target, as: UTF8.self))"
                case .fifo: listing[path] = "fifo"
                case .socket: listing[path] = "socket"
                default: listing[path] = "file \(modes[id] ?? 0) \(digest(data[id] ?? []))"
                }
            }
        }
    }

    /// Short contents as they are, long ones by size and checksum.
    private func digest(_ bytes: [UInt8]) -> String {
        if bytes.count <= 64 { return String(decoding: bytes, as: UTF8.self) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(bytes.count) bytes \(hash)"
    }

    /// What is in a directory and below: path to kind, mode and content.
    func directoryListing(_ root: String) -> [String: String] {
        var listing: [String: String] = [:]
        var pending = [""]
        while let prefix = pending.popLast() {
            guard let directory = opendir("\(root)/\(prefix)") else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let path = prefix + name
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0 else { continue }
                let mode = status.st_mode & 0o7777
                switch status.st_mode & S_IFMT {
                case S_IFDIR:
                    listing[path] = "directory \(mode)"
                    pending.append(path + "/")
                case S_IFLNK:
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    let count = buffer.withUnsafeMutableBytes {
                        readlink("\(root)/\(path)", $0.baseAddress, $0.count)
                    }
                    listing[path] = "link \(String(decoding: buffer.prefix(count), as: UTF8.self))"
                case S_IFIFO: listing[path] = "fifo"
                case S_IFSOCK: listing[path] = "socket"
                default: listing[path] = "file \(mode) \(digest(contents("\(root)/\(path)")))"
                }
            }
        }
        return listing
    }

    func contents(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &buffer, buffer.count), count > 0 {
            all += buffer.prefix(count)
        }
        return all
    }
#endif
