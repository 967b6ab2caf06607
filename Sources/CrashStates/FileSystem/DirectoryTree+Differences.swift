extension DirectoryTree {
    /// Makes every byte of the file at a path zero; its size stays.
    package mutating func blank(_ path: String) {
        guard let file = file(at: path) else { return }
        update(file) { inode in
            let size = inode.content.size
            inode.content = FileContent()
            inode.content.grow(to: size)
        }
    }

    /// The bytes of all files.
    package var byteCount: Int {
        var sum: UInt64 = 0
        forEachFile { _, inode in
            if case .file = inode.kind { sum += inode.content.size }
        }
        return Int(clamping: sum)
    }

    /// In what it differs from another: a line for each path, in their order.
    package func differences(from expected: DirectoryTree) throws -> [String] {
        let paths = Set(paths()).union(expected.paths()).sorted()
        return try paths.compactMap { path in
            let actual = file(at: path).flatMap { self[$0] }
            let wanted = expected.file(at: path).flatMap { expected[$0] }
            guard let actual else { return "'\(path)' is missing" }
            guard let wanted else { return "'\(path)' is there, \(actual.content.size) bytes" }
            if case .directory = actual.kind, case .directory = wanted.kind { return nil }
            if actual.digest == wanted.digest { return nil }
            if actual.content.size != wanted.content.size {
                return "'\(path)' has \(actual.content.size) bytes, not \(wanted.content.size)"
            }
            let bytes = try (actual.content.bytes(), wanted.content.bytes())
            guard let first = bytes.0.indices.first(where: { bytes.0[$0] != bytes.1[$0] }) else {
                return "'\(path)' has other attributes"
            }
            return "'\(path)' has other bytes from \(first) on: "
                + "\(bytes.0[first]) and not \(bytes.1[first])"
        }
    }
}
