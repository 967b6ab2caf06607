import CrashStates
import Relaunch
import RelaunchProtocol

/// Remembers what the files of the user are, to see what a death leaves of them.
struct RememberUserFiles: AuditStep {
    fileprivate static let name = "audit.userFiles"

    var text: String { "RememberUserFiles()" }

    func perform(in session: isolated Session) async throws -> Next {
        session.remembered[Self.name] = session.userFileDigests
        return .step
    }
}

extension Session {
    fileprivate var userFileDigests: JSON {
        .object(userFiles().mapValues { .string(String($0, radix: 16)) })
    }
}

extension Expect.Condition {
    /// The files that were remembered are there, byte for byte. One that a launch changes anyhow
    /// must be there.
    static func userFilesAsRemembered(apartFrom changing: Set<String>) -> Self {
        Self(".userFilesAsRemembered") { session in
            let before = session.remembered[RememberUserFiles.name]?.object ?? [:]
            let now = session.userFiles()
            let changes = before.sorted { $0.key < $1.key }.compactMap { name, digest in
                guard let file = now[name] else { return "- \(name)" }
                let isSame = digest.string == String(file, radix: 16) || changing.contains(name)
                return isSame ? nil : "~ \(name)"
            }
            if changes.isEmpty { return nil }
            return StepFailure(
                "the user's data is not what it was", expected: "every file as it was",
                actual:
                    "\(Phrases.count(changes.count, "file", "files")) missing (-) or changed (~)",
                difference: changes.joined(separator: "\n"))
        }
    }
}

/// Remembers whether a death has left others of the user's files than those of
/// ``RememberUserFiles``.
struct NoteLossOfUserFiles: AuditStep {
    static let name = "audit.userFilesAreOthers"

    var text: String { "NoteLossOfUserFiles()" }

    func perform(in session: isolated Session) async throws -> Next {
        let before = session.remembered[RememberUserFiles.name] ?? .null
        session.remembered[Self.name] = .bool(before != session.userFileDigests)
        return .step
    }
}

/// Remembers which paths are kept out of backups.
struct RememberBackupMarks: AuditStep {
    fileprivate static let name = "audit.backupMarks"

    var text: String { "RememberBackupMarks()" }

    func perform(in session: isolated Session) async throws -> Next {
        let marked = try BackupMark.marked(in: session.container.path)
        session.remembered[Self.name] = .array(marked.map(JSON.string))
        return .step
    }
}

extension Expect.Condition {
    /// What was kept out of backups is so still, where it is there.
    static var backupMarksKept: Self {
        Self(".backupMarksKept") { session in
            let before = session.remembered[RememberBackupMarks.name]?.array ?? []
            let marked = Set(try BackupMark.marked(in: session.container.path))
            let lost = before.compactMap(\.string).filter { path in
                !path.folders.contains(where: marked.contains)
                    && FileDigest.digest(of: session.container.path(path)) != nil
            }
            if lost.isEmpty { return nil }
            return StepFailure(
                "a mark that keeps a file out of backups is lost with a later save",
                expected: "marked", actual: "not marked: \(lost.joined(separator: ", "))")
        }
    }

    /// What a plain death brings back, unless something was marked not to come back.
    static func asAfterPlainDeathUnlessMarked(
        _ walk: ActionWalk, _ profile: TargetProfile
    ) -> Self {
        let whole = asAfterPlainDeath(walk, profile)
        return Self(whole.text, needsRunning: true) { session in
            let marked = session.remembered[RememberBackupMarks.name]?.array ?? []
            return marked.isEmpty ? try await whole.evaluate(session) : nil
        }
    }
}

extension String {
    /// The path itself and those of the folders that it lies in.
    fileprivate var folders: [String] {
        let parts = split(separator: "/")
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
}
