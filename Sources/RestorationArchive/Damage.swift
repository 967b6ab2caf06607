/// Bytes that are not what their writer wrote.
package struct Damage: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where it was noticed, in bytes from the start of the file. What is wrong may lie before.
    package var offset: Int
    /// What is wrong there.
    package var reason: String
    /// The record that it is in, by its index, where it is in one.
    package var record: Int?

    package init(_ reason: String, at offset: Int, record: Int? = nil) {
        self.offset = offset
        self.reason = reason
        self.record = record
    }

    package var description: String { "\(reason) (at byte \(offset))" }
}

/// Why a file of the saved state cannot be used.
package enum UnusableFile: Error, Equatable, Sendable, CustomStringConvertible {
    case damaged(Damage)
    /// Written by a later version of this library.
    case newerFormat(UInt32)

    package var description: String {
        switch self {
        case .damaged(let damage): "\(damage)"
        case .newerFormat(let version): "its format is \(version)"
        }
    }
}
