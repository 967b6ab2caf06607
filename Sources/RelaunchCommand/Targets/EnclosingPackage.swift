import CrashStates

/// The Swift package around a scenario file, and where its products are built.
struct EnclosingPackage: Hashable {
    let root: String
    /// `debug` or `release`.
    let configuration: String
    /// What `swift build` is given as its scratch path.
    let scratch: String
    /// Where executables lie.
    let products: String
    /// Whether SwiftPM runs this as a plug-in of the package: it holds its lock, and waits.
    let isLocked: Bool

    /// Whether its products are taken as they are, however old they look.
    let isBuilt: Bool

    /// Names a package that whoever runs this has just built: like `swift test --skip-build`.
    static let builtVariable = "RELAUNCH_SKIP_BUILD"
    /// Names the package whose plug-in runs this.
    static let pluginVariable = "RELAUNCH_PLUGIN_PACKAGE"

    /// The nearest package upward from a directory, else from the working directory.
    ///
    /// Where the running `relaunch` was built in that very package, its configuration and its build
    /// directory are used, so that nothing is built twice.
    init?(
        around directory: String, program: String = Installation.program,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let found =
            Path.nearestDirectory(with: "Package.swift", from: directory)
            ?? Path.nearestDirectory(with: "Package.swift", from: Path.workingDirectory)
        guard let root = found.flatMap(Path.real) else { return nil }
        self.root = root
        isBuilt = environment[Self.builtVariable].flatMap(Path.real) == root
        let own = Path.directory(of: program)
        let ownScratch = Path.directory(of: Path.directory(of: own))
        isLocked = environment[Self.pluginVariable].flatMap(Path.real) == root
        let isOwn =
            (isLocked || ownScratch.hasPrefix(root + "/.build"))
            && FileStamp(own + "/description.json") != nil
        configuration = isOwn ? Path.name(of: own) : "debug"
        scratch = isOwn ? ownScratch : root + "/.build"
        products = isOwn ? own : root + "/.build/debug"
    }

    /// What SwiftPM is told in addition: it would wait for a lock that is held until this has ended.
    var lockArguments: [String] { isLocked ? ["--ignore-lock"] : [] }

    func executable(_ product: String) -> String { "\(products)/\(product)" }

    /// The files that decide whether a product is up to date, with their stamps.
    func inputs() -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        collect(root, leavingOut: ["Tests", "Scenarios"], into: &stamps)
        return stamps
    }

    /// A target may have its sources anywhere in the package; hidden folders hold none, nor do those
    /// whose every change would otherwise look like one of a product.
    private func collect(
        _ directory: String, leavingOut left: Set<String> = [],
        into stamps: inout [String: FileStamp]
    ) {
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || left.contains(name) { continue }
            let path = directory + "/" + name
            guard let stamp = FileStamp(path) else { continue }
            // A directory counts too: a file that was taken away changes nothing else.
            stamps[path] = stamp
            if stamp.isDirectory { collect(path, into: &stamps) }
        }
    }
}
