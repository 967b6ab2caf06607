import CrashStates

/// Trees in words, a line for each path.
enum TreeText {
    static func lines(of tree: DirectoryTree) throws -> [String] {
        var first: [FileID: String] = [:]
        return try tree.paths().compactMap { path in
            guard let file = tree.file(at: path), let inode = tree[file] else { return nil }
            var line = "\(path): \(try text(of: inode, path, tree))"
            if inode.links.count > 1 {
                line += first[file].map { ", the same as \($0)" } ?? ", \(inode.links.count) links"
                if first[file] == nil { first[file] = path }
            }
            for attribute in inode.attributes {
                line +=
                    ", \(String(decoding: attribute.name, as: UTF8.self))="
                    + String(decoding: attribute.value, as: UTF8.self)
            }
            return line
        }
    }

    private static func text(of inode: Inode, _ path: String, _ tree: DirectoryTree) throws
        -> String
    {
        let mode = String(inode.mode, radix: 8)
        switch inode.kind {
        case .file:
            let bytes = try tree.bytes(at: path) ?? []
            return "\(mode), \(bytes.count) bytes: \(runs(of: bytes))"
        case .directory: return "directory \(mode)"
        case .symbolicLink(let target): return "link to \(String(decoding: target, as: UTF8.self))"
        case .fifo: return "pipe \(mode)"
        case .socket: return "socket \(mode)"
        }
    }

    /// Such as `3000 o, 100 A, 50 zero`.
    private static func runs(of bytes: [UInt8]) -> String {
        var texts: [String] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 != bytes[start] } ?? bytes.count
            let byte = bytes[start]
            let name =
                byte == 0
                ? "zero"
                : byte > 32 && byte < 127
                    ? "\(Character(UnicodeScalar(byte)))" : "0x" + String(byte, radix: 16)
            texts.append("\(end - start) \(name)")
            start = end
        }
        let shown = texts.prefix(20).joined(separator: ", ")
        return texts.isEmpty ? "empty" : shown + (texts.count > 20 ? ", …" : "")
    }
}
