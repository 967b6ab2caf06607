import CrashStates
import Relaunch
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an audit has found out of its target, in a file: a replay judges a trial by the same, and need not find
/// it out again.
struct KeptProfile: Codable {
    /// Changes with each version of this package, whose forms of it may differ.
    private let version: String
    /// What the audit was given.
    private let options: AuditOptions
    /// What the target was made of then.
    private let target: TargetFiles
    let profile: TargetProfile

    init(_ profile: TargetProfile, _ options: AuditOptions) {
        version = relaunchVersion
        self.options = options
        target = TargetFiles(of: options.executable)
        self.profile = profile
    }

    /// Nil where there is none, or one that is not of this target as it is now and of these options.
    init?(at path: String, for options: AuditOptions) {
        guard let content = FileManager.default.contents(atPath: path),
            let kept = try? JSONDecoder().decode(Self.self, from: content),
            kept.version == relaunchVersion, kept.isMade(for: options),
            kept.target == TargetFiles(of: options.executable)
        else { return nil }
        self = kept
    }

    func write(to path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    /// Whether an audit with these options would find out the same, or less.
    private func isMade(for other: AuditOptions) -> Bool {
        let isAsMuch = [options.effort, profile.effort.isReduced ? .reduced : .whole]
            .contains(other.effort)
        let isOfRules =
            options.rules.isEmpty
            || !other.rules.isEmpty && Set(other.rules).isSubset(of: options.rules)
        return isAsMuch && isOfRules && options.name == other.name
            && options.executable == other.executable && options.arguments == other.arguments
            && options.seed == other.seed && options.crashLimit == other.crashLimit
            && options.driver == other.driver && options.expects == other.expects
    }
}

/// What an executable is made of, as far as that can be seen: its bytes, and when the files beside a script were
/// written that it may load.
private struct TargetFiles: Codable, Equatable {
    /// How many files beside a script are looked at.
    private static let limit = 1000

    private let digest: UInt64?
    private var times: [String: Date] = [:]

    init(of executable: String) {
        digest = FileDigest.digest(of: executable)
        let content = FileManager.default.contents(atPath: executable) ?? Data()
        guard content.starts(with: "#!".utf8) else { return }
        let script = URL(filePath: executable)
        let folder = script.deletingLastPathComponent().path
        let folders = [folder] + Self.names(in: folder).map { folder + "/" + $0 }
        // What a script writes there, and what is written of it, is of another kind.
        let files = folders.flatMap { folder in
            Self.names(in: folder).map { URL(filePath: folder + "/" + $0) }
        }.filter { script.pathExtension.isEmpty || $0.pathExtension == script.pathExtension }
        for file in files.prefix(Self.limit) where FileTree.isRegularFile(file.path) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            times[file.path] = attributes?[.modificationDate] as? Date
        }
    }

    /// What is in a folder, but for what programs leave there by themselves.
    private static func names(in folder: String) -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (all ?? []).filter { !$0.hasPrefix(".") && $0 != "__pycache__" }.sorted()
    }
}
