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

    /// The folder that the file lies in.
    var directory: String { Path.directory(of: absolutePath) }

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
        var description: String {
            if let command = closest(to: path, among: Root.subcommandNames) {
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
    static func files(named arguments: [String]) throws(NotThere) -> [ScenarioFile] {
        var paths: [String] = []
        for argument in arguments.isEmpty ? [defaultDirectory()].compactMap({ $0 }) : arguments {
            guard let stamp = FileStamp(argument) else { throw NotThere(path: argument) }
            guard stamp.isDirectory else {
                paths.append(argument)
                continue
            }
            let prefix = argument.hasSuffix("/") ? argument : argument + "/"
            paths += names(in: argument).filter { $0.hasSuffix(".swift") }.map { prefix + $0 }
        }
        var seen: Set<String> = []
        return paths.map { ScenarioFile(path: $0) }.filter { seen.insert($0.absolutePath).inserted }
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
