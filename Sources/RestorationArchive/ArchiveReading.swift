/// What can be read of an archive file, damaged or not, for people who want to look into it.
///
/// A launch uses an archive as a whole or not at all, and reads it with `StateArchive(file:)`.
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
    /// The readable records with their indices. A record that a damage names was changed after it
    /// was written, though it is still readable.
    package private(set) var records: [(index: Int, record: StateArchive.Record)] = []
    /// Everything that is wrong, in the order of the file. Empty for an archive that a launch would
    /// use.
    package private(set) var damages: [Damage] = []

    /// Whether a later version of this library wrote the file. Then only its header is read (R8).
    package var isOfNewerFormat: Bool { (version ?? 0) > StateArchive.version }

    /// Reads as much as possible of a file. It never fails, whatever the bytes.
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
        // Only the header may be damaged, and no part.
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
            damages.append(reader.damage("there are bytes after its end"))
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
