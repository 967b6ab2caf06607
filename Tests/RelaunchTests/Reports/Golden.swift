import Foundation
import Testing

/// Compares a report with the file in `Golden/`, or writes that file where the environment variable
/// `RELAUNCH_RECORD_GOLDEN` is 1.
func expectGolden(
    _ text: String, _ name: String, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(fileURLWithPath: filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden/\(name)")
    if ProcessInfo.processInfo.environment["RELAUNCH_RECORD_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name) differs", sourceLocation: sourceLocation)
}

/// A directory that is removed when the body has ended.
func withTemporaryDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("relaunch reports ü \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
}
