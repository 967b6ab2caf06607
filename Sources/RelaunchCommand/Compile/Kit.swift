import CrashStates
import Relaunch

/// What a scenario file is compiled and linked with: the modules, the C headers behind them and the
/// library, all from the very build that this `relaunch` is of.
struct Kit {
    let directory: String
    /// Changes with everything that would make a compiled scenario file stale.
    let key: String
    /// Where the compiler keeps C modules that it has read.
    let moduleCache: String

    var modules: String { directory + "/modules" }
    var headers: String { directory + "/headers" }
    var libraries: String { directory + "/lib" }

    /// What the compiler is told so that `import Relaunch` works.
    var compilerArguments: [String] {
        var arguments = ["-I", modules, "-module-cache-path", moduleCache]
        for name in names(in: headers) {
            let folder = headers + "/" + name
            arguments += ["-Xcc", "-fmodule-map-file=\(folder)/module.modulemap"]
            arguments += ["-Xcc", "-I", "-Xcc", folder]
        }
        return arguments
    }

    /// With the old kind of search path, which the library too looks through for Swift's runtime.
    var linkerArguments: [String] {
        ["-L", libraries, "-lRelaunch"]
            + ["-rpath", libraries, "--disable-new-dtags"].flatMap { ["-Xlinker", $0] }
    }
}

/// Where the running `relaunch` lies, which decides where its kit comes from.
enum Installation {
    /// `PREFIX/bin/relaunch` with a kit in `PREFIX/lib/relaunch/kit`.
    case installed(kit: String)
    /// In a directory that `swift build` fills.
    case built(directory: String)

    /// The real path of the running program.
    static var program: String {
        Path.real("/proc/self/exe") ?? Path.absolute(CommandLine.arguments[0])
    }

    static func current() throws(KitError) -> Installation {
        let directory = Path.directory(of: program)
        if FileStamp(directory + "/description.json") != nil { return .built(directory: directory) }
        let kit = Path.directory(of: directory) + "/lib/relaunch/kit"
        if FileStamp(kit + "/lib/libRelaunch.so") != nil { return .installed(kit: kit) }
        throw .notFound(program: program, kit: kit)
    }
}

enum KitError: Error, CustomStringConvertible {
    case notFound(program: String, kit: String)
    case unreadable(path: String, what: String)
    case notLinked(String)

    var description: String {
        switch self {
        case .notFound(let program, let kit):
            """
            scenario files cannot be compiled: '\(program)' is neither in a Swift build directory \
            nor beside an installed kit ('\(kit)'). Install it with scripts/install PREFIX
            """
        case .unreadable(let path, let what):
            """
            scenario files cannot be compiled: '\(path)' \(what). Build Relaunch again with \
            `swift build`
            """
        case .notLinked(let output):
            "scenario files cannot be compiled: Relaunch's library could not be linked:\n\(output)"
        }
    }
}
