import CrashStates
import Relaunch
import RelaunchAudit
import RelaunchProtocol
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The directory of a run: what it is about, and a journal that only grows.
///
/// `run.json` is written once, before the first life. Each line of `lives.jsonl` is one life, or one
/// failure. `result.json` is there once the run has come to its end, and `record.json`, which spares others
/// the reading of the journal.
package final class StressDirectory: Sendable {
    package let path: String
    private let journal: Locked<Journal>

    fileprivate struct Journal {
        var descriptor: Int32
        var pending: [UInt8] = []
        var lastSync = ContinuousClock.now
    }

    /// One line of the journal.
    private enum Entry: Codable {
        case life(LifeResult)
        case finding(Finding)
    }

    /// How much is held back at most, and for how long.
    private static let batchBytes = 1 << 16
    private static let batchTime = Duration.seconds(1)

    /// The longest line that is read, in bytes: far more than a failure with all its moves takes.
    private static let longestLine = 1 << 30

    private init(_ path: String, descriptor: Int32) {
        self.path = path
        journal = Locked(Journal(descriptor: descriptor))
    }

    deinit { _ = journal.withLock { close($0.descriptor) } }

    // MARK: Beginning

    /// Goes on with a run of the same options that has not come to its end, as after a requeued task, or
    /// makes a new one.
    ///
    /// - Throws: ``StressDirectoryError/taken(_:)`` where there is another run, or one that has ended.
    package static func begin(
        _ path: String, _ options: StressOptions
    ) throws -> (StressDirectory, StressRecord) {
        guard FileManager.default.fileExists(atPath: path + "/run.json") else {
            return (
                try make(path, options), StressRecord(shareCount: options.share.count)
            )
        }
        guard !FileManager.default.fileExists(atPath: path + "/result.json"),
            try read(path).options == options
        else { throw StressDirectoryError.taken(path) }
        let (directory, _, record) = try resume(path)
        return (directory, record)
    }

    /// Makes a new one.
    package static func make(_ path: String, _ options: StressOptions) throws -> StressDirectory {
        let files = FileManager.default
        guard !files.fileExists(atPath: path + "/run.json") else {
            throw StressDirectoryError.taken(path)
        }
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try write(JSONEncoder().encode(options), to: path + "/run.json")
        } catch { throw StressDirectoryError.notMade(path, "\(error)") }
        return StressDirectory(path, descriptor: try openJournal(path + "/lives.jsonl"))
    }

    /// Goes on with one that is there: what it is about, and what was known when it ended.
    package static func resume(
        _ path: String
    ) throws -> (StressDirectory, StressOptions, StressRecord) {
        let (options, record, length) = try read(path)
        let descriptor = try openJournal(path + "/lives.jsonl")
        // A line that was cut short is lived again.
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw StressDirectoryError.notWritten(errorText)
        }
        return (StressDirectory(path, descriptor: descriptor), options, record)
    }

    /// What a directory holds, whether its run has ended or not.
    package static func read(
        _ path: String
    ) throws -> (options: StressOptions, record: StressRecord, bytes: Int) {
        guard let head = FileManager.default.contents(atPath: path + "/run.json") else {
            throw StressDirectoryError.noRun(path)
        }
        let options: StressOptions
        do { options = try JSONDecoder().decode(StressOptions.self, from: head) } catch {
            throw StressDirectoryError.notRead(path + "/run.json", "\(error)")
        }
        let summary = try readSummary(path)
        var record = summary?.record ?? StressRecord(shareCount: options.share.count)
        let length = try readLines(path + "/lives.jsonl", from: summary?.bytes ?? 0) { line in
            switch try JSONDecoder().decode(Entry.self, from: line) {
            case .life(let result): record.take(result)
            case .finding(let finding): record.take(finding)
            }
        }
        return (options, record, length)
    }

    /// Calls `body` with each whole line of a journal behind its first bytes; up to which byte they go. A
    /// journal that is not there has none: a run that ended before its first life left none.
    private static func readLines(
        _ path: String, from begin: Int, _ body: (Data) throws -> Void
    ) throws -> Int {
        let file: FileDescriptor
        do { file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec) } catch Errno
            .noSuchFileOrDirectory
        { return 0 } catch { throw StressDirectoryError.notRead(path, "\(error)") }
        defer { try? file.close() }
        guard begin == 0 || (try? file.seek(offset: 0, from: .end)).map({ $0 >= begin }) == true,
            (try? file.seek(offset: Int64(begin), from: .start)) != nil
        else { throw StressDirectoryError.notRead(path, "it ends before byte \(begin)") }
        var length = begin
        var lines = LineReader(maximumLength: longestLine)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count: Int
            do { count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) } } catch {
                throw StressDirectoryError.notRead(path, "\(error)")
            }
            if count == 0 { return length }
            lines.append(bytes[..<count])
            do {
                while let line = try lines.next() {
                    try body(line)
                    length += line.count + 1
                }
            } catch { throw StressDirectoryError.notRead(path, "at byte \(length): \(error)") }
        }
    }

    private static func openJournal(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw StressDirectoryError.notMade(path, errorText) }
        // Two that write to one journal would both live the same lives.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StressDirectoryError.inUse(path)
        }
        return descriptor
    }

    fileprivate static var errorText: String { String(cString: strerror(errno)) }

    // MARK: Writing

    package func write(_ result: LifeResult) throws { try write(.life(result)) }

    /// A failure is on disk when this returns.
    package func write(_ finding: Finding) throws {
        try write(.finding(finding))
        try sync()
    }

    private func write(_ entry: Entry) throws {
        let line = try Self.encoder.encode(entry)
        try journal.withLock { journal in
            journal.pending += line
            journal.pending.append(UInt8(ascii: "\n"))
            if journal.pending.count >= Self.batchBytes
                || journal.lastSync.duration(to: .now) >= Self.batchTime
            {
                try journal.flush()
            }
        }
    }

    /// Puts everything on disk.
    package func sync() throws { try journal.withLock { try $0.flush() } }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    /// Writes a file beside its name and renames it.
    static func write(_ data: Data, to path: String) throws {
        let temporary = path + ".new"
        try data.write(to: URL(fileURLWithPath: temporary))
        guard rename(temporary, path) == 0 else {
            throw StressDirectoryError.notMade(path, errorText)
        }
    }

    /// Writes what a run has come to.
    package func write(_ result: StressResult) throws {
        let encoder = Self.encoder
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try Self.write(encoder.encode(result) + Data("\n".utf8), to: path + "/result.json")
    }

    /// Writes what the lines come to that are there, so that nobody has to read them again.
    package func writeSummary(of record: StressRecord) throws {
        try sync()
        let length = journal.withLock { lseek($0.descriptor, 0, SEEK_END) }
        let summary = Summary(bytes: Int(length), record: record)
        try Self.write(Self.encoder.encode(summary), to: path + "/record.json")
    }

    /// What the first lines of a journal come to.
    private struct Summary: Codable {
        /// How many bytes of the journal they take.
        var bytes: Int
        var record: StressRecord
    }

    private static func readSummary(_ path: String) throws -> Summary? {
        guard let bytes = FileManager.default.contents(atPath: path + "/record.json") else {
            return nil
        }
        do { return try JSONDecoder().decode(Summary.self, from: bytes) } catch {
            throw StressDirectoryError.notRead(path + "/record.json", "\(error)")
        }
    }

    /// Writes a scenario of a failure; its path.
    package func write(_ scenario: String, named name: String) throws -> String {
        let folder = path + "/failures"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/\(name).swift"
        try Self.write(Data(scenario.utf8), to: file)
        return file
    }
}

