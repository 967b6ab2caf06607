extension DiskChanges {
    /// A write of more units than this is taken apart into as many groups of units.
    static let unitLimit: UInt64 = 64

    mutating func addWrite(_ file: FileID, _ offset: UInt64, _ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        var past = files[file] ?? past(of: file)
        let end = offset + UInt64(bytes.count)
        let size = tree[file]?.content.size ?? 0
        // From here on the call gives a place to blocks that come by the page.
        let placed = profile.page == nil ? end : min(max(offset, past.reserved), end)
        let unit = Self.unit(offset, placed, profile.unit)
        let newUnit = Self.unit(placed, end, profile.page ?? profile.unit)
        // The rest of the last block is filled with zeros where what is written lies beyond it.
        let fills =
            profile.order != .everything && size % profile.block != 0
            && offset >= profile.blockEnd(size)
        if fills, profile.sync != .log, isSetOnTheWay(size, of: file, past) {
            addFilledBlock(file, size, &past)
        }
        let earlier = profile.sync == .log ? openData(past) : []
        var from = offset
        while from < end {
            let to =
                from < placed
                ? min(placed, (from / unit + 1) * unit) : min(end, (from / newUnit + 1) * newUnit)
            let part = bytes[Int(from - offset)..<Int(to - offset)]
            let isAll = from == offset && to == end
            let text = (isAll ? "" : "bytes \(from) to \(to - 1) of ") + "`\(call.text)`"
            try addPart(file, from, part, size: size, &past, text)
            if profile.sync == .log, to < end, to > size, fills || !earlier.isEmpty {
                // Whoever writes data back meets the call at work: it has made the file grow so far.
                _ = addGrowth(
                    file, size..<to, needs: [past.lastShape], anyOf: fills ? [] : earlier, &past,
                    "a size of \(to) in the midst of `\(call.text)`")
            }
            from = to
        }
        if profile.sync == .log {
            // A hole before it is made at once, and has its size alone.
            let hole = offset / profile.block * profile.block
            if hole > profile.blockEnd(size) {
                addLateSize(file, hole, size: size, fills: fills, &past)
            }
            addLateSize(file, end, size: size, fills: fills, &past)
        }
        files[file] = past
    }

    /// Whether the size is set to the end of the last block when that is written.
    ///
    /// ext4 sets it for the blocks that are given a place (`mpage_map_and_submit_extent`): where the
    /// last block has had one from the start, its zeros are written without that. xfs sets it with any
    /// data (`xfs_setfilesize`). Never seen on ext4 in images drawn for it.
    private func isSetOnTheWay(_ size: UInt64, of file: FileID, _ past: Past) -> Bool {
        profile.order != .metadata || profile.growth == .withData || !past.shapes.isEmpty
            || initial[file]?.content.size != size
    }

    private static func unit(_ offset: UInt64, _ end: UInt64, _ smallest: UInt64) -> UInt64 {
        var unit = smallest
        guard offset < end else { return unit }
        while (end - 1) / unit - offset / unit >= unitLimit { unit *= 2 }
        return unit
    }

    private mutating func addPart(
        _ file: FileID, _ offset: UInt64, _ bytes: ArraySlice<UInt8>, size: UInt64,
        _ past: inout Past, _ text: String
    ) throws {
        let range = offset..<offset + UInt64(bytes.count)
        let isGrowing = range.upperBound > size
        let isNew = range.upperBound > past.reserved
        let isInKnownBlock = profile.blocks(of: range).lowerBound < size
        let growsBefore =
            switch profile.growth {
            case .beforeData: true
            case .withNewBlocks: !isNew || isInKnownBlock
            case .withData: false
            }
        if isGrowing, growsBefore { addSize(file, range, size: size, isNew: isNew, &past, text) }
        let isInPlace = profile.overwritesInPlace && isInKnownBlock
        try addZerosInPlace(of: range, in: file, &past, text)
        addGarbage(range, in: file, past, text)
        var effects = zerosAround(range, in: file, past) + [.data(file, offset: offset, bytes)]
        let early = earlySize(with: range, of: size, past)
        if let early {
            if growsBefore {
                _ = addGrowth(
                    file, offset..<early, needs: [past.lastShape], &past,
                    "a size of \(early) with \(text)")
            } else if !isInPlace {
                effects.insert(.grow(file, size: early), at: 0)
            }
        }
        // What is new is written with all that its page has.
        let written = isNew ? profile.page(of: range) : range
        let needs = past.lastWrites(in: written) + past.shapes(affecting: range, of: profile)
        // Where the size comes after the data, the data is in its place before, if it is a block's that
        // the file has: what is before the old end can be seen.
        let isAlone = !isGrowing || growsBefore || isInPlace
        var index = -1
        if isAlone {
            // Beyond the end that the disk knows it cannot be seen, unless that has been cut.
            let isHidden = growsBefore && offset >= size && past.shapes.isEmpty
            if !isHidden { reveal(needs, &past) }
            index = add(
                effects, needs: needs + [isHidden ? past.lastSize : nil],
                isMetadata: isNew || profile.copiesOnWrite, range: range, text)
            if isHidden { past.hidden[index] = past.lastSize }
            past.data.append(index)
        }
        if let early, !growsBefore, isInPlace {
            past.data.append(
                add(
                    [.grow(file, size: early)] + effects, needs: [index, past.lastShape],
                    isMetadata: true, range: range, "a size of \(early) after \(text)"))
        }
        if isGrowing, !growsBefore {
            past.noteGrowth(from: size, to: range.upperBound, changes)
            let growth = add(
                [.grow(file, size: range.upperBound)] + effects,
                needs: (isAlone ? [index] : needs) + [
                    past.lastShape, earlierGrowth(range, past),
                ],
                isMetadata: true, range: range, isAlone ? "the new size after \(text)" : text)
            past.data.append(growth)
            past.lastSize = growth
            past.lastMetadata = growth
            if isNew { past.allocating.append(growth) }
            if !isAlone { index = growth }
        }
        past.noteWrite(index, in: range)
        past.notePlaces(profile.blocks(of: range))
        if isNew { past.reserved = max(past.reserved, profile.blockEnd(range.upperBound)) }
    }

    /// The growth without which another one does not come: of the same block, which is written with all
    /// that it has.
    private func earlierGrowth(_ range: Range<UInt64>, _ past: Past) -> Int? {
        guard let last = past.lastSize, profile.order != .everything else { return past.lastSize }
        let block = profile.blocks(of: range)
        return changes[last].range?.overlaps(block) == true ? last : nil
    }

    /// The size that the disk may have with some data within the file, while an earlier growth has not come.
    ///
    /// Data in blocks that are given their places before those at the end sets the size to the end of the
    /// last of them (`mpage_map_and_submit_extent`, `xfs_setfilesize`); on btrfs to that which the file has
    /// by then.
    private func earlySize(
        with range: Range<UInt64>, of size: UInt64, _ past: Past
    ) -> UInt64? {
        guard profile.order != .everything, range.upperBound <= size, let last = past.lastSize,
            changes[last].durableFrom == nil
        else { return nil }
        if profile.sync == .log { return size }
        // A store through a mapping gives a place to all blocks of its page.
        let end = min(size, profile.page(of: range).upperBound)
        let reached = profile.page == nil ? range.upperBound : end
        let early = min(size, max(end, profile.blockEnd(range.upperBound)))
        return reached > past.settledSize && !past.growths.contains(early) ? early : nil
    }

    private mutating func addSize(
        _ file: FileID, _ range: Range<UInt64>, size: UInt64, isNew: Bool, _ past: inout Past,
        _ text: String
    ) {
        past.noteGrowth(from: size, to: range.upperBound, changes)
        let index = addGrowth(
            file, range, needs: [past.lastSize, past.lastShape], &past, "the new size after \(text)"
        )
        past.lastSize = index
        past.lastMetadata = index
        if isNew { past.allocating.append(index) }
    }

    private mutating func addFilledBlock(_ file: FileID, _ size: UInt64, _ past: inout Past) {
        let end = profile.blockEnd(size)
        past.lastSize = addGrowth(
            file, size..<end,
            needs: [past.lastShape, profile.growth == .beforeData ? past.lastSize : nil], &past,
            "a size of \(end) on the way of `\(call.text)`")
    }

    /// A size alone, to the end of a range.
    mutating func addGrowth(
        _ file: FileID, _ range: Range<UInt64>, needs: [Int?], anyOf: [Int] = [],
        _ past: inout Past, _ text: String
    ) -> Int {
        let index = add(
            [.grow(file, size: range.upperBound)], needs: needs, isMetadata: true, range: range,
            anyOf: anyOf, text)
        past.data.append(index)
        return index
    }

    /// What has been written, or had its size changed, and may not be on the disk.
    private func openData(_ past: Past) -> [Int] {
        past.data.filter { isPending($0) && changes[$0].range != nil }
    }

    /// With any data of the file comes the size that it has by then; the zeros that fill a block are
    /// data, too.
    private mutating func addLateSize(
        _ file: FileID, _ end: UInt64, size: UInt64, fills: Bool, _ past: inout Past
    ) {
        guard end > size else { return }
        let open = fills ? [] : openData(past)
        guard fills || open.count > 1 else { return }
        _ = addGrowth(
            file, size..<end, needs: [past.lastShape], anyOf: open, &past,
            "a size of \(end) after `\(call.text)`")
    }
}

