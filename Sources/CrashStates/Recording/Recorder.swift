import CSupervisor
import SystemPackage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Records what the processes of one supervisor do that were spawned with `Command.recorded`.
///
/// ```swift
/// let recorder = try Recorder(supervisor)
/// try recorder.start()
/// // the step
/// let recording = try recorder.stop()
/// ```
///
/// Calls that are under way when it starts are missed: freeze the target before, and thaw it after,
/// where it does not wait for the harness anyway.
public final class Recorder {
    private let supervisor: Supervisor
    private var file: FileDescriptor?
    private var plan: RecordingPlan?
    private var files: [FileKey: FileID] = [:]

    package init(_ supervisor: Supervisor) {
        self.supervisor = supervisor
    }

    deinit {
        try? file?.close()
    }

    /// Begins.
    ///
    /// - Parameters:
    ///   - limits: how much is recorded.
    ///   - plan: what is done to one of the calls.
    ///   - files: identities of files that are not simply the number of their inode.
    ///   - onOneProcessor: keeps target and supervisor on one processor, which costs a quarter.
    /// - Throws: `RecorderError`.
    public func start(
        limits: RecordingLimits = RecordingLimits(), plan: RecordingPlan? = nil,
        files: [FileKey: FileID] = [:], onOneProcessor: Bool = true
    ) throws {
        guard file == nil else { throw RecorderError.alreadyRecording }
        let descriptor = rl_record_file()
        guard descriptor >= 0 else { throw RecorderError.noFile(Errno(rawValue: errno)) }
        let file = FileDescriptor(rawValue: descriptor)
        let options = rl_record_options(
            file: descriptor, one_processor: onOneProcessor,
            call_limit: UInt32(clamping: limits.calls), byte_limit: UInt64(clamping: limits.bytes),
            plan: plan.map { $0.asC } ?? rl_plan())
        let code = supervisor.startRecording(options)
        guard code == 0 else {
            try? file.close()
            throw RecorderError(code: code, noRecording: .alreadyRecording)
        }
        self.file = file
        self.plan = plan
        self.files = files
    }

    /// Ends, after the calls that are under way, and tells what was recorded. The processes go on.
    public func stop() throws -> Recording {
        guard let file else { throw RecorderError.notRecording }
        defer {
            try? file.close()
            self.file = nil
        }
        var result = rl_record_result()
        let code = supervisor.stopRecording(&result)
        guard code == 0 else { throw RecorderError(code: code, noRecording: .notRecording) }
        return try withContents(of: file, count: Int(result.bytes)) { bytes in
            var reader = RecordReader(files: files, plan: plan)
            try reader.read(bytes)
            return reader.recording
        }
    }

    private func withContents<Result>(
        of file: FileDescriptor, count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let memory = mmap(nil, count, PROT_READ, MAP_SHARED, file.rawValue, 0)
        guard let memory, memory != MAP_FAILED else {
            throw RecorderError.noFile(Errno(rawValue: errno))
        }
        defer { munmap(memory, count) }
        return try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

extension RecordingPlan {
    fileprivate var asC: rl_plan {
        switch self {
        case .killBefore(let call): Self.plan(RL_PLAN_KILL_BEFORE, call)
        case .killAfter(let call): Self.plan(RL_PLAN_KILL_AFTER, call)
        case .fail(let call, let errno, let kinds, let later):
            Self.plan(RL_PLAN_FAIL, call, UInt64(clamping: errno), kinds, later: later?.bits ?? 0)
        case .shorten(let call, let bytes, let kinds):
            Self.plan(RL_PLAN_SHORT, call, UInt64(clamping: bytes), kinds)
        case .refuseSpace: Self.plan(RL_PLAN_REFUSE_SPACE, 0)
        }
    }

    private static func plan(
        _ action: rl_plan_action, _ call: Int, _ value: UInt64 = 0, _ kinds: CallKinds = .all,
        later: UInt32 = 0
    ) -> rl_plan {
        rl_plan(
            action: Int32(bitPattern: action.rawValue), call: UInt32(clamping: call),
            kinds: kinds.rawValue, later: later, value: value)
    }
}

extension CallKinds {
    /// A bit for each kind, and for all where none is left out.
    fileprivate var bits: UInt32 { self == .all ? .max : rawValue }
}

/// A recording could not be made: always a fault of the harness or the machine.
public enum RecorderError: Error, Equatable, CustomStringConvertible {
    /// A recording is under way; stop it first.
    case alreadyRecording
    /// No recording is under way.
    case notRecording
    /// There is no memory for it.
    case noFile(Errno)
    /// The supervising process does not answer.
    case lost(Errno)
    /// The bytes of the recording make no sense at this offset.
    case damaged(offset: Int)

    init(code: Int32, noRecording: RecorderError) {
        self = code == EBUSY || code == ENOENT ? noRecording : .lost(Errno(rawValue: code))
    }

    public var description: String {
        switch self {
        case .alreadyRecording: "a recording is under way already; stop it first"
        case .notRecording: "no recording is under way; start one first"
        case .noFile(let errno): "there is no memory for a recording: \(errno)"
        case .lost(let errno): "the supervising process lost the recording (\(errno)). Run again"
        case .damaged(let offset): "the recording cannot be read at byte \(offset)"
        }
    }
}
