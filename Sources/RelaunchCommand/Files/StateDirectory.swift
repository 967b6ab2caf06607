import CrashStates

/// `.relaunch`: what Relaunch keeps between runs, all of which may be deleted at any time.
///
/// It lies in the root of the enclosing package, else in the working directory, and tells git to look
/// away by itself. Where nothing can be written there, it lies with the user's other caches, and
/// `RELAUNCH_CACHE` puts it anywhere else.
struct StateDirectory {
    let path: String

    /// The directory that the run is about: that of the package, else the working directory.
    let root: String

    /// Names the directory that is used instead of `.relaunch`.
    static let variable = "RELAUNCH_CACHE"

    /// - Parameter isWritable: whether files can be made in a directory that is there.
    init(
        from directory: String = Path.workingDirectory,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        isWritable: (String) -> Bool = { access($0, W_OK) == 0 }
    ) {
        root = Path.nearestDirectory(with: "Package.swift", from: directory) ?? directory
        let usual = root + "/.relaunch"
        if let named = environment[Self.variable], !named.isEmpty {
            path = Path.absolute(named)
        } else if isWritable(FileStamp(usual) == nil ? root : usual) {
            path = usual
        } else {
            // One for each directory, so that names stay apart.
            path =
                Self.userCache(environment) + "/relaunch/" + Path.name(of: root) + "-"
                + String(ContentKey.number(of: root), radix: 36).prefix(8)
        }
    }

    /// Where a user's programs keep caches. Relative paths do not count, as the XDG specification says.
    private static func userCache(_ environment: [String: String]) -> String {
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") { return path }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache" }
        return "/tmp/relaunch-\(getuid())"
    }

    var cache: String { path + "/cache" }
    var builds: String { path + "/builds" }
    /// Where kits go when the build directory cannot be written to.
    var kits: String { path + "/kits" }
    /// Where the profiles of audited targets are kept, for replays.
    var profiles: String { path + "/profiles" }
    /// Where containers of cases that failed are kept.
    var kept: String { path + "/kept" }
    /// Where the compiler keeps C modules when there is no build directory to share them with.
    var modules: String { path + "/modules" }

    /// Makes the directory and one below it.
    func prepare(_ directory: String) throws {
        let isNew = names(in: path).isEmpty
        try makeDirectory(directory)
        guard isNew || Path.name(of: path) == ".relaunch" else { return }
        let ignore = path + "/.gitignore"
        if FileStamp(ignore) == nil { try writeFile("*\n", to: ignore) }
        let tag = path + "/" + Self.tagName
        if FileStamp(tag) == nil { try writeFile(Self.tag, to: tag) }
    }

    // MARK: Whose it is

    private static let tagName = "CACHEDIR.TAG"
    /// Backup programs leave out directories with such a file: https://bford.info/cachedir/
    private static let tag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # A cache of relaunch. `relaunch clean` empties it; it may be deleted at any time.

        """

    /// Whether Relaunch has made the directory. One that was there before may hold anything.
    var isOwn: Bool {
        Path.name(of: path) == ".relaunch"
            || (try? readFile(path + "/" + Self.tagName)) == Array(Self.tag.utf8)
    }

    /// Removes these directories below it where nothing is left in them, and then itself where it has
    /// nothing but its marks.
    func removeIfEmpty(below directories: [String]) {
        for directory in directories where Path.isInside(directory, path) { rmdir(directory) }
        let marks = [".gitignore", Self.tagName]
        guard isOwn, names(in: path).allSatisfy(marks.contains) else { return }
        remove(path)
    }
}
