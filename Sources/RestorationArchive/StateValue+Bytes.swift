extension StateValue {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.write(byte: 0)
        case .bool(let value): writer.write(byte: value ? 2 : 1)
        case .int32(let value): writer.write(byte: 3); writer.write(fixed: value)
        case .int64(let value): writer.write(byte: 4); writer.write(fixed: value)
        case .int(let value): writer.write(byte: 5); writer.write(fixed: Int64(value))
        case .float(let value): writer.write(byte: 6); writer.write(fixed: value.bitPattern)
        case .double(let value): writer.write(byte: 7); writer.write(fixed: value.bitPattern)
        case .string(let value): writer.write(byte: 8); writer.write(value)
        case .data(let value): writer.write(byte: 9); Self.write(value, to: &writer)
        case .date(let value): writer.write(byte: 10); writer.write(fixed: value.bitPattern)
        case .url(let value): writer.write(byte: 11); writer.write(value)
        case .uuid(let value): writer.write(byte: 12); writer.write(value)
        case .indexPath(let value):
            writer.write(byte: 13)
            writer.write(value) { $0.write(fixed: Int64($1)) }
        case .array(let value): writer.write(byte: 14); Self.write(value, to: &writer)
        case .set(let value): writer.write(byte: 15); Self.write(value, to: &writer)
        case .dictionary(let value): writer.write(byte: 16); Self.write(value, to: &writer)
        case .boxed(let value): writer.write(byte: 17); value.write(to: &writer)
        case .instance(let index): writer.write(byte: 18); writer.write(count: index)
        case .reference(let index): writer.write(byte: 19); writer.write(count: index)
        case .codable(let type, let json):
            writer.write(byte: 20)
            writer.write(type)
            Self.write(json, to: &writer)
        case .object(let kind, let content):
            writer.write(byte: 21)
            writer.write(kind)
            content.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader) throws(Damage) {
        self = try reader.nested { reader throws(Damage) in try Self.read(from: &reader) }
    }

    private static func read(from reader: inout ByteReader) throws(Damage) -> StateValue {
        let tag = try reader.readByte()
        switch tag {
        case 0: return .null
        case 1: return .bool(false)
        case 2: return .bool(true)
        case 3: return .int32(try reader.readFixed(Int32.self))
        case 4: return .int64(try reader.readFixed(Int64.self))
        case 5: return .int(Int(try reader.readFixed(Int64.self)))
        case 6: return .float(Float(bitPattern: try reader.readFixed(UInt32.self)))
        case 7: return .double(Double(bitPattern: try reader.readFixed(UInt64.self)))
        case 8: return .string(try reader.readString())
        case 9: return .data(try readData(from: &reader))
        case 10: return .date(Double(bitPattern: try reader.readFixed(UInt64.self)))
        case 11: return .url(try reader.readString())
        case 12: return .uuid(try reader.readString())
        case 13:
            return .indexPath(
                try reader.readArray { reader throws(Damage) in
                    Int(try reader.readFixed(Int64.self))
                })
        case 14: return .array(try readValues(from: &reader))
        case 15: return .set(try readValues(from: &reader))
        case 16:
            let entries = try readValues(from: &reader)
            guard entries.count.isMultiple(of: 2) else {
                throw reader.damage("a dictionary has a key without a value")
            }
            return .dictionary(entries)
        case 17: return .boxed(try StateValue(from: &reader))
        case 18: return .instance(try reader.readCount())
        case 19: return .reference(try reader.readCount())
        case 20: return .codable(type: try reader.readString(), json: try readData(from: &reader))
        case 21:
            return .object(kind: try reader.readString(), try StateValue(from: &reader))
        default: throw reader.damage("a value is of an unknown type (\(tag))")
        }
    }

    private static func write(_ data: [UInt8], to writer: inout ByteWriter) {
        writer.write(count: data.count)
        writer.write(bytes: data)
    }

    private static func readData(from reader: inout ByteReader) throws(Damage) -> [UInt8] {
        Array(try reader.readBytes(try reader.readCount()))
    }

    private static func write(_ values: [StateValue], to writer: inout ByteWriter) {
        writer.write(values) { $1.write(to: &$0) }
    }

    private static func readValues(
        from reader: inout ByteReader
    ) throws(Damage) -> [StateValue] {
        try reader.readArray { reader throws(Damage) in try StateValue(from: &reader) }
    }
}
