import Foundation

/// A folder of its own for a test, gone with the last reference to it.
final class TemporaryFolder {
    let path: String

    /// - Parameter name: its last component, where a test wants a particular one.
    init(_ name: String = "folder") throws {
        let unique = FileManager.default.temporaryDirectory
            .appendingPathComponent("relaunch-tests-\(UUID().uuidString)")
        path = unique.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(
            at: URL(fileURLWithPath: path).deletingLastPathComponent())
    }

    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders above it, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, isExecutable: Bool = false) throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
        if isExecutable { chmod(url.path, 0o755) }
        return url.path
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
    }

    /// The names of what is in the folder or in one below it.
    func names(in name: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
    }
}