extension PowerLossProfile {
    /// Where the block ends that holds the last byte before an offset.
    func blockEnd(_ offset: UInt64) -> UInt64 {
        let (end, overflows) = offset.addingReportingOverflow(block - 1)
        return overflows ? .max / block * block : end / block * block
    }

    /// The bytes that are written with some that are new to a file.
    func page(of range: Range<UInt64>) -> Range<UInt64> {
        guard let page else { return range }
        let first = range.lowerBound / page * page
        return first..<max(range.upperBound, first.addingReportingOverflow(page).partialValue)
    }

    /// The whole blocks that hold some bytes.
    func blocks(of range: Range<UInt64>) -> Range<UInt64> {
        let first = range.lowerBound / block * block
        return first..<max(first + 1, blockEnd(range.upperBound))
    }
}

extension DiskChanges.Past {
    private func grains(_ range: Range<UInt64>) -> ClosedRange<UInt64> {
        range.lowerBound / grain...(range.upperBound - 1) / grain
    }

    /// Notes that the file grows, before the change that makes it is added.
    mutating func noteGrowth(from size: UInt64, to new: UInt64, _ changes: [DiskChange]) {
        if lastSize.map({ changes[$0].durableFrom != nil }) ?? true {
            settledSize = size
            growths = []
        }
        growths.insert(new)
    }

    func lastWrites(in range: Range<UInt64>) -> [Int?] { grains(range).map { units[$0] } }

    mutating func noteWrite(_ index: Int, in range: Range<UInt64>) {
        for grain in grains(range) { units[grain] = index }
    }

    /// The changes of shape that a write of some bytes does not come without: those of the same
    /// blocks, where data is overwritten in place.
    func shapes(affecting range: Range<UInt64>, of profile: PowerLossProfile) -> [Int?] {
        guard profile.overwritesInPlace else { return [lastShape] }
        let blocks = profile.blocks(of: range)
        return shapes.last { $0.range.overlaps(blocks) }.map { [$0.index] } ?? []
    }
}
