import Foundation

extension StateArchive {
    /// The content of the archive file.
    var file: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return SealedFile.seal(writer.bytes, magic: Self.magic, version: Self.version)
    }

    init(payload: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(payload)
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw DamagedBytes("something follows its end") }
    }

    private func write(to writer: inout ByteWriter) {
        writer.write(count: generation)
        writer.write(byte: ignoresSnapshot ? 1 : 0)
        writer.write(snapshotName)
        writer.write(fixed: snapshotChecksum)
        writer.write(origin.bundleVersion)
        writer.write(fixed: Int64(origin.idiom))
        writer.write(origin.systemVersion)
        writer.write(fixed: origin.timestamp.bitPattern)
        application.write(to: &writer)
        writer.write(records) { $1.write(to: &$0) }
    }

    private init(from reader: inout ByteReader) throws(DamagedBytes) {
        generation = try reader.readCount()
        ignoresSnapshot = try reader.readByte() != 0
        snapshotName = try reader.readOptionalString()
        snapshotChecksum = try reader.readFixed(UInt64.self)
        origin.bundleVersion = try reader.readString()
        origin.idiom = Int(try reader.readFixed(Int64.self))
        origin.systemVersion = try reader.readString()
        origin.timestamp = Double(bitPattern: try reader.readFixed(UInt64.self))
        application = try KeyedValues(from: &reader)
        records = try reader.readArray { reader throws(DamagedBytes) in try Record(from: &reader) }
        for (index, record) in records.enumerated() {
            if let parent = record.parent, parent >= index {
                throw DamagedBytes("record \(index) is below a later one")
            }
        }
    }
}

extension StateArchive.Record {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(byte: kind.rawValue)
        writer.write(path) { $0.write($1) }
        writer.write(count: position)
        writer.write(type)
        writer.write(restorationType)
        writer.write(storyboard)
        writer.write(count: (parent ?? -1) + 1)
        state.write(to: &writer)
        structure.write(to: &writer)
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        guard let kind = StateArchive.Kind(rawValue: try reader.readByte()) else {
            throw DamagedBytes("a record is of an unknown kind")
        }
        self.kind = kind
        path = try reader.readArray { reader throws(DamagedBytes) in try reader.readString() }
        guard !path.isEmpty else { throw DamagedBytes("a record has no path") }
        position = try reader.readCount()
        type = try reader.readString()
        restorationType = try reader.readOptionalString()
        storyboard = try reader.readOptionalString()
        let parent = try reader.readCount()
        self.parent = parent == 0 ? nil : parent - 1
        state = try KeyedValues(from: &reader)
        structure = try KeyedValues(from: &reader)
    }
}

extension KeyedValues {
    fileprivate func write(to writer: inout ByteWriter) {
        Self.write(values, to: &writer)
        writer.write(objects) { writer, object in
            writer.write(object.type)
            Self.write(object.values, to: &writer)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(DamagedBytes) {
        values = try Self.readValues(from: &reader)
        objects = try reader.readArray { reader throws(DamagedBytes) in
            Object(type: try reader.readString(), values: try Self.readValues(from: &reader))
        }
    }

    /// In the order of the keys, so that equal states are equal bytes.
    private static func write(_ values: [String: StateValue], to writer: inout ByteWriter) {
        writer.write(values.sorted { $0.key < $1.key }) { writer, entry in
            writer.write(entry.key)
            entry.value.write(to: &writer)
        }
    }

    private static func readValues(
        from reader: inout ByteReader
    ) throws(DamagedBytes) -> [String: StateValue] {
        let entries = try reader.readArray { reader throws(DamagedBytes) in
            (try reader.readString(), try StateValue(from: &reader))
        }
        return Dictionary(entries, uniquingKeysWith: { $1 })
    }
}
