import CSupervisor

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One record as the supervisor has written it.
struct RawRecord {
    let fixed: rl_record
    private let parts: UnsafeRawBufferPointer

    /// The record at an offset, or nil where there is not all of one.
    init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let size = MemoryLayout<rl_record>.size
        guard offset >= 0, bytes.count - offset >= size else { return nil }
        fixed = bytes.loadUnaligned(fromByteOffset: offset, as: rl_record.self)
        let sizes = [
            UInt64(size), UInt64(fixed.path_size), UInt64(fixed.other_path_size),
            UInt64(fixed.extra_size), fixed.data_size,
        ]
        var total: UInt64 = 0
        for part in sizes {
            let (sum, overflows) = total.addingReportingOverflow(part)
            if overflows { return nil }
            total = sum
        }
        guard fixed.size >= total, fixed.size <= UInt64(bytes.count - offset) else { return nil }
        parts = UnsafeRawBufferPointer(
            rebasing: bytes[(offset + size)..<(offset + Int(fixed.size))])
    }

    var kind: rl_record_kind { rl_record_kind(rawValue: UInt32(fixed.kind)) }

    func has(_ flag: Int) -> Bool { Int(fixed.flags) & flag != 0 }

    /// O_TMPFILE, a macro that Swift does not see.
    static let temporaryFileFlag: Int32 = 0x400000 | O_DIRECTORY

    // MARK: - Parts

    var path: [UInt8] { Array(parts[..<pathEnd]) }
    var otherPath: [UInt8] { Array(parts[pathEnd..<otherPathEnd]) }
    var extra: [UInt8] { Array(parts[otherPathEnd..<extraEnd]) }
    var data: [UInt8] { Array(parts[extraEnd..<(extraEnd + Int(fixed.data_size))]) }

    private var pathEnd: Int { Int(fixed.path_size) }
    private var otherPathEnd: Int { pathEnd + Int(fixed.other_path_size) }
    private var extraEnd: Int { otherPathEnd + Int(fixed.extra_size) }

    var name: [UInt8] { Self.lastName(path) }
    var otherName: [UInt8] { Self.lastName(otherPath) }

    private static func lastName(_ path: [UInt8]) -> [UInt8] {
        path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
    }

    // MARK: - The file

    /// The bytes that it is about; nil for all of them.
    var range: Range<UInt64>? {
        guard fixed.length > 0 else { return nil }
        let (end, overflows) = fixed.offset.addingReportingOverflow(fixed.length)
        return fixed.offset..<(overflows ? .max : end)
    }

    var permissions: UInt32 { fixed.mode & 0o7777 }

    /// What kind of file it is, or nil for devices.
    var fileKind: FileKind? {
        switch fixed.mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFLNK: .symbolicLink(target: extra)
        case S_IFIFO: .fifo
        case S_IFSOCK: .socket
        default: nil
        }
    }

    // MARK: - For people

    var callName: String {
        if kind == RL_RECORD_STORED { return "store" }
        return rl_call_name(fixed.system_call).map { String(cString: $0) } ?? "unknown"
    }

    var shownPath: String {
        has(RL_RECORD_OUTSIDE)
            ? "(outside)" : fixed.path_size == 0 ? "." : String(decoding: path, as: UTF8.self)
    }

    private var shownOtherPath: String {
        has(RL_RECORD_OTHER_OUTSIDE) ? "(outside)" : String(decoding: otherPath, as: UTF8.self)
    }

    /// Such as `rename state.json.tmp → state.json`.
    var text: String {
        let injected = has(RL_RECORD_INJECTED) ? ", as planned" : ""
        guard fixed.result < 0 else { return success + injected }
        return "\(attempt): \(String(cString: strerror(Int32(clamping: -fixed.result))))\(injected)"
    }

    /// A call that failed.
    private var attempt: String {
        switch kind {
        case RL_RECORD_RENAME, RL_RECORD_LINK: success
        case RL_RECORD_OPEN: "open \(shownPath)"
        default: "\(callName) \(shownPath)"
        }
    }

    private var success: String {
        switch kind {
        case RL_RECORD_OPEN: openText
        case RL_RECORD_WRITE, RL_RECORD_STORED:
            "\(callName) \(bytes(fixed.length)) at \(fixed.offset) in \(shownPath)"
        case RL_RECORD_TRUNCATE: "truncate \(shownPath) to \(bytes(fixed.length))"
        case RL_RECORD_ALLOCATE:
            "fallocate \(bytes(fixed.length)) at \(fixed.offset) in \(shownPath)"
        case RL_RECORD_RENAME where fixed.arguments & 2 != 0:
            "exchange \(shownOtherPath) ↔ \(shownPath)"
        case RL_RECORD_RENAME: "rename \(shownOtherPath) → \(shownPath)"
        case RL_RECORD_LINK: "link \(shownOtherPath) → \(shownPath)"
        case RL_RECORD_SYMLINK:
            "symlink \(String(decoding: extra, as: UTF8.self)) ← \(shownPath)"
        case RL_RECORD_UNLINK: "unlink \(shownPath)"
        case RL_RECORD_RMDIR: "rmdir \(shownPath)"
        case RL_RECORD_MKDIR: "mkdir \(shownPath)"
        case RL_RECORD_SYNC_ALL: callName
        case RL_RECORD_MODE: "chmod \(String(permissions, radix: 8)) \(shownPath)"
        case RL_RECORD_OWNER: "chown \(fixed.user):\(fixed.group) \(shownPath)"
        case RL_RECORD_TIME where !has(RL_RECORD_NOW):
            "set the time of \(shownPath) to \(Int64(bitPattern: fixed.offset)) s"
        case RL_RECORD_SET_ATTRIBUTE, RL_RECORD_REMOVE_ATTRIBUTE:
            "\(callName) \(String(decoding: extra, as: UTF8.self)) of \(shownPath)"
        case RL_RECORD_ACKNOWLEDGE: "\(callName) \(bytes(fixed.length)) to \(streamName)"
        default: "\(callName) \(shownPath)"
        }
    }

    private var openText: String {
        if !has(RL_RECORD_EXISTED) { return "create \(shownPath)" }
        return Int32(truncatingIfNeeded: fixed.arguments) & O_TRUNC != 0
            ? "truncate \(shownPath) to 0 bytes by opening it" : "open \(shownPath)"
    }

    private var streamName: String {
        switch rl_stream(rawValue: fixed.arguments) {
        case RL_STREAM_CHANNEL: "the channel"
        case RL_STREAM_ERROR: "standard error"
        default: "standard output"
        }
    }

    private func bytes(_ count: UInt64) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
