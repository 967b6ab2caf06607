/// Puts crash images on the disk whose log they are from, one after the other, and lets the file system
/// recover on each.
///
/// ```swift
/// let cut = PowerCut(disk, log)
/// for image in images { let tree = try cut.recovered(image) { path in … } }
/// cut.finish()
/// ```
///
/// Nothing is copied: what an image changes on the disk, and what the recovery does, is taken back.
package final class PowerCut {
    private let disk: LoggedDisk
    private let log: DiskLog
    /// Every write before this entry is on the disk.
    private var position = 0
    /// What the present image has replaced, and where.
    private var replaced: [(offset: Int, bytes: [UInt8])] = []

    /// - Parameters:
    ///   - disk: As it was before the log, with nothing mounted.
    ///   - log: What was written to it afterwards.
    package init(_ disk: LoggedDisk, _ log: DiskLog) {
        self.disk = disk
        self.log = log
        disk.restartLog()
    }

    /// Mounts the file system on an image, and calls `body` with the path of its root.
    ///
    /// - Throws: ``RealDiskError/notMounted(_:_:)`` where it does not recover, and what `body` throws.
    package func recovered<Result>(
        _ image: CrashImage, _ body: (String) throws -> Result
    ) throws -> Result {
        try begin(image)
        let result = Swift.Result { try body(disk.mountPoint) }
        try end()
        return try result.get()
    }

    /// Mounts the file system on an image, until ``end()``.
    ///
    /// - Throws: ``RealDiskError/notMounted(_:_:)`` where it does not recover; then it has ended.
    package func begin(_ image: CrashImage) throws {
        move(to: image.unflushed.lowerBound)
        replaced = write(image.kept)
        do {
            try disk.mount()
        } catch {
            defer { putBack() }
            try disk.revert()
            throw error
        }
    }

    /// Unmounts it, and takes back what was changed since.
    package func end() throws {
        defer { putBack() }
        try disk.unmount()
        try disk.revert()
    }

    /// Makes the disk as it was before the log.
    package func finish() { move(to: 0) }

    private func move(to target: Int) {
        let image = disk.image
        while position < target {
            let entry = log.entries[position]
            if entry.kind == .write { log.apply(entry, to: image) }
            position += 1
        }
        while position > target {
            position -= 1
            let entry = log.entries[position]
            if entry.kind == .write { log.revert(entry, in: image) }
        }
    }

    /// Writes what reached the disk; returns what was there before, and where.
    private func write(_ kept: [CrashImage.Kept]) -> [(offset: Int, bytes: [UInt8])] {
        let image = disk.image
        var replaced: [(Int, [UInt8])] = []
        for write in kept {
            let entry = log.entries[write.entry]
            for part in write.parts ?? [0..<entry.count] {
                let start = entry.offset + part.lowerBound
                replaced.append((start, Array(image[start..<start + part.count])))
                log.apply(entry, part, to: image)
            }
        }
        return replaced
    }

    private func putBack() {
        let image = disk.image
        for (offset, bytes) in replaced.reversed() {
            UnsafeMutableRawBufferPointer(rebasing: image[offset...]).copyBytes(from: bytes)
        }
        replaced = []
    }
}
