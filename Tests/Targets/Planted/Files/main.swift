#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import PlantedCommon

// Little apps with one restoration bug each, on plain files and JSON:
//
//     planted-files BUG           the wrong form
//     planted-files BUG --right   its twin
//     planted-files --list        the catalogue
let words = Array(CommandLine.arguments.dropFirst())
if words == ["--list"] {
    for app in bugs { print(app.bug.line) }
    exit(0)
}
let executable = CommandLine.arguments.first ?? ""
let beside = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
let plist = (try? Folder(beside).read("Info.plist")) ?? []
guard
    let arguments = PlantedArguments(words, infoPlist: String(decoding: plist, as: UTF8.self)),
    let app = bugs.first(where: { $0.bug.name == arguments.bug })
else {
    stop(64, "usage: planted-files BUG [--right] [-CFBundleVersion N], or --list")
}
guard let home = getenv("HOME"), chdir(home) == 0 else {
    stop(1, "planted-files: HOME is no folder")
}
do {
    try app.init(isRight: arguments.isRight, build: arguments.build).run()
} catch {
    stop(1, "planted-files \(arguments.bug): \(error)")
}

func stop(_ status: Int32, _ text: String) -> Never {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
}
