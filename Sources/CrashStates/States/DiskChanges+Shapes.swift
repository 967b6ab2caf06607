extension DiskChanges {
    mutating func addTruncate(_ file: FileID, to size: UInt64) {
        let old = tree[file]?.content.size ?? 0
        guard size != old else {
            return addSizeAlone(
                file, size,
                comesBeforeData: profile.growth == .withNewBlocks || profile.sync == .log)
        }
        let tail = size..<max(size, min(old, profile.blockEnd(size)))
        let range = profile.blockEnd(min(size, old))..<UInt64.max
        // The rest of the last block is filled with zeros, as data. In place that can come before the size
        // is cut; a log has the cut without it.
        if profile.overwritesInPlace, profile.unwritten == .zeros { addZeros(file, in: tail) }
        if profile.sync == .log || profile.unwritten == .garbage, !tail.isEmpty {
            addShape([.cut(file, size: size)], file, in: range)
            cutFiles.insert(file)
            if profile.copiesOnWrite || profile.unwritten == .garbage { addZeros(file, in: tail) }
        } else {
            addShape([.other(.truncate(file, size: size))], file, in: range)
        }
        // So is that of the old end where the file grows. Nothing of it is seen, but with any data of the
        // file a log has the size that the file has by then.
        if profile.sync == .log, size > old {
            addZeros(file, in: old..<min(size, profile.blockEnd(old)))
        }
        guard var past = files[file] else { return }
        past.reserved = min(past.reserved, profile.blockEnd(size))
        past.settledSize = min(past.settledSize, size)
        // Of a file that fallocate gave blocks to, a commit does not wait for data; neither call is told
        // from the other.
        if size == 0 || size >= old { past.allocating = [] }
        files[file] = past
    }

    mutating func addReservation(_ file: FileID, to size: UInt64) {
        if size > tree[file]?.content.size ?? 0 { return addTruncate(file, to: size) }
        if profile.growth == .beforeData { addSizeWithin(file, size) }
        addSizeAlone(file, size, comesBeforeData: profile.growth == .withNewBlocks)
    }

    /// A size that the file has already is set at once, whatever of its data has been written.
    ///
    /// So do ext4 (`ext4_ext_truncate`, `ext4_alloc_file_blocks`) and, where a file is cut at its end, btrfs
    /// (`btrfs_setsize` does not wait for data then). xfs writes data first.
    private mutating func addSizeAlone(_ file: FileID, _ size: UInt64, comesBeforeData: Bool) {
        guard var past = files[file] else { return }
        past.allocating = []
        let isKnown = past.lastSize.map { !isPending($0) } ?? true
        guard comesBeforeData, !isKnown, size > past.settledSize else {
            files[file] = past
            return
        }
        reveal(Array(past.hidden.keys), &past)
        files[file] = past
        addShape([.grow(file, size: size)], file, in: size..<size)
    }

    mutating func addZero(_ operation: Operation) {
        guard case .zero(let file, let offset, let count, let mayGrow, let isHole) = operation
        else { return }
        let size = tree[file]?.content.size ?? 0
        let (sum, overflows) = offset.addingReportingOverflow(count)
        let end = overflows ? UInt64.max : sum
        let grows = mayGrow && end > size
        let growsFirst = grows && profile.reservesBeforeZeros
        // xfs sets the size when all else is done (`xfs_falloc_setsize`).
        let growsLast = grows && profile.sync == .journal && profile.growth == .withData
        let growsWithZeros = grows && !growsFirst && !growsLast
        if growsFirst { addReservation(file, to: end) }
        // Whole blocks are taken from the file; their neighbours' parts are zeros, as data.
        let first = min(end, profile.blockEnd(offset))
        let last = max(first, end / profile.block * profile.block)
        if profile.order == .everything {
            addShape([.other(operation)], file, in: first..<last)
        } else {
            addSizeWithin(file, min(end, size))
            let ends = [offset..<max(offset, min(first, size)), last..<max(last, min(end, size))]
            // A commit waits for them, but not for the data of blocks that they come into.
            let isSettled = !ends.contains { range in
                files[file].map { isBeingWritten($0, in: range) } ?? false
            }
            let zeros = ends.compactMap { addZeros(file, in: $0) }
            let middle = Operation.zero(
                file, offset: first, count: last - first, grows: false, isHole: isHole)
            var effects = [DiskChange.Effect.other(middle)]
            if growsWithZeros { effects.append(.grow(file, size: end)) }
            // Where the blocks stay, data in them comes without being told of them.
            let isInPlace = profile.zeroesInPlace && !isHole
            addShape(
                effects, file, in: isInPlace ? first..<first : first..<last,
                needing: profile.commitsZeros && isSettled ? zeros : [],
                changesSize: growsWithZeros)
            if growsLast { addShape([.grow(file, size: end)], file, in: end..<end) }
            if isInPlace, let content = tree[file]?.content {
                files[file]?.zeroed.append(Zeroed(range: first..<last, content: content))
            }
        }
        guard var past = files[file] else { return }
        if grows { past.reserved = max(past.reserved, profile.blockEnd(end)) }
        let new = isHole ? first : max(first, profile.blockEnd(size))
        past.noteHole(
            losesData(of: past, in: first..<max(first, min(last, new)))
                ? first..<max(first, last) : new..<max(new, last))
        files[file] = past
    }

    /// What was appended may have its size up to the end of a range that is zeroed or given blocks, whatever of
    /// its data has been written: ext4 sets that at once (since Linux 6.18 `ext4_update_disksize_before_punch`;
    /// `ext4_alloc_file_blocks`).
    private mutating func addSizeWithin(_ file: FileID, _ size: UInt64) {
        guard profile.zeroesInPlace, var past = files[file], let last = past.lastSize,
            isPending(last), size > past.settledSize,
            profile.growth != .beforeData || !past.growths.contains(size)
        else { return }
        let appended = past.settledSize..<size
        let growth = addGrowth(
            file, appended, needs: [past.lastShape], &past, "a size of \(size) by `\(call.text)`")
        for index in past.data where isPending(index) {
            let bytes = changes[index].effects.filter { if case .data = $0 { true } else { false } }
            guard !bytes.isEmpty, changes[index].range?.overlaps(appended) == true else { continue }
            past.data.append(
                add(
                    bytes, needs: [index, growth], isMetadata: false, range: changes[index].range,
                    "\(changes[index].text) within \(size) bytes"))
        }
        files[file] = past
    }

    /// Whether data that is thrown away by zeros may not have been written: the disk holds what it held before.
    private func losesData(of past: Past, in range: Range<UInt64>) -> Bool {
        profile.unwritten == .garbage && isBeingWritten(past, in: range)
    }

    /// Whether some of a range may not be on the disk as it was written last.
    private func isBeingWritten(_ past: Past, in range: Range<UInt64>) -> Bool {
        !range.isEmpty && past.lastWrites(in: range).contains { $0.map(isPending) ?? false }
    }

    @discardableResult
    private mutating func addZeros(_ file: FileID, in range: Range<UInt64>) -> Int? {
        guard !range.isEmpty else { return nil }
        var past = files[file] ?? past(of: file)
        let needs = past.lastWrites(in: range) + past.shapes(affecting: range, of: profile)
        reveal(needs, &past)
        let index = add(
            [.zeros(file, range)], needs: needs,
            isMetadata: profile.copiesOnWrite, range: range,
            "zeros at bytes \(range.lowerBound) to \(range.upperBound - 1) by `\(call.text)`")
        past.noteWrite(index, in: range)
        past.data.append(index)
        files[file] = past
        return index
    }

    mutating func addShift(_ operation: Operation, _ file: FileID, at offset: UInt64) {
        var past = files[file] ?? past(of: file)
        addShape([.other(operation)], file, in: offset..<UInt64.max, needing: past.data)
        guard profile.unwritten == .garbage else { return }
        past = files[file] ?? past
        past.noteHole(offset..<UInt64.max)
        files[file] = past
    }

    private mutating func addShape(
        _ effects: [DiskChange.Effect], _ file: FileID, in range: Range<UInt64>,
        needing data: [Int] = [], changesSize: Bool = true
    ) {
        var past = files[file] ?? past(of: file)
        let size = changesSize && profile.growth == .beforeData ? past.lastSize : nil
        let index = add(
            effects, needs: [past.lastShape, size] + data, isMetadata: true, "`\(call.text)`")
        lastMetadata = index
        past.lastShape = index
        if changesSize { past.lastSize = index }
        past.lastMetadata = index
        past.shapes.append((index, range))
        past.data.append(index)
        files[file] = past
    }
}
