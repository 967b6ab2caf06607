import CrashStates
import Relaunch

/// Files that change together: each is written aside first, and all are renamed when none has failed.
struct SourceReplacement {
    private var prepared: [(aside: String, path: String)] = []

    /// Writes what comes in a file's place beside it.
    mutating func prepare(_ text: String, for source: AdoptedSource) throws {
        let path = source.realPath
        guard try readFile(path) == source.bytes else {
            throw AdoptedSource.Problem.changed(source.path)
        }
        let aside = "\(path).\(getpid())"
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FileError(action: "read", path: path, code: errno)
        }
        try writeFile(text, to: aside)
        prepared.append((aside, path))
        guard chmod(aside, status.st_mode & 0o7777) == 0 else {
            throw FileError(action: "write", path: path, code: errno)
        }
    }

    /// Puts all of them in their places.
    func commit() throws {
        for (aside, path) in prepared where rename(aside, path) != 0 {
            throw FileError(action: "write", path: path, code: errno)
        }
    }

    /// Removes what was written aside and did not get its place.
    func discard() { for (aside, _) in prepared { unlink(aside) } }
}
