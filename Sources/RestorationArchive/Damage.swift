/// Bytes that are not what was written.
package struct Damage: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where the damage was noticed, in bytes from the start of the file. Its cause may be before
    /// that.
    package var offset: Int
    /// What is wrong there.
    package var reason: String
    /// The index of the damaged record; nil where the damage is in no record.
    package var record: Int?

    /// Makes a damage. The reason is a phrase for people.
    package init(_ reason: String, at offset: Int, record: Int? = nil) {
        self.offset = offset
        self.reason = reason
        self.record = record
    }

    package var description: String { "\(reason) (at byte \(offset))" }
}

/// Why a file of the saved state cannot be used.
package enum UnusableFile: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is not as it was written (R7).
    case damaged(Damage)
    /// A later version of this library wrote the file (R8). The value is the version of its format.
    case newerFormat(UInt32)

    package var description: String {
        switch self {
        case .damaged(let damage): "\(damage)"
        case .newerFormat(let version): "its format, \(version), is newer than this library's"
        }
    }
}
