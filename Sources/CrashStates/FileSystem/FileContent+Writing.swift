#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension FileContent {
    private static let zeros = [UInt8](repeating: 0, count: blockSize)

    /// Writes some blocks; whether it worked, else the reason is in `errno`.
    func write(_ blocks: [UInt64], to file: Int32) throws -> Bool {
        for index in blocks where index * 4096 < size {
            let block = try block(index)
            guard Self.write(block, to: file, at: index * 4096) else { return false }
            let rest = Int(min(size - index * 4096, 4096)) - block.count
            if rest > 0 {
                let start = index * 4096 + UInt64(block.count)
                guard Self.write(Self.zeros[..<rest], to: file, at: start) else { return false }
            }
        }
        return true
    }

    /// Writes every block that a file has otherwise; whether it worked.
    func writeWhole(to file: Int32) throws -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0 else { return false }
        let old = UInt64(status.st_size)
        if old > size, ftruncate(file, off_t(size)) != 0 { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var offset: UInt64 = 0
        while offset < size {
            let count = Int(min(size - offset, UInt64(buffer.count)))
            let read = offset < old ? pread(file, &buffer, count, off_t(offset)) : 0
            if read < 0 { return false }
            guard try writeDifference(from: buffer[..<read], to: file, at: offset, count: count)
            else {
                return false
            }
            offset += UInt64(count)
        }
        return true
    }

    /// `present` is what the file has there; it reads as zeros beyond.
    private func writeDifference(
        from present: ArraySlice<UInt8>, to file: Int32, at offset: UInt64, count: Int
    ) throws -> Bool {
        for start in stride(from: 0, to: count, by: 4096) {
            let end = min(start + 4096, count)
            let there = present[min(start, present.count)..<min(end, present.count)]
            let wanted = try block((offset + UInt64(start)) / 4096)
            if Self.isSame(there, wanted) { continue }
            let position = offset + UInt64(start)
            guard Self.write(wanted, to: file, at: position) else { return false }
            if there.count > wanted.count {
                let rest = Self.zeros[..<(there.count - wanted.count)]
                guard Self.write(rest, to: file, at: position + UInt64(wanted.count)) else {
                    return false
                }
            }
        }
        return true
    }

    /// Whether two blocks are the same, where what is missing is zeros.
    static func isSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                let (short, long) = left.count < right.count ? (left, right) : (right, left)
                if let start = short.baseAddress, let other = long.baseAddress, short.count > 0 {
                    guard memcmp(start, other, short.count) == 0 else { return false }
                }
                var index = short.count
                while index < long.count, long[index] == 0 { index += 1 }
                return index == long.count
            }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: UInt64) -> Bool
    {
        bytes.withUnsafeBytes { write($0, to: file, at: offset) }
    }

    /// Writes all of some bytes; whether it worked, else the reason is in `errno`.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: UInt64) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                file, bytes.baseAddress! + done, bytes.count - done,
                off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Whether an open file of the same size has the same bytes.
    func isEqual(to file: Int32) throws -> Bool { try differences(from: file, limit: 1).isEmpty }

    /// The blocks of an open file of the same size that differ, with its bytes.
    func differences(from file: Int32, limit: Int = .max) throws
        -> [(block: UInt64, bytes: ArraySlice<UInt8>)]
    {
        var found: [(UInt64, ArraySlice<UInt8>)] = []
        var offset: UInt64 = 0
        while offset < size {
            let count = Int(min(size - offset, 1 << 17))
            var isRead = true
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
                isRead = filled == count
            }
            for start in stride(from: 0, to: count, by: 4096) {
                let end = min(start + 4096, count)
                let there = bytes[min(start, bytes.count)..<min(end, bytes.count)]
                let index = (offset + UInt64(start)) / 4096
                let wanted = try block(index)
                if !isRead || !Self.isSame(there, wanted) { found.append((index, there)) }
                if found.count >= limit { return found }
            }
            offset += UInt64(count)
        }
        return found
    }
}
