/// Writes the parts of a file, one after the other.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(byte: UInt8) { bytes.append(byte) }

    mutating func write(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Little endian, at its full width.
    mutating func write(fixed value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// LEB128: small numbers take one byte.
    mutating func write(count: Int) {
        var rest = UInt64(count)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ text: String) {
        write(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ text: String?) {
        write(byte: text == nil ? 0 : 1)
        if let text { write(text) }
    }

    mutating func write<Element>(
        _ elements: some Collection<Element>, each: (inout ByteWriter, Element) -> Void
    ) {
        write(count: elements.count)
        for element in elements { each(&self, element) }
    }

    /// Puts a number into the place of bytes that were written before.
    mutating func replace(at offset: Int, with value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { new in
            for (index, byte) in new.enumerated() { bytes[offset + index] = byte }
        }
    }

    /// Writes a part after its length and its checksum, so that a reader can say which part is damaged
    /// and continue after it.
    mutating func writeSection(_ content: (inout ByteWriter) -> Void) {
        let start = bytes.count
        write(fixed: UInt64(0))
        write(fixed: UInt64(0))
        content(&self)
        let body = start + Section.headerLength
        replace(at: start, with: UInt64(bytes.count - body))
        replace(at: start + 8, with: Checksum.of(bytes[body...]))
    }
}

enum Section {
    /// Length and checksum, in bytes.
    static let headerLength = 16
}
