/// Reads what a ``ByteWriter`` wrote, and throws ``Damage`` on anything else. It trusts no length,
/// count or depth that it reads.
struct ByteReader {
    private let bytes: [UInt8]
    /// Where the next byte is read.
    private(set) var position: Int
    private var end: Int
    private var depth = 0

    /// - Parameter range: what may be read of the bytes.
    init(_ bytes: [UInt8], range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    var isAtEnd: Bool { position == end }
    var remaining: Int { end - position }

    func damage(_ reason: String) -> Damage { Damage(reason, at: position) }

    mutating func readByte() throws(Damage) -> UInt8 {
        guard remaining >= 1 else { throw damage("it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func readBytes(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw damage("it ends too early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func readFixed<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(Damage) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= remaining else { throw damage("it ends too early") }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: type))
        }
    }

    mutating func readCount() throws(Damage) -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try readByte()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { break }
            shift += 7
            guard shift < 63 else { throw damage("a count is too large") }
        }
        guard let count = Int(exactly: value) else { throw damage("a count is too large") }
        return count
    }

    mutating func readString() throws(Damage) -> String {
        let slice = try readBytes(try readCount())
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw damage("a text is not UTF-8")
        }
        return text
    }

    mutating func readOptionalString() throws(Damage) -> String? {
        try readByte() == 0 ? nil : try readString()
    }

    mutating func readArray<Element>(
        each: (inout ByteReader) throws(Damage) -> Element
    ) throws(Damage) -> [Element] {
        let count = try readCount()
        // Every element takes at least one byte.
        guard count <= remaining else { throw damage("a list is longer than the file") }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try each(&self)) }
        return elements
    }

    /// Reads one level deeper, down to the deepest level that is allowed.
    mutating func nested<Value>(
        _ read: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> Value {
        depth += 1
        guard depth <= StateValue.maximumDepth else { throw damage("it is nested too deeply") }
        let value = try read(&self)
        depth -= 1
        return value
    }

    /// The next section: a reader of its content alone, and the checksum that it should have.
    mutating func readSection() throws(Damage) -> (content: ByteReader, checksum: UInt64) {
        let length = try readFixed(UInt64.self)
        let checksum = try readFixed(UInt64.self)
        guard length <= UInt64(remaining) else { throw damage("it ends too early") }
        let start = position
        position += Int(length)
        return (ByteReader(bytes, range: start..<position), checksum)
    }

    /// The checksum of everything that has not been read yet.
    var checksum: UInt64 { Checksum.of(bytes[position..<end]) }
}
