#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a program is like that runs to its end and leaves files: learnt by running it three times,
/// one after the other, in a new container, and all of that once more.
struct CommandProfile: Sendable {
    /// How a run ends when nothing is in its way.
    var status = ExitStatus.exited(0)
    /// The files after the first run, the second and the third.
    var files: [FileRecord] = []
    /// Files that are others each time, although the same was done: nothing is expected of their
    /// bytes.
    var volatileFiles: Set<String> = []
    var options: AuditOptions

    /// The files of the first run that have something in them to be damaged.
    var firstFiles: [String] {
        (files.first?.digests ?? [:]).filter { $0.value != FileDigest.start }.keys.sorted()
    }
    /// Whether a second and a third run leave something else than the one before.
    var tellsRunsApart: Bool {
        files.count == 3 && !isSame(files[0], files[1]) && !isSame(files[1], files[2])
    }

    func isSame(_ record: FileRecord, _ other: FileRecord) -> Bool {
        record.holds(other, apartFrom: volatileFiles)
            && other.holds(record, apartFrom: volatileFiles)
    }
}

/// The files of a container: a digest of each by its path.
struct FileRecord: Sendable, Equatable {
    var digests: [String: UInt64] = [:]

    init(of container: Container) {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: container.path)) ?? []
        for name in names { digests[name] = FileDigest.digest(of: container.path(name)) }
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

    var text: String { "Probe()" }

    func rehearse(_ rehearsal: inout Rehearsal) { rehearsal.launch(endsDead: true) }

    func perform(in session: isolated Session) async throws -> Next {
        var profile = CommandProfile(options: options)
        let empty = FileRecord(of: session.container)
        let first = try await runs(in: session, &profile)
        let again = try await runs(in: session, &profile)
        profile.files = first
        for (record, other) in zip(first, again) {
            profile.volatileFiles.formUnion(record.differences(from: other))
        }
        if first[0] == empty {
            throw StepFailure(
                "the command leaves no file in its container, which is its home and its working "
                    + "directory: there is nothing to audit",
                expected: "arguments with which it writes something", actual: "no file")
        }
        result.set(profile)
        return .step
    }

    private func runs(
        in session: isolated Session, _ profile: inout CommandProfile
    ) async throws -> [FileRecord] {
        try session.container.replaceContents(with: nil)
        var records: [FileRecord] = []
        for number in 1...Self.runs {
            try await session.launch()
            guard let run = session.lastRun, let status = run.status, status == .exited(0) else {
                throw StepFailure(
                    "run \(number) of the command does not end well, and nothing is in its way",
                    expected: "\(ExitStatus.exited(0))",
                    actual: session.lastRun?.status.map { "\($0)" } ?? "no end")
            }
            profile.status = status
            records.append(FileRecord(of: session.container))
        }
        return records
    }
}
