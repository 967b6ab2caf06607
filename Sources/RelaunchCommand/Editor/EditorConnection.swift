import Relaunch
import RelaunchProtocol

/// The file by which sourcekit-lsp, the language server of editors, finds `relaunch build-server`.
///
/// It lies beside the scenario files. There it serves them in a package too, whose own targets stay with
/// SwiftPM. It names this machine's `relaunch`, so git is told to look away.
struct EditorConnection {
    /// The version of the Build Server Protocol that is spoken.
    static let protocolVersion = "2.2.0"

    /// The folder of the scenario files, as the user would type it.
    let folder: String

    private var directory: String { folder + "/.bsp" }
    /// The file, as the user would type it.
    var path: String { folder == "." ? ".bsp/relaunch.json" : directory + "/relaunch.json" }

    /// Writes the file.
    ///
    /// - Parameter swiftc: the compiler for editors that have no `swiftc` on their `PATH`.
    func write(swiftc: String?) throws {
        try makeDirectory(Path.absolute(directory))
        let ignore = directory + "/.gitignore"
        if FileStamp(ignore) == nil { try writeFile(".gitignore\nrelaunch.json\n", to: ignore) }
        let compiler = swiftc.map { ["--swiftc", $0] } ?? []
        let arguments = [Installation.program, BuildServerCommand.name] + compiler
        let connection: JSON = [
            "name": "relaunch", "version": .string(relaunchVersion),
            "bspVersion": .string(Self.protocolVersion), "languages": ["swift"],
            "argv": .array(arguments.map(JSON.string)),
        ]
        try writeFile(connection.indentedText + "\n", to: path)
    }
}
