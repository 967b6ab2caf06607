import CrashStates
import Relaunch

/// Makes the kit out of a build directory, once for each build.
struct KitBuilder {
    let compiler: Compiler
    let processes: ProcessTable
    /// Where kits go that cannot lie beside the build.
    let state: StateDirectory

    /// How many kits are kept beside a build directory, and for how many seconds after its last use
    /// every kit is: a run that began with an older build may still compile with it.
    private static let kept = 3
    private static let secondsInUse: Int64 = 3600

    /// Where the kits of a build directory lie.
    static func shelf(beside build: String) -> String { build + "/relaunch-kits" }

    /// The kit of the running `relaunch`. Where it is there already, this takes a few system calls.
    func kit() throws -> Kit {
        switch try Installation.current() {
        case .installed(let directory):
            let stamps = ["lib/libRelaunch.so", "modules/Relaunch.swiftmodule"]
                .map { FileStamp(directory + "/" + $0)?.text ?? "" }
            return Kit(
                directory: directory, key: key([directory] + stamps), moduleCache: state.modules)
        case .built(let directory):
            return try kit(of: directory)
        }
    }

    /// Copies and links the kit of this build into a directory, for an installation.
    func export(to directory: String) throws {
        guard case .built(let build) = try Installation.current() else {
            throw KitError.unreadable(
                path: Installation.program, what: "is not in a build directory")
        }
        try make(at: directory, from: build)
        let description = try BuildDescription(directory: build)
        try linkCommand(description.commandObjects, into: directory + "/lib")
        try AdoptKitBuilder.export(description, to: directory + "/sources")
    }

    /// The path of the command as a library for hosts, beside that of the kit. It is made when it is first
    /// asked for.
    func commandLibrary(of kit: Kit) throws -> String {
        let path = kit.libraries + "/" + Self.commandLibrary
        if FileStamp(path) != nil { return path }
        guard case .built(let build) = try Installation.current() else {
            throw KitError.unreadable(path: path, what: "is missing")
        }
        let objects = try BuildDescription(directory: build).commandObjects
        try withFileLock(Path.directory(of: kit.directory) + "/lock") {
            if FileStamp(path) == nil { try linkCommand(objects, into: kit.libraries) }
        }
        return path
    }

    private static let commandLibrary = "libRelaunchCommand.so"

    private func linkCommand(_ objects: [String], into folder: String) throws {
        let aside = "\(folder)/command.\(getpid())"
        try makeDirectory(aside)
        defer { remove(aside) }
        try link(
            objects, to: "\(aside)/\(Self.commandLibrary)", options: ["-L", folder, "-lRelaunch"])
        let path = "\(folder)/\(Self.commandLibrary)"
        guard rename("\(aside)/\(Self.commandLibrary)", path) == 0 else {
            throw FileError(action: "make the library", path: path, code: errno)
        }
    }

    private func kit(of build: String) throws -> Kit {
        // The description is written anew by builds that change nothing here.
        let inputs = [Installation.program, build + "/Modules/Relaunch.swiftmodule"]
        let key = key(inputs + inputs.map { FileStamp($0)?.text ?? "" })
        let shelf = access(build, W_OK) == 0 ? Self.shelf(beside: build) : state.kits
        let directory = shelf + "/" + key
        let kit = Kit(directory: directory, key: key, moduleCache: build + "/ModuleCache")
        if FileStamp(directory) != nil {
            touch(directory)
            return kit
        }
        try makeDirectory(shelf)
        try withFileLock(shelf + "/lock") {
            // Another run may have made it meanwhile.
            guard FileStamp(directory) == nil else { return }
            try make(at: directory, from: build)
            Self.removeOldKits(on: shelf, now: Int64(time(nil)))
        }
        return kit
    }

    private func key(_ parts: [String]) -> String {
        var key = ContentKey()
        for part in parts + [compiler.key] { key.add(part) }
        return key.text
    }

    private func make(at directory: String, from build: String) throws {
        let description = try BuildDescription(directory: build)
        let aside = "\(directory).\(getpid())"
        remove(aside)
        do {
            try copyModules(description, to: aside)
            try makeDirectory(aside + "/lib")
            try link(description.objects, to: aside + "/lib/libRelaunch.so")
        } catch {
            remove(aside)
            throw error
        }
        guard rename(aside, directory) == 0 else {
            let code = errno
            remove(aside)
            throw FileError(action: "make the kit", path: directory, code: code)
        }
    }

    private func copyModules(_ description: BuildDescription, to directory: String) throws {
        try makeDirectory(directory + "/modules")
        for module in description.swiftModules {
            try FileManager.default.copyItem(
                atPath: module, toPath: "\(directory)/modules/\(Path.name(of: module))")
        }
        try makeDirectory(directory + "/headers")
        for module in description.clangModules {
            // A generated map names its headers by their absolute path; in the kit they lie beside it.
            let map = String(decoding: try readFile(module.map), as: UTF8.self)
                .split(separator: "\"\(module.headers)\"", omittingEmptySubsequences: false)
                .joined(separator: "\".\"")
            let words = map.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            guard let index = words.firstIndex(of: "module"), index + 1 < words.count else {
                throw KitError.unreadable(path: module.map, what: "names no module")
            }
            let folder = "\(directory)/headers/\(words[index + 1])"
            try FileManager.default.copyItem(atPath: module.headers, toPath: folder)
            try writeFile(map, to: folder + "/module.modulemap")
        }
    }

    private func link(
        _ objects: [String], to library: String, options: [String] = []
    ) throws {
        let list = library + ".objects"
        try writeFile(objects.map { "\"\($0)\"\n" }.joined(), to: list)
        let linking = try processes.start(
            compiler.path,
            [
                "-emit-library", "-o", library, "-module-name", "RelaunchKit", "-use-ld=lld",
                "-Xlinker", "-soname=\(Path.name(of: library))", "@" + list,
                // Swift's runtime is that of the host's toolchain, wherever it lies.
                "-no-stdlib-rpath",
            ] + options, changes: Compiler.changes(scrapsIn: Path.directory(of: library)))
        guard try processes.wait(for: linking, within: .seconds(120)) else {
            throw KitError.notLinked("the linker was not done after 120 s\n" + linking.output.text)
        }
        guard case .exited(0)? = linking.exit?.status else {
            throw KitError.notLinked(linking.output.text)
        }
        unlink(list)
    }

    /// - Parameter now: seconds since 1970.
    static func removeOldKits(on shelf: String, now: Int64) {
        let unused = Set(unusedKits(on: shelf, now: now))
        for kit in kits(on: shelf).dropFirst(kept) where unused.contains(kit.path) {
            remove(kit.path)
        }
    }

    /// The kits that no run can still compile with.
    static func unusedKits(on shelf: String, now: Int64 = Int64(time(nil))) -> [String] {
        let unused = (now - secondsInUse) * 1_000_000_000
        return kits(on: shelf).filter { $0.stamp.modified < unused }.map(\.path)
    }

    /// All kits, those that were used last first.
    private static func kits(on shelf: String) -> [(path: String, stamp: FileStamp)] {
        names(in: shelf).map { shelf + "/" + $0 }
            .compactMap { path in FileStamp(path).map { (path: path, stamp: $0) } }
            .filter(\.stamp.isDirectory).sorted { $0.stamp.modified > $1.stamp.modified }
    }
}
