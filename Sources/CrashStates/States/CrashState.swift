/// A content of the container that a death at some point of a recording leaves behind.
public struct CrashState: Sendable {
    /// Finds it again in a recording of the same shape: `7` is after call 7, `3+4096` inside call 3
    /// when it had written 4096 bytes, `7~2,4-6` after call 7 when changes 2 and 4 to 6 never
    /// reached the disk.
    public var name: String
    /// The number of the last call that was made, or begun; 0 before any.
    public var call: Int
    /// In words, such as ``killed after `rename state.json.tmp → state.json`, call 7 of 9``.
    public var killPoint: String
    /// The content of the directory.
    public var tree: DirectoryTree
    /// What the outside had been told before.
    public var acknowledgements: Acknowledgements
    /// What had not reached the disk when the power failed; empty after a kill.
    public var lost: [LostChange] = []

    /// Whether the outside had been told everything that it is told in the whole recording: then only
    /// what comes after the recorded steps may come back. Where nothing is ever told, nothing is owed.
    ///
    /// - Parameter count: How many acknowledgements there are in the recording.
    public func hasAcknowledgedAll(_ count: Int) -> Bool {
        count > 0 && acknowledgements.count >= count
    }
}

extension CrashState {
    /// The state in which every recorded call was made and everything was acknowledged.
    ///
    /// - Parameters:
    ///   - calls: The whole recording.
    ///   - end: The directory after it.
    public static func settled(after calls: [RecordedCall], end: DirectoryTree) -> CrashState {
        var acknowledgements = Acknowledgements()
        for case .acknowledge(let kind, let bytes) in calls.lazy.flatMap(\.operations) {
            acknowledgements.add(kind, bytes)
        }
        return CrashState(
            name: "\(calls.count)", call: calls.count, killPoint: "killed after the last call",
            tree: end, acknowledgements: acknowledgements)
    }
}

/// One change of a recording that a power failure can take back.
public struct LostChange: Sendable, Hashable {
    /// Counted from 1 in the recording.
    public var number: Int
    /// The number of the call that made it.
    public var call: Int
    /// In words, such as ``bytes 4096 to 8191 of `write state.json` (call 3)``; empty for one that no
    /// call has made: it only decides which others a log has.
    public var text: String
}

/// What a target has told the outside up to some point.
public struct Acknowledgements: Sendable {
    /// How many messages and pieces of output there were.
    public private(set) var count = 0
    /// The last of them; its bytes as they were written.
    public private(set) var last: (kind: Acknowledgement, bytes: [UInt8])?

    /// Nothing was told yet.
    public init() {}

    mutating func add(_ kind: Acknowledgement, _ bytes: [UInt8]) {
        count += 1
        last = (kind, bytes)
    }
}
