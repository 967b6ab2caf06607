import CSupervisor

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Turns the records of a supervisor into calls and operations.
///
/// It gives each file its identity: the number of its inode, as `BaseImage` and `CrossCheck` do. An
/// inode number names one file until a record makes another one that has got it again; that one's
/// identity is a number that no inode has.
struct RecordReader {
    private(set) var recording = Recording()
    private var used: Set<FileID>
    private var next = FileID(1 << 63)
    private let plan: RecordingPlan?

    init(files: [FileKey: FileID] = [:], plan: RecordingPlan? = nil) {
        recording.identities = files
        used = Set(files.values)
        self.plan = plan
    }

    /// Reads records up to the last one.
    ///
    /// - Throws: `RecorderError.damaged` where a record does not fit.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        var offset = 0
        while offset < bytes.count {
            guard let record = RawRecord(bytes, at: offset) else {
                throw RecorderError.damaged(offset: offset)
            }
            take(record)
            offset += Int(record.fixed.size)
        }
    }

    private mutating func take(_ record: RawRecord) {
        switch record.kind {
        case RL_RECORD_NOTE: takeNote(record)
        case RL_RECORD_END: recording.isComplete = !recording.notes.contains { $0.endsEarly }
        case RL_RECORD_PLAN: takePlan(record)
        case RL_RECORD_MAPPING:
            recording.notes.append(
                .sharedMapping(file(record.fixed.file), path: record.shownPath))
        default: takeCall(record)
        }
    }

    // MARK: - Identities

    /// The file with this key as it is now.
    mutating func file(_ key: rl_file_key) -> FileID {
        let key = FileKey(device: key.device, inode: key.inode)
        if let known = recording.identities[key] { return known }
        return identify(key)
    }

    /// A new file that has got this key.
    mutating func newFile(_ key: rl_file_key) -> FileID {
        identify(FileKey(device: key.device, inode: key.inode))
    }

    private mutating func identify(_ key: FileKey) -> FileID {
        var id = FileID(key.inode)
        while !used.insert(id).inserted {
            id = next
            next.number += 1
        }
        recording.identities[key] = id
        return id
    }

    /// Whether the file had lost its last name before the recording began: then nothing that is done
    /// to it can be seen.
    private func isInvisible(_ record: RawRecord) -> Bool {
        let key = FileKey(device: record.fixed.file.device, inode: record.fixed.file.inode)
        return record.has(RL_RECORD_DELETED) && recording.identities[key] == nil
    }

    // MARK: - Calls

    private mutating func takeCall(_ record: RawRecord) {
        let number = recording.calls.count + 1
        let isUnfinished = record.has(RL_RECORD_UNFINISHED)
        if isUnfinished { recording.notes.append(.unfinished(call: number)) }
        let failed = record.fixed.result < 0
        let hasNone = isUnfinished || isInvisible(record)
        let operations =
            hasNone ? [] : failed ? operations(ofFailed: record) : operations(of: record)
        recording.calls.append(
            RecordedCall(
                number: number, process: record.fixed.process, thread: record.fixed.thread,
                name: record.callName, operations: operations,
                error: failed ? Int32(clamping: -record.fixed.result) : 0, text: record.text))
        for case .acknowledge in operations {
            recording.acknowledgementTimes.append(Int(record.fixed.time_us))
        }
        recording.planNumbers.append(Int(record.fixed.call))
        recording.kinds.append(CallKinds(record.kind))
        if record.has(RL_RECORD_INJECTED) { recording.injectedCalls.append(number) }
    }

    mutating func noteNotModelled(_ what: String) {
        recording.notes.append(.notModelled(call: recording.calls.count + 1, what))
    }

    private mutating func takePlan(_ record: RawRecord) {
        guard let plan else { return }
        // After a call where it killed then; else the record comes before that of the call.
        let isAfter = record.fixed.arguments == RL_PLAN_KILL_AFTER.rawValue
        recording.planned = (plan, recording.calls.count + (isAfter ? 0 : 1))
    }

    private mutating func takeNote(_ record: RawRecord) {
        let process = record.fixed.process
        let errno = Int32(clamping: -record.fixed.result)
        let note: RecordingNote? =
            switch rl_note(rawValue: record.fixed.arguments) {
            case RL_NOTE_CALL_LIMIT: .callLimit
            case RL_NOTE_BYTE_LIMIT: .byteLimit
            case RL_NOTE_FILE_FAILED: .recordingFailed(errno: errno)
            case RL_NOTE_THREAD_LIMIT: .threadLimit
            case RL_NOTE_FOREIGN: .foreignProgram(process: process)
            case RL_NOTE_HELD_TOO_LONG: .heldTooLong(process: process)
            case RL_NOTE_NOT_PLANNED: .notShortened
            case RL_NOTE_UNREADABLE: .unreadable(errno: errno)
            case RL_NOTE_SETUID: .setuidIgnored(process: process)
            case RL_NOTE_STORES_UNSEEN: .storesNotSeen
            case RL_NOTE_TRACES: .wantsToTrace(process: process)
            case RL_NOTE_OUTSIDE: Self.noteOutside(record)
            default: nil
            }
        // Each thread that cannot be followed would say so again.
        if let note, !recording.notes.contains(note) { recording.notes.append(note) }
    }
}

extension RecordReader {
    /// The note of a write outside; nil for what no program keeps: the kernel's own files, and shared
    /// memory.
    private static func noteOutside(_ record: RawRecord) -> RecordingNote? {
        let path = String(decoding: record.path, as: UTF8.self)
        let parts = path.split(separator: "/")
        let isKernels = ["proc", "sys"].contains(parts.first)
        let isSharedMemory = parts.first == "dev" && parts.count < 4
        return isKernels || isSharedMemory ? nil : .writtenOutside(path: path)
    }
}

extension RecordingNote {
    fileprivate var endsEarly: Bool {
        switch self {
        case .callLimit, .byteLimit, .recordingFailed: true
        default: false
        }
    }
}
