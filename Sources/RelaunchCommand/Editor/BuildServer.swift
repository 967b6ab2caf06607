import Relaunch
import RelaunchProtocol

/// Tells a language server how the scenario files of a folder are compiled.
///
/// It speaks as much of the Build Server Protocol as sourcekit-lsp asks for. The folder is one target; how
/// a file is compiled is worked out when it is asked for, so that new files need no preparation.
struct BuildServer {
    private let swiftc: String?
    /// The folder that was asked about last; the working directory before that.
    private var root = Path.workingDirectory
    /// The program as it was when somebody looked last.
    private var stamp = FileStamp(Installation.program)
    /// The kit that was named in an answer last.
    private var latestKit: String?
    private let program = Installation.program

    /// What every answer names: the folder's files.
    private static let target: JSON = ["uri": "relaunch:scenarios"]

    /// A request that cannot be answered.
    struct Refusal: Error {
        var code: Int64
        var message: String
    }

    /// - Parameter swiftc: the compiler where the environment names none; editors often have another
    ///   `PATH` than a terminal.
    init(swiftc: String?) {
        self.swiftc = swiftc
    }

    /// Answers one request.
    mutating func answer(_ method: String, _ params: JSON) throws(Refusal) -> JSON {
        switch method {
        case "build/initialize":
            if let path = params["rootUri"]?.string.flatMap(Self.path) { root = path }
            return [
                "displayName": "relaunch", "version": .string(relaunchVersion),
                "bspVersion": .string(EditorConnection.protocolVersion),
                "capabilities": ["languageIds": ["swift"]],
                "dataKind": "sourceKit", "data": ["sourceKitOptionsProvider": true],
            ]
        case "workspace/buildTargets":
            let target: JSON = [
                "id": Self.target, "displayName": "Scenarios", "tags": ["test"],
                "languageIds": ["swift"], "dependencies": [], "capabilities": [:],
            ]
            return ["targets": [target]]
        case "buildTarget/sources":
            let folder = URL(filePath: root, directoryHint: .isDirectory).absoluteString
            // A folder, so that files that do not exist yet belong to the target too.
            let source: JSON = ["uri": .string(folder), "kind": 2, "generated": false]
            return ["items": [["target": Self.target, "sources": [source]]]]
        case "textDocument/sourceKitOptions":
            guard let path = params["textDocument"]?["uri"]?.string.flatMap(Self.path) else {
                throw Refusal(code: -32602, message: "'textDocument.uri' names no file")
            }
            let arguments = try arguments(for: path)
            return [
                "compilerArguments": .array(arguments.map(JSON.string)),
                "workingDirectory": .string(root),
            ]
        case "workspace/waitForBuildSystemUpdates": return [:]
        case "build/shutdown": return nil
        default:
            throw Refusal(code: -32601, message: "the method '\(method)' is not known here")
        }
    }

    /// What the compiler is told about one file.
    private mutating func arguments(for path: String) throws(Refusal) -> [String] {
        let file = ScenarioFile(path: path)
        let isSupport = Path.name(of: file.directory) == "Support"
        let others = isSupport ? Self.neighbours(of: file) : file.support
        do {
            return try HostCompiler.language + kit().compilerArguments + [path]
                + others.filter { $0 != path }
        } catch {
            throw Refusal(code: -32603, message: "\(error)")
        }
    }

    private static func neighbours(of file: ScenarioFile) -> [String] {
        names(in: file.directory).filter { $0.hasSuffix(".swift") }
            .map { file.directory + "/" + $0 }
    }

    private mutating func kit() throws -> Kit {
        let processes = try ProcessTable()
        let state = StateDirectory(from: root)
        var environment = processes.environment
        if Path.program("swiftc", in: environment) == nil, let swiftc {
            environment[Compiler.variable] = environment[Compiler.variable] ?? swiftc
        }
        let compiler = try Compiler(environment: environment)
        let kit = try KitBuilder(compiler: compiler, processes: processes, state: state).kit()
        latestKit = kit.directory
        if Path.isInside(kit.moduleCache, state.path) { try state.prepare(kit.moduleCache) }
        return kit
    }

    /// Whether another `relaunch` has been put in the place of this one, and so another kit, since this
    /// was asked last; or whether the kit was removed. A program that is not there is being built.
    mutating func hasNewKit() -> Bool {
        if let latestKit, FileStamp(latestKit) == nil {
            self.latestKit = nil
            return true
        }
        guard let now = FileStamp(program), now != stamp else { return false }
        stamp = now
        return true
    }

    /// The path that a `file:` URI names.
    private static func path(of uri: String) -> String? {
        guard let url = URL(string: uri), url.isFileURL else { return nil }
        return Path.absolute(url.path(percentEncoded: false))
    }
}
