import Foundation

/// How each file in the saved-state directory begins: what it is, how long, and its checksum.
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
/// The first 28 bytes keep this layout in every version, so that a file of a newer format can be
/// told from a damaged one (R7, R8).
enum SealedFile {
    private static let headerLength = 28

    enum Content: Equatable {
        case payload([UInt8])
        case damaged(String)
        case newerFormat(UInt32)
    }

    static func seal(_ payload: [UInt8], magic: String, version: UInt32) -> [UInt8] {
        var start = ByteWriter()
        start.write(bytes: magic.utf8)
        start.write(fixed: version)
        start.write(fixed: UInt64(payload.count))
        var file = start
        file.write(fixed: Checksum.of(start.bytes + payload))
        file.write(bytes: payload)
        return file.bytes
    }

    static func open(_ file: [UInt8], magic: String, version: UInt32) -> Content {
        guard !file.isEmpty else { return .damaged("it is empty") }
        guard file.count >= headerLength else { return .damaged("its header is cut short") }
        guard file.starts(with: magic.utf8) else { return .damaged("it is a file of another kind") }
        var header = ByteReader(Array(file[8..<headerLength]))
        guard let found = try? header.readFixed(UInt32.self),
            let length = try? header.readFixed(UInt64.self),
            let checksum = try? header.readFixed(UInt64.self)
        else { return .damaged("its header is cut short") }
        let payload = file[headerLength...]
        guard length == UInt64(payload.count) else {
            return .damaged("it has \(payload.count) bytes of content instead of \(length)")
        }
        guard checksum == Checksum.of(Array(file[..<20]) + payload) else {
            return .damaged("its checksum is wrong")
        }
        guard found <= version else { return .newerFormat(found) }
        return .payload(Array(payload))
    }
}
