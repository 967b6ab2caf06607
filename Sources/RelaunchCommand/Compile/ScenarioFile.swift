import ArgumentParser
import CrashStates
import Relaunch

/// A scenario file that was named, or found in a folder that was.
struct ScenarioFile: Hashable {
    /// The path as the user would type it: for the compiler, for messages and for identities.
    let path: String
    let absolutePath: String

    init(path: String) {
        self.path = path
        absolutePath = Path.absolute(path)
    }

    /// The path for the compiler, which leaves out a `./` and would take a name that begins with a dash
    /// for an option.
    var compilerPath: String {
        let first = path.split(separator: "/").first { $0 != "." }
        return !path.hasPrefix("/") && first?.hasPrefix("-") == true ? absolutePath : path
    }

    /// The folder that the file lies in.
    var directory: String { Path.directory(of: absolutePath) }

    /// The same without links: what a path in the file is relative to.
    var realDirectory: String { Path.real(directory) ?? directory }

    /// The files of the folder `Support/` beside it, which are compiled with it.
    var support: [String] {
        let typed = Path.directory(of: path) + "/Support"
        return names(in: directory + "/Support").filter { $0.hasSuffix(".swift") }
            .map { typed.hasPrefix("./") ? "Support/\($0)" : "\(typed)/\($0)" }
    }
}

/// Which files a run is about.
enum FileSelection {
    /// The folder that is taken where none is named.
    static let defaultFolder = "Scenarios"

    struct NotThere: Error, CustomStringConvertible {
        var path: String
        /// Whether a scenario in it is named.
        var hasScenario = false
        var isFolder = false

        var description: String {
            if isFolder {
                return """
                    '\(path)' is a folder; write the file that the scenario is in, as in \
                    \(path.hasSuffix("/") ? path : path + "/")FILE.swift::SCENARIO
                    """
            }
            if !hasScenario, let command = closest(to: path, among: Root.subcommandNames) {
                return """
                    there is no file or folder '\(path)', and no such command. Did you mean \
                    'relaunch \(command)'?
                    """
            }
            let folder = Path.directory(of: Path.absolute(path))
            let similar = closest(to: Path.name(of: path), among: names(in: folder))
            let hint = similar.map { ". Did you mean '\(Path.relative(folder + "/" + $0))'?" } ?? ""
            return "there is no file or folder '\(path)'\(hint)"
        }
    }

    /// The files behind the arguments: files as they are, folders with every `.swift` file directly in
    /// them. Without arguments, the folder `Scenarios` of the enclosing package or of the working
    /// directory.
    static func files(named selectors: [ScenarioSelector]) throws(NotThere) -> [ScenarioFile] {
        var paths: [String] = []
        let byDefault = [defaultDirectory()].compactMap { $0 }.map(ScenarioSelector.init)
        for selector in selectors.isEmpty ? byDefault : selectors {
            let argument = selector.file
            guard let stamp = FileStamp(argument) else {
                throw NotThere(path: argument, hasScenario: selector.choice != .all)
            }
            guard stamp.isDirectory else {
                paths.append(argument)
                continue
            }
            guard selector.choice == .all else {
                throw NotThere(path: argument, hasScenario: true, isFolder: true)
            }
            let prefix = argument.hasSuffix("/") ? argument : argument + "/"
            paths += names(in: argument)
                .filter { $0.hasSuffix(".swift") && $0 != SettingsFile.name }.map { prefix + $0 }
        }
        var seen: Set<String> = []
        return paths.map { ScenarioFile(path: $0) }.filter { seen.insert($0.absolutePath).inserted }
    }

    /// The same for arguments, where one that names nothing is wrong usage.
    static func scenarioFiles(_ arguments: [String]) throws -> [ScenarioFile] {
        do { return try files(named: arguments.map(ScenarioSelector.init)) } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The default folder as one would type it from here; nil where there is none.
    static func defaultDirectory() -> String? {
        let here = Path.workingDirectory
        let root = Path.nearestDirectory(with: "Package.swift", from: here)
        for place in [root, here].compactMap({ $0 }) {
            let folder = place + "/" + defaultFolder
            if FileStamp(folder)?.isDirectory == true { return Path.relative(folder) }
        }
        return nil
    }
}
