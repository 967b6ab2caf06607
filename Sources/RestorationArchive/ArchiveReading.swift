/// What can be read of an archive file, damaged or not: for people who want to know what is in it.
///
/// A launch takes an archive as a whole or not at all; it reads it by `StateArchive(file:)`.
///
///     let reading = ArchiveReading(file: bytes)
///     for damage in reading.damages { print(damage) }
///     for (index, record) in reading.records { print(index, record.name) }
package struct ArchiveReading: Sendable {
    /// The version of the file's format; nil where its header cannot be read.
    package private(set) var version: UInt32?
    /// The archive without its records; nil where that part cannot be read.
    package private(set) var head: StateArchive?
    /// How many records there should be; nil where the head cannot be read.
    package private(set) var recordCount: Int?
    /// The records that can be read, by their index. One that is named by a damage has been changed
    /// since it was written, though it can still be read.
    package private(set) var records: [(index: Int, record: StateArchive.Record)] = []
    /// Everything that is wrong, in the order of the file. Empty for an archive that a launch takes.
    package private(set) var damages: [Damage] = []

    /// Whether it is of a later format than this library knows. Nothing but the header is read then.
    package var isOfNewerFormat: Bool { (version ?? 0) > StateArchive.version }

    package init(file: [UInt8]) {
        do {
            let header = try SealedFile.Header(file, magic: StateArchive.magic)
            version = header.version
            if let damage = header.damage(of: file) { damages.append(damage) }
        } catch .damaged(let damage) {
            damages.append(damage)
            return
        } catch {
            return
        }
        guard !isOfNewerFormat else { return }
        var reader = ByteReader(file, range: SealedFile.headerLength..<file.count)
        readHead(from: &reader)
        readRecords(from: &reader)
        // The whole may be damaged where no part is, in the header itself.
        if damages.isEmpty, case .damaged(let damage)? = Self.failure(of: file) {
            damages.append(damage)
        }
    }

    private static func failure(of file: [UInt8]) -> UnusableFile? {
        do {
            _ = try StateArchive(file: file)
            return nil
        } catch {
            return error
        }
    }

    private mutating func readHead(from reader: inout ByteReader) {
        let (found, _) = section(of: &reader, what: "the head", record: nil) {
            content throws(Damage) in try StateArchive.readHead(from: &content)
        }
        head = found?.archive
        recordCount = found?.recordCount
    }

    private mutating func readRecords(from reader: inout ByteReader) {
        var index = 0
        while !reader.isAtEnd, index < recordCount ?? .max {
            let (record, goesOn) = section(of: &reader, what: "record \(index)", record: index) {
                content throws(Damage) in
                try StateArchive.Record(from: &content, index: index)
            }
            if let record { records.append((index, record)) }
            guard goesOn else { return }
            index += 1
        }
        if let recordCount, index < recordCount {
            let missing = "\(recordCount - index) of \(recordCount) records are missing"
            damages.append(reader.damage(missing))
        } else if !reader.isAtEnd {
            damages.append(reader.damage("something follows its end"))
        }
    }

    /// Reads one section. Where the file ends in it, nothing can follow.
    private mutating func section<Value>(
        of reader: inout ByteReader, what: String, record: Int?,
        read: (inout ByteReader) throws(Damage) -> Value
    ) -> (value: Value?, goesOn: Bool) {
        let start = reader.position
        func add(_ damage: Damage) {
            damages.append(
                Damage("\(what): \(damage.reason)", at: damage.offset, record: record))
        }
        guard
            let (content, checksum) = Self.attempt(
                { () throws(Damage) in try reader.readSection() }, add)
        else { return (nil, false) }
        var rest = content
        let value = Self.attempt({ () throws(Damage) in try read(&rest) }, add)
        if value != nil, content.checksum != checksum {
            add(Damage("its checksum is wrong", at: start))
        }
        return (value, true)
    }

    private static func attempt<Value>(
        _ body: () throws(Damage) -> Value, _ failed: (Damage) -> Void
    ) -> Value? {
        do throws(Damage) {
            return try body()
        } catch {
            failed(error)
            return nil
        }
    }
}
