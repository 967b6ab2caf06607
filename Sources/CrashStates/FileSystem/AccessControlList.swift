/// An access control list of POSIX, as Linux keeps it in an extended attribute.
///
/// It is none of the attributes that come back as they were set: the permissions of the file are a part
/// of it, and change with it.
struct AccessControlList: Sendable, Hashable {
    static let accessName = Array("system.posix_acl_access".utf8)
    /// Of a directory: what new files in it get.
    static let defaultName = Array("system.posix_acl_default".utf8)

    static func isNamed(_ name: [UInt8]) -> Bool { name == accessName || name == defaultName }

    private struct Entry: Sendable, Hashable {
        var tag: UInt32
        var permissions: UInt32
        /// Which user or group.
        var id: UInt32
    }

    private enum Tag {
        static let owner: UInt32 = 0x01
        static let user: UInt32 = 0x02
        static let owningGroup: UInt32 = 0x04
        static let group: UInt32 = 0x08
        static let mask: UInt32 = 0x10
        static let others: UInt32 = 0x20
    }

    private static let version: UInt32 = 2
    private static let headerSize = 4
    private static let entrySize = 8

    private var entries: [Entry] = []

    /// - Parameter value: of the attribute. nil where it has no entries, which takes a list away.
    init?(_ value: [UInt8]) {
        func number(_ range: Range<Int>) -> UInt32 {
            value[range].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        for start in stride(from: Self.headerSize, to: value.count, by: Self.entrySize)
        where start + Self.entrySize <= value.count {
            entries.append(
                Entry(
                    tag: number(start..<start + 2), permissions: number(start + 2..<start + 4),
                    id: number(start + 4..<start + 8)))
        }
        if entries.isEmpty { return nil }
    }

    /// As the system gives it back: those that need no user or group have none.
    var value: [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        return entries.reduce(into: bytes(Self.version, Self.headerSize)) { value, entry in
            let isNamed = entry.tag == Tag.user || entry.tag == Tag.group
            value += bytes(entry.tag, 2) + bytes(entry.permissions, 2)
            value += bytes(isNamed ? entry.id : .max, 4)
        }
    }

    /// Whether it says no more than the permissions of a file do.
    var isMinimal: Bool {
        entries.allSatisfy { [Tag.owner, Tag.owningGroup, Tag.others].contains($0.tag) }
    }

    /// What it says as the permissions of a file, 0o777. Those of the group are the mask, where it
    /// has one.
    var permissions: UInt32 {
        get {
            entries.reduce(0) { sum, entry in
                shift(of: entry.tag).map { sum | (entry.permissions & 7) << $0 } ?? sum
            }
        }
        set {
            for index in entries.indices {
                guard let shift = shift(of: entries[index].tag) else { continue }
                entries[index].permissions = newValue >> shift & 7
            }
        }
    }

    /// Where the permissions have those of an entry.
    private func shift(of tag: UInt32) -> UInt32? {
        let groupTag = entries.contains { $0.tag == Tag.mask } ? Tag.mask : Tag.owningGroup
        switch tag {
        case Tag.owner: return 6
        case groupTag: return 3
        case Tag.others: return 0
        default: return nil
        }
    }
}
