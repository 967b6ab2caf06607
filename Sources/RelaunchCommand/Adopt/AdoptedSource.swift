import CrashStates
import Relaunch

/// A file that was named, as it was read.
struct AdoptedSource {
    /// As it was typed.
    let path: String
    let bytes: [UInt8]
    let text: String

    /// Why a file cannot be rewritten.
    enum Problem: Error, CustomStringConvertible {
        case missing(String)
        case danglingLink(String, to: String)
        case endlessLink(String)
        case folder(String)
        case noSwift(String)
        case unreadable(FileError)
        case notUTF8(String, line: Int)
        case readOnly(String)
        case notYours(String, owner: UInt32)
        case twice(String, String)
        case syntax(String, [AdoptReport.Remark])
        case changed(String)

        var description: String {
            switch self {
            case .missing(let path): "there is no file '\(path)'\(Self.hint(path))"
            case .danglingLink(let path, let target):
                """
                '\(path)' is a symbolic link to '\(target)', which is not there; name the file itself, or \
                remove the link
                """
            case .endlessLink(let path):
                "'\(path)' is a symbolic link that leads back to itself; name the file itself, or remove the link"
            case .folder(let path):
                """
                '\(path)' is a folder; name the files in it: relaunch adopt \
                \(path.hasSuffix("/") ? path : path + "/")*.swift
                """
            case .noSwift(let path):
                "'\(path)' has no name of a Swift file; only files whose names end in .swift are rewritten"
            case .unreadable(let error): "\(error)"
            case .notUTF8(let path, let line):
                "'\(path)' is not UTF-8, in line \(line); Swift reads nothing else, so convert it first"
            case .readOnly(let path):
                "'\(path)' is read-only; `chmod u+w` it, or leave --write out to see what would change"
            case .notYours(let path, let owner):
                """
                '\(path)' belongs to user \(owner), and you may not write it; copy it, or leave --write out to \
                see what would change
                """
            case .twice(let path, let other):
                path == other
                    ? "'\(path)' is named twice; name each file once"
                    : "'\(path)' and '\(other)' are the same file; name it once"
            case .syntax(let path, let errors):
                """
                '\(path)' is no Swift that can be parsed, so nothing was changed; correct it first:
                \(errors.map { "\(path):\($0.line):\($0.column): \($0.text)" }
                    .joined(separator: "\n"))
                """
            case .changed(let path):
                "'\(path)' was changed by somebody else meanwhile; no file was written"
            }
        }

        private static func hint(_ path: String) -> String {
            let folder = Path.directory(of: Path.absolute(path))
            let similar = closest(
                to: Path.name(of: path), among: names(in: folder).filter { $0.hasSuffix(".swift") })
            return similar.map { ". Did you mean '\(Path.relative(folder + "/" + $0))'?" } ?? ""
        }
    }

    /// Reads files, all of which must be such that they can be rewritten.
    static func read(_ paths: [String], forWriting: Bool) throws(Problem) -> [AdoptedSource] {
        var seen: [String: String] = [:]
        var sources: [AdoptedSource] = []
        for path in paths {
            guard let stamp = FileStamp(path), let real = Path.real(path) else {
                if isEndless(path) { throw .endlessLink(path) }
                throw linkTarget(of: path).map { .danglingLink(path, to: $0) } ?? .missing(path)
            }
            if stamp.isDirectory { throw .folder(path) }
            guard path.hasSuffix(".swift") else { throw .noSwift(path) }
            if let other = seen.updateValue(path, forKey: real) { throw .twice(other, path) }
            let bytes: [UInt8]
            do { bytes = try readFile(path) } catch {
                throw .unreadable(
                    error as? FileError ?? FileError(action: "read", path: path, code: EIO))
            }
            if forWriting, let problem = hindrance(to: path) { throw problem }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .notUTF8(path, line: firstBadLine(bytes))
            }
            sources.append(AdoptedSource(path: path, bytes: bytes, text: text))
        }
        return sources
    }

    /// Where a symbolic link leads, as it says; nil of anything else.
    private static func linkTarget(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count >= 0 else { return nil }
        return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isEndless(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && errno == ELOOP
    }

    /// Why a file cannot be written: by its mode, which says what its owner wants even where root may do
    /// anything.
    private static func hindrance(to path: String) -> Problem? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o222 == 0 || access(path, W_OK) != 0
        else { return nil }
        let mayChange = geteuid() == 0 || geteuid() == status.st_uid
        return mayChange ? .readOnly(path) : .notYours(path, owner: status.st_uid)
    }

    private static func firstBadLine(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
    }

    /// Where the file itself lies, behind links.
    var realPath: String { Path.real(path) ?? Path.absolute(path) }
}
