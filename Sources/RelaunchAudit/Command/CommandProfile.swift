import CrashStates
import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The profile of a program that runs to its end and leaves files. It is made by running the program
/// three times, one after the other, in a new container, and by doing all of that once more.
struct CommandProfile: Sendable {
    /// How a run ends when nothing is in its way.
    static let status = ExitStatus.exited(0)
    /// The files after the first run, the second and the third.
    var files: [FileRecord] = []
    /// The same of the second round.
    var filesAgain: [FileRecord] = []
    /// Files that are others each time, although the same was done: nothing is expected of their
    /// bytes.
    var volatileFiles: Set<String> = []
    var options: AuditOptions

    init(rounds first: [FileRecord], _ again: [FileRecord], options: AuditOptions) {
        (files, filesAgain, self.options) = (first, again, options)
        for (record, other) in zip(first, again) {
            volatileFiles.formUnion(record.differences(from: other))
        }
    }

    /// The files of the first run that have something in them to be damaged, and the same name in each
    /// round: one of another name would not be there.
    var firstFiles: [String] {
        guard let first = files.first, let again = filesAgain.first else { return [] }
        return first.digests.filter { name, digest in
            digest != FileDigest.start && again.digests[name] != nil
        }.keys.sorted()
    }

    /// The most paths that one run adds under names that no other round has, of those that `counts`
    /// says: nothing has died, so that as many are no leftovers.
    func pathsPerRun(where counts: (String) -> Bool) -> Int {
        let rounds = [(files, filesAgain), (filesAgain, files)]
        return rounds.flatMap { round, other in
            zip(round, round.dropFirst()).map { before, after in
                let known = other.reduce(before.paths) { $0.union($1.paths) }
                return after.paths.subtracting(known).count(where: counts)
            }
        }.max() ?? 0
    }

    /// Whether a second and a third run leave something else than the one before.
    var tellsRunsApart: Bool {
        files.count == 3 && !isSame(files[0], files[1]) && !isSame(files[1], files[2])
    }

    /// Whether a second run and a third write nothing at all.
    var writesOnce: Bool {
        files.count == 3 && files[0].isUntouched(in: files[1]) && files[1].isUntouched(in: files[2])
    }

    func isSame(_ record: FileRecord, _ other: FileRecord) -> Bool {
        record.holds(other, apartFrom: volatileFiles)
            && other.holds(record, apartFrom: volatileFiles)
    }
}

/// The files of a container: a digest of each by its path.
struct FileRecord: Sendable {
    var digests: [String: UInt64] = [:]
    /// The paths of everything, directories too.
    var paths: Set<String> = []
    /// When it was written last, by its path.
    private var times: [String: Date] = [:]

    init(of container: Container) {
        paths = Set(container.paths)
        for name in paths {
            digests[name] = FileDigest.digest(of: container.path(name))
            let found = try? FileManager.default.attributesOfItem(atPath: container.path(name))
            times[name] = found?[.modificationDate] as? Date
        }
    }

    /// Whether all that is in either is the very same in both, and has not been written in between.
    func isUntouched(in later: FileRecord) -> Bool {
        digests == later.digests && times == later.times
    }

    /// Whether everything that `other` has is here too, byte for byte.
    func holds(_ other: FileRecord, apartFrom volatile: Set<String>) -> Bool {
        other.digests.allSatisfy { name, digest in
            volatile.contains(name) || digests[name] == digest
        }
    }

    /// The paths of what differs.
    func differences(from other: FileRecord) -> Set<String> {
        Set(digests.keys).union(other.digests.keys).filter { digests[$0] != other.digests[$0] }
    }

    /// What is missing (-) or another (~) here.
    func changes(from other: FileRecord, apartFrom volatile: Set<String>) -> String {
        other.digests.sorted { $0.key < $1.key }.compactMap { name, digest in
            guard !volatile.contains(name), digests[name] != digest else { return nil }
            return (digests[name] == nil ? "- " : "~ ") + name
        }.joined(separator: "\n")
    }
}

/// Runs a command to learn what it leaves.
struct CommandProbe: AuditStep {
    private static let runs = 3

    let options: AuditOptions
    let result: ProbeResult<CommandProfile>
    /// Is told what the probe will take, as soon as that is known.
    let announce: @Sendable (Preparation) -> Void

    var text: String { "Probe()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        let empty = FileRecord(of: session.container)
        let first = try await runs(in: session) { start in
            announce(AuditEffort(start: start).estimate(runs: 2 * Self.runs))
        }
        let again = try await runs(in: session)
        if first[0].digests == empty.digests {
            throw StepFailure(
                "the command leaves no file in its container, which is its home and its working "
                    + "directory: there is nothing to audit",
                expected: "arguments with which it writes something", actual: "no file")
        }
        result.set(CommandProfile(rounds: first, again, options: options))
        return .step
    }

    private func runs(
        in session: isolated Session, firstTook: (Duration) -> Void = { _ in }
    ) async throws -> [FileRecord] {
        try session.container.replaceContents(with: nil)
        var records: [FileRecord] = []
        for number in 1...Self.runs {
            let time = try await session.timedLaunch()
            if number == 1 { firstTook(time) }
            guard session.lastRun?.status == CommandProfile.status else {
                throw StepFailure(
                    """
                    run \(number) of the command fails \
                    \(number == 1 ? "in an empty container" : "on what run \(number - 1) has left"). An \
                    audit repeats the command with the same arguments: name such with which each run \
                    succeeds
                    """,
                    expected: "\(CommandProfile.status)",
                    actual: session.lastRun?.status.map { "\($0)" } ?? "no end")
            }
            records.append(FileRecord(of: session.container))
        }
        return records
    }
}
