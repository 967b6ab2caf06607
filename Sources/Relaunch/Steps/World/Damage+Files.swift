import CrashStates
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

extension Session {
    /// The files of the container that a step damages, by name.
    func filesToDamage(_ subject: Damage.Subject) throws -> [String] {
        var paths: [String]
        switch subject {
        case .path(let path): paths = [path]
        case .savedState:
            paths = record.hello?.savedState ?? []
            guard !paths.isEmpty else {
                throw StepFailure(
                    "the target names no saved state, so there is none to damage",
                    expected: "paths in the 'savedState' of its hello", actual: "none")
            }
        }
        for path in paths where container.leadsAway(path) {
            throw StepFailure(
                "'\(path)' leads out of the container through a link: nothing is damaged there",
                expected: "a file or directory of the container", actual: "a link that leads away")
        }
        let files = paths.filter(Container.isInside).flatMap(container.files(below:))
        guard !files.isEmpty else {
            let list = paths.map { "'\($0)'" }.joined(separator: ", ")
            throw StepFailure(
                blame: subject == .savedState ? .target : .scenario,
                "there is nothing to damage: no file is at \(list)",
                expected: "at least one file", actual: "none in \(container.path)")
        }
        return files
    }

    /// Damages one file; false where it is too short for that.
    func damage(_ file: String, _ harm: Damage.Harm, foreign: [UInt8]) throws -> Bool {
        var content = try container.content(of: file)
        switch harm {
        case .truncated(let length):
            guard length < content.count else { return false }
            content.removeLast(content.count - length)
        case .emptied: content = []
        case .bitFlipped(let offset, let bit):
            guard offset < content.count else { return false }
            content[offset] ^= 1 << UInt8(bit)
        case .overwritten(let offset, let bytes):
            guard offset <= content.count else { return false }
            content.replaceSubrange(offset..<min(offset + bytes.count, content.count), with: bytes)
        case .replaced, .replacedBy: content = foreign
        case .unreadable: return try hide(file)
        case .removed:
            try Container.removeTree(container.path(file))
            return true
        case .staleTemporaryAndLockFiles:
            try container.leaveStale(beside: file, content: content)
            return true
        case .everyTruncation, .everyBitFlip: return false
        }
        try container.setContent(of: file, content)
        return true
    }

    /// Takes the permission to read a file away. For root's targets that alone has no effect.
    private func hide(_ file: String) throws -> Bool {
        if geteuid() == 0 {
            guard Privileges.canBeTaken else {
                throw StepFailure(
                    blame: .scenario, kind: .unavailable,
                    "root may read every file, and there is no 'setpriv' on the PATH to take this "
                        + "right from a target; run as another user, or install util-linux")
            }
            world.hidesFiles = true
        }
        guard chmod(container.path(file), 0) == 0 else {
            throw FileTreeError.notRead(container.path(file), Errno(rawValue: errno))
        }
        return true
    }
}

extension Damage.Harm {
    /// The content that a file is to have from elsewhere; empty where it comes from nowhere.
    func foreignBytes(from location: FileLocation) throws -> [UInt8] {
        switch self {
        case .replaced(let bytes): return bytes
        case .replacedBy(let name):
            let path = location.path(beside: name)
            guard FileTree.isRegularFile(path),
                let data = FileManager.default.contents(atPath: path)
            else {
                throw StepFailure(
                    blame: .scenario, kind: .missing,
                    "there is no file '\(path)' to take the content from; paths are relative to the "
                        + "scenario file's folder")
            }
            return Array(data)
        default: return []
        }
    }
}

extension Container {
    /// The regular files at a path or below it, by name, relative to the container.
    package func files(below relative: String) -> [String] {
        if FileDigest.isFile(path(relative)) { return [relative] }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(relative))) ?? []
        return names.map { relative + "/" + $0 }.filter { FileDigest.isFile(path($0)) }.sorted()
    }

    package func content(of file: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path(file)) else {
            throw FileTreeError.notRead(path(file), Errno(rawValue: errno))
        }
        return Array(data)
    }

    /// Changes a file's content and nothing else of it: it is the same file afterwards.
    func setContent(of file: String, _ bytes: [UInt8]) throws {
        let descriptor = open(path(file), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileTreeError.notRead(path(file), Errno(rawValue: errno))
        }
        defer { close(descriptor) }
        try FileDescriptor(rawValue: descriptor).writeAll(bytes)
    }

    func size(of file: String) -> Int { (try? content(of: file).count) ?? 0 }

    /// Puts beside a file what a save may leave that was killed: half of the new content under the
    /// usual names of temporary files, and a lock of a process that is no more.
    func leaveStale(beside file: String, content: [UInt8]) throws {
        for suffix in [".tmp", ".new", "~"] {
            try Data(content.prefix(content.count / 2)).write(
                to: URL(fileURLWithPath: path(file + suffix)))
        }
        try Data("4194304\n".utf8).write(to: URL(fileURLWithPath: path(file + ".lock")))
    }
}

/// The rights of root over files, which a target must not have where a file is to be unreadable.
enum Privileges {
    private static let tool = Executable.onPath("setpriv")

    static var canBeTaken: Bool { tool != nil }

    /// The command without the right to read every file. Only root has that.
    static func withoutReadingAll(_ command: Supervisor.Command) -> Supervisor.Command {
        guard geteuid() == 0, let tool else { return command }
        return command.executed(
            by: [tool, "--bounding-set", "-dac_override,-dac_read_search", "--"])
    }
}
