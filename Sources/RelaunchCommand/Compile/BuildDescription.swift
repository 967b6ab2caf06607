import Relaunch

/// What a SwiftPM build directory tells about the modules that a scenario file needs.
struct BuildDescription {
    /// A C module: its map and the directory of its headers.
    struct ClangModule {
        var map: String
        var headers: String
    }

    private(set) var swiftModules: [String] = []
    private(set) var clangModules: [ClangModule] = []
    private(set) var objects: [String] = []
    /// What the command has beside them.
    private(set) var commandObjects: [String] = []
    /// The folder that the package has its sources in.
    private(set) var sources = ""

    /// The modules that make up Relaunch as a scenario file sees it.
    private static let moduleNames = [
        "Relaunch", "CrashStates", "RealDisk", "RelaunchProtocol", "SystemPackage",
    ]
    private static let objectFolders: Set<Substring> = [
        "Relaunch.build", "CrashStates.build", "RelaunchProtocol.build", "CSupervisor.build",
        "RealDisk.build", "CRealDisk.build",
        "SystemPackage.build", "CSystem.build",
    ]

    private struct File: Decodable {
        struct Command: Decodable {
            var moduleName: String
            var moduleOutputPath: String
            var otherArguments: [String]
            var sources: [String]
        }
        var swiftCommands: [String: Command]
    }

    init(directory: String) throws {
        let path = directory + "/description.json"
        let commands: [File.Command]
        do {
            let file = try JSONDecoder().decode(File.self, from: Data(readFile(path)))
            commands = Array(file.swiftCommands.values)
        } catch {
            throw KitError.unreadable(path: path, what: "cannot be understood (\(error))")
        }
        for name in Self.moduleNames {
            guard let command = commands.first(where: { $0.moduleName == name }) else {
                throw KitError.unreadable(path: path, what: "does not know the module \(name)")
            }
            swiftModules.append(command.moduleOutputPath)
            if name == "Relaunch" {
                clangModules = Self.clangModules(in: command.otherArguments)
                sources = command.sources.first.map(Self.folder) ?? ""
            }
        }
        let all = try Self.objects(directory)
        let isOfLibrary = { (path: String) in
            path.split(separator: "/").contains { Self.objectFolders.contains($0) }
        }
        objects = all.filter(isOfLibrary)
        commandObjects = all.filter { !isOfLibrary($0) }
        guard !objects.isEmpty else {
            throw KitError.unreadable(
                path: Self.objectList(directory), what: "does not name Relaunch's objects")
        }
    }

    /// What is above the folder of the module `Relaunch` that a source lies in.
    private static func folder(of source: String) -> String {
        var folder = Path.directory(of: source)
        while Path.name(of: folder) != "Relaunch", folder != "/" {
            folder = Path.directory(of: folder)
        }
        return Path.directory(of: folder)
    }

    /// The pairs of `-Xcc -fmodule-map-file=MAP` and the `-Xcc -I -Xcc HEADERS` after it.
    private static func clangModules(in arguments: [String]) -> [ClangModule] {
        let flags = arguments.filter { $0 != "-Xcc" }
        let option = "-fmodule-map-file="
        return flags.indices.compactMap { index in
            guard flags[index].hasPrefix(option), index + 2 < flags.count, flags[index + 1] == "-I"
            else { return nil }
            let map = String(flags[index].dropFirst(option.count))
            return ClangModule(map: map, headers: flags[index + 2])
        }
    }

    private static func objectList(_ directory: String) -> String {
        directory + "/relaunch.product/Objects.LinkFileList"
    }

    /// The objects that this `relaunch` itself was linked from.
    private static func objects(_ directory: String) throws -> [String] {
        let list = objectList(directory)
        guard let bytes = try? readFile(list) else {
            throw KitError.unreadable(path: list, what: "is missing")
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { $0.trimmingPrefix("'").trimmingSuffix("'") }
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        last == suffix ? String(dropLast()) : String(self)
    }
}
