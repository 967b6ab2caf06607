import CrashStates
import Relaunch
import RestorationArchive

/// A folder with the saved state of an app built on StateRestoration, or one archive of it.
struct SavedStateFolder {
    /// The folder, as it was named or found.
    let path: String
    /// The archives in it: the one that the next launch reads, then those that were set aside.
    let archives: [String]

    /// What lies at a path: an archive, a folder of saved state, or a container that has one.
    static func folders(at path: String) throws(ArchiveError) -> [SavedStateFolder] {
        guard let stamp = FileStamp(path) else { throw .notThere(path) }
        guard stamp.isDirectory else {
            return [
                SavedStateFolder(path: Path.directory(of: path), archives: [Path.name(of: path)])
            ]
        }
        let inside = path + "/" + Path.directory(of: SavedState.relativePath(bundleIdentifier: ""))
        let found = names(in: inside).filter { $0.hasSuffix(".savedState") }
            .map { inside + "/" + $0 }
        let folders = (found.isEmpty ? [path] : found).map { folder in
            SavedStateFolder(path: folder, archives: archives(in: folder))
        }
        guard folders.contains(where: \.hasSomething) else { throw .noSavedState(path) }
        return folders
    }

    private static func archives(in folder: String) -> [String] {
        let all = names(in: folder)
        let aside = all.filter { SavedState.asideNumber($0, of: SavedState.archiveName) != nil }
        return all.filter { $0 == SavedState.archiveName } + aside
    }

    private var hasSomething: Bool {
        !archives.isEmpty
            || [SavedState.historyName, SavedState.sessionsName].contains {
                FileStamp(path + "/" + $0) != nil
            }
    }

    /// The bytes of a file in the folder; nil where there is none.
    func bytes(of name: String) -> [UInt8]? {
        (try? readFile(path + "/" + name)).map { Array($0) }
    }
}

/// Why nothing can be shown.
enum ArchiveError: Error, CustomStringConvertible {
    case notThere(String)
    case noSavedState(String)

    var description: String {
        switch self {
        case .notThere(let path): "there is no file or folder '\(path)'"
        case .noSavedState(let path):
            """
            '\(path)' has no saved state: name an archive, a folder NAME.savedState, or the container of \
            an app built on StateRestoration (`--keep` keeps one)
            """
        }
    }
}
