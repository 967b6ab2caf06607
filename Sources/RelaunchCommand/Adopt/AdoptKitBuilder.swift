import CrashStates
import Relaunch

/// Builds the ``AdoptKit`` from sources when it is first needed, once for each compiler and each version
/// of the sources: swift-syntax as a dependency would cost every build of Relaunch a minute, and its
/// modules come with the toolchain.
struct AdoptKitBuilder {
    let compiler: Compiler
    let processes: ProcessTable
    let state: StateDirectory

    /// StateRestoration and what it imports, each after what it needs.
    private static let modules = [
        "RelaunchProtocol", "RelaunchTarget", "RestorationArchive", "StateRestoration",
    ]
    /// Where the sources of the rewriter are, beside those of the modules.
    private static let rewriter = "RelaunchCommand/Adopt/Rewriter"
    private static let shared = "RelaunchCommand/Adopt/AdoptReport.swift"
    private static let libraries = [
        "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics",
    ]

    /// Where kits lie beside a build directory, or in `.relaunch`.
    static let shelfName = "adopt-kits"

    func kit() throws -> AdoptKit {
        let place: String
        let shelf: String
        let moduleCache: String
        switch try Installation.current() {
        case .installed(let kit):
            (place, shelf) = (kit + "/sources", state.path + "/" + Self.shelfName)
            moduleCache = state.modules
        case .built(let build):
            place = try BuildDescription(directory: build).sources
            let isWritable = access(build, W_OK) == 0
            shelf = (isWritable ? build : state.path) + "/" + Self.shelfName
            moduleCache = isWritable ? build + "/ModuleCache" : state.modules
        }
        let files = try Self.files(in: place)
        var key = ContentKey()
        key.add(compiler.key)
        for file in files { key.add("\(file) \(FileStamp(place + "/" + file)?.text ?? "")") }
        let kit = AdoptKit(directory: shelf + "/" + key.text, moduleCache: moduleCache)
        if FileStamp(kit.directory) != nil {
            touch(kit.directory)
            return kit
        }
        if Path.isInside(shelf, state.path) { try state.prepare(shelf) }
        try makeDirectory(shelf)
        try withFileLock(shelf + "/lock") {
            // Another run may have made it meanwhile.
            guard FileStamp(kit.directory) == nil else { return }
            try make(kit, from: place, files)
            KitBuilder.removeOldKits(on: shelf, now: Int64(time(nil)))
        }
        return kit
    }

    /// Copies the sources, for an installation.
    static func export(_ description: BuildDescription, to directory: String) throws {
        for file in try files(in: description.sources) {
            let target = directory + "/" + file
            try makeDirectory(Path.directory(of: target))
            try writeFile(try readFile(description.sources + "/" + file), to: target)
        }
    }

    /// The paths of all sources, from a folder `Sources`.
    private static func files(in place: String) throws -> [String] {
        let folders = modules + [rewriter]
        let files = folders.flatMap { swiftFiles(in: $0, of: place) } + [shared]
        guard folders.allSatisfy({ folder in files.contains { Path.isInside($0, folder) } }),
            FileStamp(place + "/" + shared) != nil
        else { throw AdoptKitError.noSources(place) }
        return files
    }

    private static func swiftFiles(in folder: String, of place: String) -> [String] {
        names(in: place + "/" + folder).flatMap { name -> [String] in
            let path = folder + "/" + name
            if FileStamp(place + "/" + path)?.isDirectory == true {
                return swiftFiles(in: path, of: place)
            }
            return name.hasSuffix(".swift") ? [path] : []
        }
    }

    // MARK: Compiling

    private func make(_ kit: AdoptKit, from place: String, _ files: [String]) throws {
        let library = try hostLibraries()
        printError("note: building what `relaunch adopt` needs, once for this toolchain")
        let aside = "\(kit.directory).\(getpid())"
        remove(aside)
        try makeDirectory(aside + "/modules")
        defer { remove(aside) }
        let sources = { (folder: String) in
            files.filter { Path.isInside($0, folder) }.map { place + "/" + $0 }
        }
        let rewriter = try compile(
            [
                "-Onone", "-parse-as-library", "-module-name", "AdoptRewriter", "-use-ld=lld",
                "-o", aside + "/adopt-rewriter", "-I", library, "-L", library,
                "-Xlinker", "-rpath", "-Xlinker", library,
            ] + Self.libraries.map { "-l" + $0 } + sources(Self.rewriter)
                + [place + "/" + Self.shared], kit, aside)
        for module in Self.modules {
            // What the functions do is of no interest here.
            let compilation = try compile(
                [
                    "-emit-module", "-parse-as-library", "-module-name", module,
                    "-package-name", "relaunch", "-I", aside + "/modules",
                    "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies",
                    "-emit-module-path", "\(aside)/modules/\(module).swiftmodule",
                ] + sources(module), kit, aside)
            try finish(compilation, module)
        }
        try finish(rewriter, "the rewriter")
        guard rename(aside, kit.directory) == 0 else {
            throw FileError(action: "make the kit", path: kit.directory, code: errno)
        }
    }

    private func compile(
        _ arguments: [String], _ kit: AdoptKit, _ directory: String
    ) throws -> ChildProcess {
        try processes.start(
            compiler.path,
            [
                "-wmo", "-swift-version", "6", "-suppress-warnings", "-no-color-diagnostics",
                "-module-cache-path", kit.moduleCache,
            ] + arguments,
            changes: Compiler.changes(scrapsIn: directory))
    }

    private func finish(_ child: ChildProcess, _ what: String) throws {
        guard try processes.wait(for: child, within: Dispatcher.compileLimit),
            case .exited(0)? = child.exit?.status
        else { throw AdoptKitError.notBuilt(what, output: child.output.lastLines(30)) }
    }

    /// Where the toolchain has swift-syntax.
    private func hostLibraries() throws -> String {
        struct TargetInfo: Decodable {
            struct Paths: Decodable { var runtimeResourcePath: String }
            var paths: Paths
        }
        let child = try processes.start(compiler.path, ["-print-target-info"])
        _ = try processes.wait(for: child, within: .seconds(60))
        let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(child.output.text.utf8))
        let resources =
            info?.paths.runtimeResourcePath
            ?? Path.directory(of: Path.directory(of: compiler.path)) + "/lib/swift"
        let place = resources + "/host"
        let needed = Self.libraries.flatMap { ["\($0).swiftmodule", "lib\($0).so"] }
        guard needed.allSatisfy({ FileStamp(place + "/" + $0) != nil }) else {
            throw AdoptKitError.noSwiftSyntax(compiler: compiler.path, place: place)
        }
        return place
    }
}
