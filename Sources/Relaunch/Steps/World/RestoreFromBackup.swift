import CrashStates

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

/// Makes the container what a restore from backup brings back (rule W3): no `Library/Caches`, no
/// `tmp`, nothing that is marked as excluded, at a new path, and the bundle as it was installed.
///
/// The mark is Apple's, the extended attribute `com.apple.MobileBackup`,
/// under the name that Linux asks for: ``excludedAttribute``. Foundation on Linux drops
/// `URLResourceValues.isExcludedFromBackup` without a word; a target that wants to be seen sets the
/// attribute itself (`setfattr -n user.com.apple.MobileBackup -v 1 FILE`).
/// A folder's mark covers all that is in it. An atomic replacement of a file makes a new file: it
/// has lost the mark, and comes back.
///
/// To a command its container is a home: there everything comes back that is not excluded.
public struct RestoreFromBackup: Step {
    /// The extended attribute that keeps a file or folder out of backups, whatever its value.
    public static let excludedAttribute = "user.com.apple.MobileBackup"

    public let location: FileLocation

    /// Needs a target that is dead.
    public init(
        fileID: String = #fileID, file: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        location = FileLocation(fileID: fileID, file: file, line: line, column: column)
    }

    public var text: String { "RestoreFromBackup()" }

    public func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.changeContainer()
        rehearsal.needsDead(because: "a backup is restored while no app runs")
    }

    public func perform(in session: isolated Session) async throws -> Next {
        if !BackupMark.isPossible(in: session.container.path) {
            session.note(
                "the container's file system has no user extended attributes, so nothing could be "
                    + "marked as excluded from a backup; RELAUNCH_CONTAINERS names another place"
            )
        }
        let excluded = try BackupMark.removeMarked(in: session.container.path)
        _ = try session.container.purge()
        let left = try session.moveContainer()
        if let bundle = session.world.bundle {
            let fresh = try Bundle(
                of: bundle.source, replacing: bundle, version: bundle.information.version,
                at: session.runDirectory.newPath())
            session.world.bundle = fresh
            session.move(to: session.container, executable: fresh.executable)
        }
        let missing = excluded.sorted() + left
        session.log(
            "restored from a backup; the container is now \(session.container.path)"
                + (missing.isEmpty ? "" : "; not in it: \(missing.joined(separator: ", "))"))
        return .step
    }
}

/// The mark that keeps a file or folder out of backups.
package enum BackupMark {
    private static let name = Array(RestoreFromBackup.excludedAttribute.utf8)

    /// Removes everything that is marked, and returns the paths, relative to `directory`.
    static func removeMarked(in directory: String) throws -> [String] {
        let marked = try marked(in: directory)
        for path in marked { try Container.removeTree(directory + "/" + path) }
        return marked
    }

    /// The paths that are marked, relative to `directory`; what is in a marked folder is not listed.
    package static func marked(in directory: String) throws -> [String] {
        var marked: [String] = []
        try collect(OpenDirectory(path: directory), below: "", depth: 0, into: &marked)
        return marked
    }

    private static func collect(
        _ directory: OpenDirectory, below parent: String, depth: Int, into marked: inout [String]
    ) throws {
        guard depth < OpenDirectory.depthLimit else { return }
        for name in try directory.names() {
            guard let kind = try directory.status(name)?.st_mode, kind & S_IFMT != S_IFLNK else {
                continue
            }
            let path = parent + String(decoding: name, as: UTF8.self)
            let isDirectory = kind & S_IFMT == S_IFDIR
            guard isDirectory || kind & S_IFMT == S_IFREG else { continue }
            if try isMarked(name, in: directory) {
                marked.append(path)
            } else if isDirectory {
                try collect(
                    OpenDirectory(name, in: directory), below: path + "/", depth: depth + 1,
                    into: &marked)
            }
        }
    }

    private static func isMarked(_ name: [UInt8], in directory: OpenDirectory) throws -> Bool {
        let file = try directory.open(name, O_RDONLY)
        defer { close(file) }
        return ExtendedAttributes.read(file).contains { $0.name == self.name }
    }

    /// Whether a file of this directory could have the mark at all.
    static func isPossible(in directory: String) -> Bool {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let before = ExtendedAttributes.read(file)
        let mark = Inode.Attribute(name: name, value: [UInt8(ascii: "1")])
        let works = ExtendedAttributes.set(before.filter { $0.name != name } + [mark], on: file)
        return ExtendedAttributes.set(before, on: file) && works
    }
}
