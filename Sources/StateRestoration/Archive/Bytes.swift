/// Writes the parts of an archive, one after the other.
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
}

/// Reads what a ``ByteWriter`` wrote, and throws ``DamagedBytes`` on anything else: it never trusts
/// a length, a count or a depth that it reads.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// How deep values may be nested in an archive.
    static let maximumDepth = 200

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    private var remaining: Int { bytes.count - position }

    mutating func readByte() throws(DamagedBytes) -> UInt8 {
        guard remaining >= 1 else { throw DamagedBytes("it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func readBytes(_ count: Int) throws(DamagedBytes) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw DamagedBytes("it ends too early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func readFixed<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(DamagedBytes) -> Value {
        let slice = try readBytes(MemoryLayout<Value>.size)
        var value: Value = 0
        for byte in slice.reversed() { value = value << 8 | Value(truncatingIfNeeded: byte) }
        return value
    }

    mutating func readCount() throws(DamagedBytes) -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try readByte()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { break }
            shift += 7
            guard shift < 63 else { throw DamagedBytes("a count is too large") }
        }
        guard let count = Int(exactly: value) else { throw DamagedBytes("a count is too large") }
        return count
    }

    mutating func readString() throws(DamagedBytes) -> String {
        let slice = try readBytes(try readCount())
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw DamagedBytes("a text is not UTF-8")
        }
        return text
    }

    mutating func readOptionalString() throws(DamagedBytes) -> String? {
        try readByte() == 0 ? nil : try readString()
    }

    mutating func readArray<Element>(
        each: (inout ByteReader) throws(DamagedBytes) -> Element
    ) throws(DamagedBytes) -> [Element] {
        let count = try readCount()
        // Every element takes a byte at least.
        guard count <= remaining else { throw DamagedBytes("a list is longer than the file") }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try each(&self)) }
        return elements
    }

    /// One level deeper, as far as that is allowed.
    mutating func nested<Value>(
        _ read: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> Value {
        depth += 1
        guard depth <= Self.maximumDepth else { throw DamagedBytes("it is nested too deeply") }
        let value = try read(&self)
        depth -= 1
        return value
    }
}

/// Bytes that are not what their writer wrote, and why.
struct DamagedBytes: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
