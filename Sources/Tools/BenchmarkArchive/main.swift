// `BenchmarkArchive PART HOME CONTROLLERS BYTES`: carries out one part in a process of its own, and
// says how long it took and what memory the process ever had, as one line of JSON.

import StateRestoration

guard CommandLine.arguments.count == 5, let part = Part(rawValue: CommandLine.arguments[1]),
    let controllers = Int(CommandLine.arguments[3]), controllers > 0,
    let bytes = Int(CommandLine.arguments[4]), bytes >= controllers
else {
    let parts = Part.allCases.map(\.rawValue).joined(separator: " | ")
    complain("usage: BenchmarkArchive \(parts) HOME CONTROLLERS BYTES (a byte for each at least)")
    exit(64)
}

do {
    let load = Load(
        home: CommandLine.arguments[2], controllers: controllers, bytes: bytes / controllers)
    let result = try part.run(load)
    print("{\"seconds\": \(result.seconds), \"megabytes\": \(result.megabytes)}")
} catch {
    complain("\(error)")
    exit(1)
}

private func complain(_ text: String) {
    FileHandle.standardError.write(Data("BenchmarkArchive: \(text)\n".utf8))
}
