import CrashStates
import Relaunch

/// What is watched, and which scenario files a change concerns.
struct WatchedFiles {
    /// The arguments, which are looked at again after each change: a folder may have new files.
    private(set) var named: [ScenarioSelector]
    private(set) var files: [ScenarioFile]
    /// The settings of the project, which concern every file; nil where it has none.
    private let settings: String?
    /// The executable that the target of a file is, by the file's absolute path.
    private var executables: [String: String] = [:]
    /// The executables as they were when a scenario began to use them.
    private var used: [String: FileStamp] = [:]

    init(
        named: [ScenarioSelector], settings: String? = nil
    ) throws(FileSelection.NotThere) {
        self.named = named
        self.settings = settings
        files = try FileSelection.files(named: named)
    }

    /// How many programs are watched.
    var programCount: Int { Set(executables.values).count }

    /// Where something may be saved that matters.
    var directories: Set<String> {
        var directories: Set<String> = []
        for file in files { directories.formUnion([file.directory, file.directory + "/Support"]) }
        let folders =
            named.isEmpty ? [FileSelection.defaultDirectory() ?? "."] : named.map(\.file)
        for argument in folders
        where FileStamp(argument)?.isDirectory == true {
            directories.insert(Path.absolute(argument))
        }
        if let settings { directories.insert(Path.directory(of: settings)) }
        directories.formUnion(executables.values.map { Path.directory(of: $0) })
        return directories
    }

    /// What `relaunch run` is told of a file: the file, or what of it is named.
    func arguments(for file: ScenarioFile) -> [String] {
        let selectors = named.filter { $0.isAbout(file) }
        if selectors.isEmpty || selectors.contains(where: { $0.choice == .all }) {
            // A name that begins with a dash is no option.
            return [file.path.hasPrefix("-") ? "./" + file.path : file.path]
        }
        return selectors.map(\.text)
    }

    /// Looks for files that are new in a folder, or gone, and returns the new ones.
    mutating func update() -> [ScenarioFile] {
        // A file that is being replaced may be missing for a moment: it is not forgotten.
        guard let present = try? FileSelection.files(named: named) else { return [] }
        let new = present.filter { !files.contains($0) }
        files = present
        return new
    }

    /// Watches what is named now instead, where all of it is there.
    mutating func rename(_ selectors: [ScenarioSelector]) throws(FileSelection.NotThere) {
        files = try FileSelection.files(named: selectors)
        named = selectors
    }

    /// Whether the settings were saved.
    func areSettings(in changes: FileWatch.Changes) -> Bool {
        guard let settings else { return false }
        return changes.isOverflow || changes.paths.contains(settings)
    }

    /// Takes in what the target of a file is.
    mutating func take(_ suite: SuiteDescription) {
        let name = suite.target.executable
        let file = ScenarioFile(path: suite.file)
        let path: String?
        if name.contains("/") {
            path = Path.absolute(name, from: file.realDirectory)
        } else if let product = EnclosingPackage(around: file.directory)?.executable(name),
            FileStamp(product) != nil
        {
            path = product
        } else {
            path = Path.program(name, in: ProcessInfo.processInfo.environment)
        }
        // A link is followed to what is replaced when the program is built.
        executables[file.absolutePath] = path.flatMap(Path.real)
    }

    /// The scenarios of a file begin: from now on a saved executable is another one.
    mutating func begin(_ file: String) {
        guard let path = executables[Path.absolute(file)] else { return }
        used[path] = FileStamp(path)
    }

    /// The scenario files that a change concerns, each with what was saved: one of the paths.
    func concerned(by changes: FileWatch.Changes) -> [(file: ScenarioFile, saved: String)] {
        files.compactMap { file in
            if changes.isOverflow { return (file, file.absolutePath) }
            return cause(of: file, in: changes.paths).map { (file, $0) }
        }
    }

    private func cause(of file: ScenarioFile, in paths: Set<String>) -> String? {
        if paths.contains(file.absolutePath) { return file.absolutePath }
        if let settings, paths.contains(settings) { return settings }
        let support = file.directory + "/Support"
        if let path = paths.sorted().first(where: { Path.isInside($0, support) }) { return path }
        // What the run itself has built is what it uses.
        guard let path = executables[file.absolutePath], paths.contains(path),
            let before = used[path], let now = FileStamp(path), before != now
        else { return nil }
        return path
    }
}
