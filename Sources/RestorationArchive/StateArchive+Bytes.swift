// The payload of an archive: a section for the head, then one for each record.

extension StateArchive {
    /// The content of the archive file.
    package var file: [UInt8] {
        SealedFile.seal(magic: Self.magic, version: Self.version) { writer in
            writer.writeSection { writeHead(to: &$0) }
            for record in records { writer.writeSection { record.write(to: &$0) } }
        }
    }

    /// Reads the content of the archive file.
    ///
    /// - Throws: `UnusableFile` where anything is not as it was written.
    package init(file: [UInt8]) throws(UnusableFile) {
        var reader = try SealedFile.open(file, magic: Self.magic, version: Self.version)
        do {
            try self.init(payload: &reader)
        } catch {
            throw .damaged(error)
        }
    }

    /// The checksum of the whole was right, so those of the parts are not checked.
    private init(payload reader: inout ByteReader) throws(Damage) {
        var head = try reader.readSection().content
        let count: Int
        (self, count) = try Self.readHead(from: &head)
        guard count <= reader.remaining / Section.headerLength else {
            throw reader.damage("it has fewer than \(count) records")
        }
        records.reserveCapacity(count)
        for index in 0..<count {
            var section = try reader.readSection().content
            do throws(Damage) {
                records.append(try Record(from: &section, index: index))
            } catch {
                throw Damage(error.reason, at: error.offset, record: index)
            }
        }
        guard reader.isAtEnd else { throw reader.damage("there are bytes after its end") }
    }

    private func writeHead(to writer: inout ByteWriter) {
        writer.write(count: generation)
        writer.write(byte: ignoresSnapshot ? 1 : 0)
        writer.write(snapshotName)
        writer.write(fixed: snapshotChecksum)
        writer.write(origin.bundleVersion)
        writer.write(fixed: Int64(origin.idiom))
        writer.write(origin.systemVersion)
        writer.write(fixed: origin.timestamp.bitPattern)
        application.write(to: &writer)
        writer.write(count: records.count)
    }

    /// An archive without its records, and how many there are.
    static func readHead(
        from reader: inout ByteReader
    ) throws(Damage) -> (archive: StateArchive, recordCount: Int) {
        var archive = StateArchive()
        archive.generation = try reader.readCount()
        archive.ignoresSnapshot = try reader.readByte() != 0
        archive.snapshotName = try reader.readOptionalString()
        archive.snapshotChecksum = try reader.readFixed(UInt64.self)
        archive.origin.bundleVersion = try reader.readString()
        archive.origin.idiom = Int(truncatingIfNeeded: try reader.readFixed(Int64.self))
        archive.origin.systemVersion = try reader.readString()
        archive.origin.timestamp = Double(bitPattern: try reader.readFixed(UInt64.self))
        archive.application = try KeyedValues(from: &reader)
        let count = try reader.readCount()
        guard reader.isAtEnd else { throw reader.damage("there are bytes after the head's end") }
        return (archive, count)
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

    /// - Parameter index: the record's own. Its parent has a smaller one.
    init(from reader: inout ByteReader, index: Int) throws(Damage) {
        guard let kind = StateArchive.Kind(rawValue: try reader.readByte()) else {
            throw reader.damage("the record is of an unknown kind")
        }
        let path = try reader.readArray { reader throws(Damage) in try reader.readString() }
        guard !path.isEmpty else { throw reader.damage("the record has no path") }
        self.init(kind: kind, path: path)
        position = try reader.readCount()
        type = try reader.readString()
        restorationType = try reader.readOptionalString()
        storyboard = try reader.readOptionalString()
        let parent = try reader.readCount()
        guard parent <= index else { throw reader.damage("the record's parent comes after it") }
        self.parent = parent == 0 ? nil : parent - 1
        state = try KeyedValues(from: &reader)
        structure = try KeyedValues(from: &reader)
        guard reader.isAtEnd else { throw reader.damage("there are bytes after the record's end") }
    }
}

extension KeyedValues {
    func write(to writer: inout ByteWriter) {
        Self.write(values, to: &writer)
        writer.write(objects) { writer, object in
            writer.write(object.type)
            Self.write(object.values, to: &writer)
        }
    }

    init(from reader: inout ByteReader) throws(Damage) {
        self.init(
            values: try Self.readValues(from: &reader),
            objects: try reader.readArray { reader throws(Damage) in
                Object(type: try reader.readString(), values: try Self.readValues(from: &reader))
            })
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
    ) throws(Damage) -> [String: StateValue] {
        let entries = try reader.readArray { reader throws(Damage) in
            (try reader.readString(), try StateValue(from: &reader))
        }
        return Dictionary(entries, uniquingKeysWith: { $1 })
    }
}
