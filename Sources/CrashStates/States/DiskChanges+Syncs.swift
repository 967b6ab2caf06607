extension DiskChanges {
    /// What an fsync keeps, or one of some bytes: `msync` of a part of a mapping.
    mutating func sync(_ file: FileID, dataOnly: Bool, range: Range<UInt64>?) {
        let first = changes.count
        var indices = profile.sync == .log ? syncLogs(file) : []
        // Nothing is replayed of what has no name, unless it gets its first one.
        let hadName =
            !(initial[file]?.links.isEmpty ?? true)
            || names.lost[file, default: []].contains { !$0.isUnnamed }
        if profile.sync == .log, names.isGone(file), hadName {
            return finishSync(indices, since: first)
        }
        guard let past = files[file] else { return finishSync(indices, since: first) }
        indices += past.data.filter { index in
            // What is not in whole blocks is written with them.
            guard let range, let written = changes[index].range else { return true }
            return written.overlaps(profile.blocks(of: range))
        }
        switch profile.sync {
        case .exactly:
            indices += past.entries
            if !dataOnly { indices += past.attributes }
        case .journal:
            if !dataOnly, let last = past.lastMetadata { indices.append(last) }
            indices += past.entries.suffix(1)
        case .log: break
        }
        finishSync(indices, since: first)
    }

    /// - Parameter first: What was added since comes to the disk with it, and not before.
    private mutating func finishSync(_ indices: [Int], since first: Int) {
        let added = first..<changes.count
        makeDurable(indices)
        delay(added)
        addCommitAfterSync()
    }

    /// An fsync that failed has thrown away what it was to write: no later one writes it.
    ///
    /// Since Linux 4.16 the pages are clean after the first error that is told; PostgreSQL's "fsyncgate"
    /// of 2018 is about that.
    mutating func failSync(_ file: FileID) {
        guard var past = files[file] else { return }
        drop(past.data.filter { changes[$0].range != nil })
        past.data.removeAll { changes[$0].range != nil }
        past.allocating = []
        files[file] = past
    }
}
