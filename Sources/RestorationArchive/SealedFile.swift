/// The header of each file in the saved-state directory: its kind, length and checksum.
///
/// ```
/// offset  bytes  meaning
///      0      8  magic: the kind of the file
///      8      4  version of the payload's format, little endian
///     12      8  length of the payload in bytes, little endian
///     20      8  CRC-64/XZ of the 20 bytes above and of the payload, little endian
///     28         payload
/// ```
///
/// The first 28 bytes have this layout in every version, which tells a file of a newer format from a
/// damaged one (R7, R8).
package enum SealedFile {
    /// The length of the header, in bytes.
    package static let headerLength = 28
    private static let checksumOffset = 20

    /// The whole file around a payload.
    static func seal(
        magic: String, version: UInt32, payload: (inout ByteWriter) -> Void
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(bytes: magic.utf8)
        writer.write(fixed: version)
        writer.write(fixed: UInt64(0))
        writer.write(fixed: UInt64(0))
        payload(&writer)
        writer.replace(at: 12, with: UInt64(writer.bytes.count - headerLength))
        writer.replace(at: checksumOffset, with: checksum(of: writer.bytes))
        return writer.bytes
    }

    /// A whole file around any payload, for tests of the readers.
    package static func seal(_ payload: [UInt8], magic: String, version: UInt32) -> [UInt8] {
        seal(magic: magic, version: version) { $0.write(bytes: payload) }
    }

    /// A reader of the payload of an undamaged file.
    static func open(
        _ file: [UInt8], magic: String, version: UInt32
    ) throws(UnusableFile) -> ByteReader {
        let header = try Header(file, magic: magic)
        if let damage = header.damage(of: file) { throw .damaged(damage) }
        guard header.version <= version else { throw .newerFormat(header.version) }
        return ByteReader(file, range: headerLength..<file.count)
    }

    struct Header {
        var version: UInt32
        var length: UInt64
        var checksum: UInt64

        init(_ file: [UInt8], magic: String) throws(UnusableFile) {
            guard !file.isEmpty else { throw .damaged(Damage("it is empty", at: 0)) }
            guard file.count >= SealedFile.headerLength else {
                throw .damaged(Damage("its header is cut short", at: file.count))
            }
            guard file.starts(with: magic.utf8) else {
                throw .damaged(Damage("it is a file of another kind", at: 0))
            }
            var reader = ByteReader(file, range: 8..<SealedFile.headerLength)
            do {
                version = try reader.readFixed(UInt32.self)
                length = try reader.readFixed(UInt64.self)
                checksum = try reader.readFixed(UInt64.self)
            } catch {
                throw .damaged(error)
            }
        }

        /// What is wrong with the file as a whole.
        func damage(of file: [UInt8]) -> Damage? {
            let found = file.count - SealedFile.headerLength
            guard length == UInt64(found) else {
                return Damage(
                    "it has \(found) bytes of content instead of \(length)",
                    at: length < UInt64(found)
                        ? SealedFile.headerLength + Int(length) : file.count)
            }
            guard checksum == SealedFile.checksum(of: file) else {
                return Damage("its checksum is wrong", at: SealedFile.checksumOffset)
            }
            return nil
        }
    }

    private static func checksum(of file: [UInt8]) -> UInt64 {
        var sum = Checksum()
        sum.add(file[..<checksumOffset])
        sum.add(file[headerLength...])
        return sum.value
    }
}
