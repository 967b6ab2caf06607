import CrashStates

/// `.relaunch`: what Relaunch keeps between runs, all of which may be deleted at any time.
///
/// It lies in the root of the enclosing package, else in the working directory, and tells git to look
/// away by itself.
struct StateDirectory {
    let path: String

    /// The directory that `.relaunch` lies in.
    let root: String

    init(from directory: String = Path.workingDirectory) {
        root = Path.nearestDirectory(with: "Package.swift", from: directory) ?? directory
        path = root + "/.relaunch"
    }

    var cache: String { path + "/cache" }
    var builds: String { path + "/builds" }
    /// Where containers of cases that failed are kept.
    var kept: String { path + "/kept" }
    /// Where the compiler keeps C modules when there is no build directory to share them with.
    var modules: String { path + "/modules" }

    /// Makes the directory and one below it.
    func prepare(_ directory: String) throws {
        try makeDirectory(directory)
        let ignore = path + "/.gitignore"
        if FileStamp(ignore) == nil { try writeFile("*\n", to: ignore) }
    }
}
