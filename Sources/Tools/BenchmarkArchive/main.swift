// `BenchmarkArchive PART HOME CONTROLLERS BYTES [SCENES]`: carries out one part in a process of its own, and
// says how long it took and what memory the process ever had, as one line of JSON.

import StateRestoration

guard (5...6).contains(CommandLine.arguments.count),
    let part = Part(rawValue: CommandLine.arguments[1]),
    let controllers = Int(CommandLine.arguments[3]), controllers > 0,
    let bytes = Int(CommandLine.arguments[4]), bytes >= controllers,
    let scenes = Int(CommandLine.arguments.count > 5 ? CommandLine.arguments[5] : "1"), scenes > 0
else {
    let parts = Part.allCases.map(\.rawValue).joined(separator: " | ")
    complain(
        "usage: BenchmarkArchive \(parts) HOME CONTROLLERS BYTES [SCENES] (a byte for each "
            + "controller at least; with SCENES, both are those of one scene)")
    exit(64)
}

do {
    let load = Load(
        home: CommandLine.arguments[2], controllers: controllers, bytes: bytes / controllers,
        scenes: scenes)
    let result = try part.run(load)
    print("{\"seconds\": \(result.seconds), \"megabytes\": \(result.megabytes)}")
} catch {
    complain("\(error)")
    exit(1)
}

private func complain(_ text: String) {
    FileHandle.standardError.write(Data("BenchmarkArchive: \(text)\n".utf8))
}
