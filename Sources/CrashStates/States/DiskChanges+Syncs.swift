extension DiskChanges {
    /// What an fsync keeps, or one of some bytes: `msync` of a part of a mapping.
    mutating func sync(_ file: FileID, dataOnly: Bool, range: Range<UInt64>?) {
        if profile.sync == .log {
            if tree[file]?.links.isEmpty ?? true, file != tree.root {
                addOmission(of: file)
                return
            }
            noteInLog(file)
            files[file]?.lastSync = call.number
        }
        guard let past = files[file] else { return }
        let added = changes.count
        var indices = past.data
        if let range {
            // What is not in whole blocks is written with them.
            let blocks = profile.blocks(of: range)
            indices = indices.filter { changes[$0].range?.overlaps(blocks) ?? true }
        }
        switch profile.sync {
        case .exactly:
            indices += past.entries
            if !dataOnly { indices += past.attributes }
        case .journal:
            if !dataOnly, let last = past.lastMetadata { indices.append(last) }
            indices += past.entries.suffix(1)
        case .log:
            indices += loggedNames(of: file) + namesAbove(file) + loggedEntries(of: file)
            indices += endReturns(in: file)
            logParents(of: file)
            logNewEntries(in: file)
            if dataOnly {
                // They may be in the log, too.
                for index in past.attributes where isPending(index) { noteLogged(index) }
            } else {
                indices += past.attributes
            }
        }
        makeDurable(indices)
        delay(added..<changes.count)
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
