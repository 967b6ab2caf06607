/// Which file it is on this machine, as `stat` tells.
public struct FileKey: Hashable, Sendable {
    /// The number of the device.
    public var device: UInt64
    /// The number of the inode on it.
    public var inode: UInt64
    /// The file of these numbers.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// What the processes of a target did to the files of its container, call by call, and what they
/// told the outside meanwhile.
public struct Recording: Sendable {
    /// In the order in which they ended.
    public var calls: [RecordedCall] = []
    /// What a reader of the recording also has to know.
    public var notes: [RecordingNote] = []
    /// Which file each inode is at the end of the recording, as far as it names it.
    public var identities: [FileKey: FileID] = [:]
    /// What the plan did, and at which of the `calls`, or before which where it killed: counted from 1.
    public var planned: (plan: RecordingPlan, call: Int)?
    /// The number of the first call that the plan had fail, or be short.
    public var injectedCall: Int? { injectedCalls.first }
    /// The numbers of all calls that the plan had fail, or be short.
    public var injectedCalls: [Int] = []
    /// False where the supervisor died, or a limit ended the recording early: the notes tell.
    public var isComplete = false

    /// For each of the `calls` what a `RecordingPlan` calls it, or 0 where it is none on files of
    /// the container.
    public var planNumbers: [Int] = []

    /// What each of the `calls` does.
    public var kinds: [CallKinds] = []

    /// When each acknowledgement among them was made, in microseconds of the monotonic clock.
    package var acknowledgementTimes: [Int] = []

    /// How many calls on files of the container a plan can choose from.
    public var plannableCount: Int { planNumbers.max() ?? 0 }
}

/// How much is recorded at most. A recording that reaches a limit ends there, and says so.
public struct RecordingLimits: Sendable {
    /// Calls on files of the container.
    public var calls: Int
    /// The size of the recording, data included.
    public var bytes: Int

    /// Room for the ordinary and for a step that makes 100,000 calls.
    public static let usualCalls = 200_000
    /// Threads that live at a time; the supervisor has room for no more.
    static let threads = 1024

    /// Limits of calls, and of the size of the recording in bytes.
    public init(calls: Int = usualCalls, bytes: Int = 1 << 30) {
        self.calls = calls
        self.bytes = bytes
    }
}

/// What is done to a call on files of the container. Calls are counted from 1, those of some kinds
/// alone or all.
public enum RecordingPlan: Sendable, Hashable {
    /// Everything is killed by SIGKILL, and the call is not made.
    case killBefore(call: Int)
    /// Everything is killed when the call has ended.
    case killAfter(call: Int)
    /// The call is not made and answers that errno. So do all calls of the kinds `later` that come
    /// after it, but for those that fail by themselves; nil is none.
    case fail(call: Int, errno: Int32, of: CallKinds = .all, later: CallKinds? = nil)
    /// The call writes at most so many bytes. It has no effect on calls that take arrays of buffers.
    case shorten(call: Int, bytes: Int, of: CallKinds = .all)
    /// Not once, but as long as the recording lasts: calls that need space are not made and answer
    /// ENOSPC.
    case refuseSpace

    /// Whether everything is dead when it has been carried out.
    public var kills: Bool {
        switch self {
        case .killBefore, .killAfter: true
        case .fail, .shorten, .refuseSpace: false
        }
    }
}

/// Something about a recording that its calls do not tell.
public enum RecordingNote: Sendable, Hashable, CustomStringConvertible {
    /// The file can be changed without a call; such changes are found by comparing.
    case sharedMapping(FileID, path: String)
    /// A mapped file is so large that it was not compared.
    case storesNotSeen
    /// The limit of calls was reached: the rest is not recorded.
    case callLimit
    /// The limit of bytes was reached: the rest is not recorded.
    case byteLimit
    /// The recording itself could not be written.
    case recordingFailed(errno: Int32)
    /// There were more threads than can be followed: everything was killed.
    case threadLimit
    /// A program called ptrace, as a debugger does. What is recorded is traced already.
    case wantsToTrace(process: Int32)
    /// A program for another kind of machine, such as a 32-bit one, was ended by SIGSYS.
    case foreignProgram(process: Int32)
    /// A call did not end in time; others went on beside it, and what it did is not here.
    case heldTooLong(process: Int32)
    /// A setuid program ran with the rights of who started it, because it was traced.
    case setuidIgnored(process: Int32)
    /// The call at which the plan was due cannot be shortened.
    case notShortened
    /// What a call has written cannot be read.
    case unreadable(errno: Int32)
    /// A file outside the container was changed, or the target tried to: its absolute path (rule W5).
    case writtenOutside(path: String)
    /// A process died in the middle of a call, so that it is not known how much of it was done.
    case unfinished(call: Int)
    /// A directory came into the container with all that is in it, or left it, or a call did
    /// something else that a recording cannot say.
    case notModelled(call: Int, String)

    /// The notes in words, those of mapped files in one line.
    public static func lines(of notes: [RecordingNote]) -> [String] {
        var paths: [String] = []
        var others: [String] = []
        for note in notes {
            if case .sharedMapping(_, let path) = note {
                paths.append(path)
            } else {
                others.append(note.description)
            }
        }
        return paths.isEmpty ? others : [mapped(paths)] + others
    }

    private static func mapped(_ paths: [String]) -> String {
        let shown = paths.prefix(3).joined(separator: ", ")
        let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        return
            "\(shown)\(rest) \(paths.count == 1 ? "is" : "are") mapped into memory and can change "
            + "without a call: deaths between two such changes are visited only where there is a call "
            + "between them"
    }

    public var description: String {
        switch self {
        case .sharedMapping(_, let path): Self.mapped([path])
        case .storesNotSeen: "a mapped file is over 64 MiB: changes without a call are not seen"
        case .callLimit: "the limit of calls was reached: the rest is not recorded"
        case .byteLimit: "the limit of bytes was reached: the rest is not recorded"
        case .recordingFailed(let errno): "the recording could not be written (errno \(errno))"
        case .threadLimit:
            "there were more than \(RecordingLimits.threads) threads at a time: everything was killed"
        case .wantsToTrace(let process):
            "process \(process) called ptrace; a recorded process is already traced, so it cannot trace "
                + "or be traced by another program"
        case .foreignProgram(let process):
            "process \(process) is a program for another machine (32-bit?) and was ended"
        case .heldTooLong(let process):
            "a call of process \(process) did not end in time and is not recorded"
        case .setuidIgnored(let process):
            "process \(process) is a setuid program; while it is traced it gets no other rights"
        case .notShortened: "the planned call cannot be shortened"
        case .unreadable(let errno): "what a call wrote cannot be read (errno \(errno))"
        case .writtenOutside(let path): "the target writes outside its container: \(path)"
        case .unfinished(let call): "call \(call) was cut by the death of its process"
        case .notModelled(let call, let what): "call \(call): \(what)"
        }
    }
}

extension RecordingNote {
    /// Whether it may be why a program did not do what it does when it is not recorded.
    public var mayExplainFailure: Bool {
        switch self {
        case .foreignProgram, .wantsToTrace, .setuidIgnored, .threadLimit: true
        default: false
        }
    }
}
