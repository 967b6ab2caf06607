import Relaunch

/// How this `relaunch` was called, so that a command can be printed that works when it is pasted.
enum Invocation {
    static func text(
        argument: String = CommandLine.arguments[0],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        if environment[EnclosingPackage.pluginVariable] != nil { return "swift package relaunch" }
        guard argument.contains("/") else { return argument }
        // Shells leave the path of what they called in `_`; it reaches further processes too, so that
        // `swift run` is believed only where it would run this very executable again.
        let path = Path.absolute(argument)
        if let caller = environment["_"], Path.name(of: caller) == "swift",
            let root = Path.nearestDirectory(with: "Package.swift", from: Path.workingDirectory),
            Path.isInside(path, root + "/.build")
        {
            let isRelease = Path.name(of: Path.directory(of: path)) == "release"
            return "swift run \(isRelease ? "-c release " : "")\(Path.name(of: path))"
        }
        let folder = Path.directory(of: path)
        let build = Path.directory(of: Path.directory(of: folder))
        let short = build + "/" + Path.name(of: folder) + "/" + Path.name(of: path)
        // `.build/debug` leads to `.build/TRIPLE/debug`.
        if build != "/", Path.real(short) == Path.real(path) { return written(short) }
        return written(path)
    }

    private static func written(_ path: String) -> String {
        let relative = Path.relative(path)
        // From another folder it would lead elsewhere, and is no shorter.
        if relative.hasPrefix("../") { return path.shellQuoted }
        return (relative.contains("/") ? relative : "./" + relative).shellQuoted
    }
}
