extension DiskChanges {
    /// A write of more units than this is taken apart into as many groups of units.
    static let unitLimit: UInt64 = 64

    mutating func addWrite(_ file: FileID, _ offset: UInt64, _ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        var past = files[file] ?? past(of: file)
        let end = offset + UInt64(bytes.count)
        let size = tree[file]?.content.size ?? 0
        if !profile.growsAfterData, end > size {
            let index = add(
                [.grow(file, size: end)], needs: [past.lastSize, past.lastShape], isMetadata: true,
                "the new size after `\(call.text)`")
            past.lastSize = index
            past.lastMetadata = index
            past.data.append(index)
        }
        let unit = Self.unit(offset, end, profile.unit)
        var from = offset
        while from < end {
            var to = min(end, (from / unit + 1) * unit)
            if profile.tearsAtOldEnd, from < size { to = min(to, size) }
            let part = bytes[Int(from - offset)..<Int(to - offset)]
            let isAll = from == offset && to == end
            let text = (isAll ? "" : "bytes \(from) to \(to - 1) of ") + "`\(call.text)`"
            addPart(file, from, part, size: size, &past, text)
            from = to
        }
        files[file] = past
    }

    private static func unit(_ offset: UInt64, _ end: UInt64, _ smallest: UInt64) -> UInt64 {
        var unit = smallest
        while (end - 1) / unit - offset / unit >= unitLimit { unit *= 2 }
        return unit
    }

    private mutating func addPart(
        _ file: FileID, _ offset: UInt64, _ bytes: ArraySlice<UInt8>, size: UInt64,
        _ past: inout Past, _ text: String
    ) {
        let end = offset + UInt64(bytes.count)
        let units = offset / profile.unit..<(end - 1) / profile.unit + 1
        var needs = units.map { past.units[$0] } + [past.lastShape]
        var effects: [DiskChange.Effect] = [.data(file, offset: offset, bytes)]
        let isAllocating = end > size || FileContent.blocks(end) > past.allocated
        if profile.growsAfterData {
            if end > size {
                needs.append(past.lastSize)
                effects.insert(.grow(file, size: end), at: 0)
            }
        } else if offset >= size {
            // What lies before the old end can be seen without the new one.
            needs.append(past.lastSize)
        }
        let isMetadata = profile.growsAfterData && (isAllocating || profile.copiesOnWrite)
        let index = add(effects, needs: needs, isMetadata: isMetadata, text)
        for unit in units { past.units[unit] = index }
        past.data.append(index)
        if profile.growsAfterData, end > size { past.lastSize = index }
        if isAllocating {
            past.allocating.append(index)
            past.allocated = max(past.allocated, FileContent.blocks(end))
        }
    }
}
