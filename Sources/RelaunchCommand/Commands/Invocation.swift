/// How this `relaunch` was called, so that a command can be printed that works when it is pasted.
enum Invocation {
    static func text(
        argument: String = CommandLine.arguments[0],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        guard argument.contains("/") else { return argument }
        // Shells leave the path of what they called in `_`.
        let path = Path.absolute(argument)
        if let caller = environment["_"], Path.name(of: caller) == "swift" {
            let isRelease = Path.name(of: Path.directory(of: path)) == "release"
            return "swift run \(isRelease ? "-c release " : "")\(Path.name(of: path))"
        }
        let short =
            Path.directory(of: Path.directory(of: Path.directory(of: path)))
            + "/" + Path.name(of: Path.directory(of: path)) + "/" + Path.name(of: path)
        // `.build/debug` leads to `.build/TRIPLE/debug`.
        if Path.real(short) == Path.real(path) { return written(short) }
        return written(path)
    }

    private static func written(_ path: String) -> String {
        let relative = Path.relative(path)
        return shellQuoted(relative.contains("/") ? relative : "./" + relative)
    }
}

/// The text as one word of a POSIX shell.
func shellQuoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/._-+:=@%,".utf8.contains(byte)
        }
    }
    if plain, !text.isEmpty { return text }
    return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
}
