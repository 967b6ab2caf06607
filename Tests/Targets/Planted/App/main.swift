import PlantedCommon
import StateRestoration

// Little apps with one bug each in how they use state restoration:
//
//     planted BUG           the wrong form
//     planted BUG --right   its twin
//     planted --list        the catalogue
let words = Array(CommandLine.arguments.dropFirst())
if words == ["--list"] {
    for app in bugs { print(app.bug.line) }
    exit(0)
}
guard let arguments = PlantedArguments(words),
    let app = bugs.first(where: { $0.bug.name == arguments.bug })
else {
    FileHandle.standardError.write(
        Data("usage: planted BUG [-CFBundleVersion N] [--right], or --list\n".utf8))
    exit(64)
}
isRight = arguments.isRight
if let home = getenv("HOME"), chdir(home) != 0 { exit(1) }
app.main()