extension StressDirectory.Journal {
    fileprivate mutating func flush() throws {
        lastSync = .now
        guard !pending.isEmpty else { return }
        do { try FileDescriptor(rawValue: descriptor).writeAll(pending) } catch {
            throw StressDirectoryError.notWritten("\(error)")
        }
        pending.removeAll(keepingCapacity: true)
        guard fdatasync(descriptor) == 0 else {
            throw StressDirectoryError.notWritten(StressDirectory.errorText)
        }
    }
}

package enum StressDirectoryError: Error, CustomStringConvertible {
    case taken(String)
    case inUse(String)
    case notMade(String, String)
    case noRun(String)
    case notRead(String, String)
    case notWritten(String)

    package var description: String {
        switch self {
        case .taken(let path):
            """
            '\(path)' has another run in it, or one that has ended; go on with it by --resume, or name \
            another directory
            """
        case .inUse(let path): "another process is writing to '\(path)'; wait for its end"
        case .notMade(let path, let reason): "'\(path)' cannot be written: \(reason)"
        case .noRun(let path):
            "'\(path)' is not the directory of a stress run: it has no 'run.json'"
        case .notRead(let path, let reason):
            "'\(path)' cannot be read: \(reason). It was changed, or written by another version"
        case .notWritten(let reason):
            "the journal cannot be written: \(reason). Make room and go on with --resume"
        }
    }
}
