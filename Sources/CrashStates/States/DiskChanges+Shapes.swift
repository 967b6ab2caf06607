extension DiskChanges {
    mutating func addTruncate(_ file: FileID, to size: UInt64) {
        let old = tree[file]?.content.size ?? 0
        if size < old {
            // The rest of the last block is filled with zeros, as data, before the size is cut.
            addZeros(file, from: size, to: min(old, profile.blockEnd(size)))
        }
        addShape(
            .truncate(file, size: size), file, in: profile.blockEnd(min(size, old))..<UInt64.max)
        guard var past = files[file] else { return }
        past.reserved = min(past.reserved, profile.blockEnd(size))
        if size == 0 { past.allocating = [] }
        files[file] = past
    }

    mutating func addZero(_ operation: Operation) {
        guard case .zero(let file, let offset, let count, let grows) = operation else { return }
        let size = tree[file]?.content.size ?? 0
        let (sum, overflows) = offset.addingReportingOverflow(count)
        let end = overflows ? UInt64.max : sum
        // Whole blocks are taken from the file; their neighbours' parts are zeros, as data.
        let first = min(end, profile.blockEnd(offset))
        let last = max(first, end / profile.block * profile.block)
        addZeros(file, from: offset, to: min(first, size))
        addZeros(file, from: last, to: min(end, size))
        addShape(operation, file, in: first..<last)
        if grows, var past = files[file] {
            past.reserved = max(past.reserved, profile.blockEnd(end))
            files[file] = past
        }
    }

    private mutating func addZeros(_ file: FileID, from: UInt64, to: UInt64) {
        guard profile.overwritesInPlace, from < to else { return }
        var past = files[file] ?? past(of: file)
        let range = from..<to
        let index = add(
            [.other(.zero(file, offset: from, count: to - from, grows: false))],
            needs: past.lastWrites(in: range) + past.shapes(affecting: range, of: profile),
            isMetadata: false, range: range, "zeros at bytes \(from) to \(to - 1) by `\(call.text)`"
        )
        past.noteWrite(index, in: range)
        past.data.append(index)
        files[file] = past
    }

    mutating func addShift(_ operation: Operation, _ file: FileID, at offset: UInt64) {
        let past = files[file] ?? past(of: file)
        addShape(operation, file, in: offset..<UInt64.max, needing: past.data)
    }

    private mutating func addShape(
        _ operation: Operation, _ file: FileID, in range: Range<UInt64>, needing data: [Int] = []
    ) {
        var past = files[file] ?? past(of: file)
        let index = add(
            [.other(operation)],
            needs: [past.lastShape, profile.growth == .beforeData ? past.lastSize : nil] + data,
            isMetadata: true, "`\(call.text)`")
        lastMetadata = index
        past.lastShape = index
        past.lastSize = index
        past.lastMetadata = index
        past.shapes.append((index, range))
        past.data.append(index)
        files[file] = past
    }
}
