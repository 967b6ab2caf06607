import Foundation
import Synchronization
public import Testing

/// A text that tests compare with, and that they write anew where the environment variable
/// `RELAUNCH_RECORD_GOLDEN` is 1.
///
/// It is either one text, in the folder `Golden` beside the test, or has a block for each test of a file:
/// texts that are too short for a file each, and that are read better side by side. Those lie in the
/// folder `Golden` of the test target.
public struct GoldenFile {
    private let url: URL

    /// Whether texts are written rather than compared.
    public static let isRecording =
        ProcessInfo.processInfo.environment["RELAUNCH_RECORD_GOLDEN"] == "1"

    /// The blocks that this process has written. One writes at a time: the tests of a file run side by
    /// side. What is written is not written again: a second text under the same title fails its test.
    private static let writing = Mutex<Set<String>>([])

    /// One text.
    ///
    /// - Parameter filePath: The file of the test.
    public init(_ name: String, besides filePath: String) {
        url = URL(fileURLWithPath: filePath).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name)")
    }

    /// The blocks of a file's tests.
    public init(blocksOf filePath: String) {
        let test = URL(fileURLWithPath: filePath)
        var target = test.deletingLastPathComponent()
        while target.deletingLastPathComponent().lastPathComponent != "Tests", target.path != "/" {
            target.deleteLastPathComponent()
        }
        let name = test.deletingPathExtension().lastPathComponent
        url = target.appendingPathComponent("Golden/\(name).txt")
    }

    /// The whole text.
    public func text(recording text: String) throws -> String {
        try Self.writing.withLock { _ in
            if Self.isRecording { try write(text) }
            return try String(contentsOf: url, encoding: .utf8)
        }
    }

    /// The text of one block, nil where there is no such block.
    public func block(_ title: String, recording text: String) throws -> String? {
        try Self.writing.withLock { recorded in
            var blocks = Self.blocks(in: (try? String(contentsOf: url, encoding: .utf8)) ?? "")
            if Self.isRecording, recorded.insert("\(url.path): \(title)").inserted {
                blocks[title] = text
                let all = blocks.sorted { $0.key < $1.key }.map(Self.encoded)
                try write(all.joined(separator: "\n"))
            }
            return blocks[title]
        }
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    // MARK: Blocks

    /// A title in a line of its own, and the lines of the text moved to the right.
    private static func encoded(_ title: String, _ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return "== \(title)\n"
            + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    private static func blocks(in text: String) -> [String: String] {
        var blocks: [String: String] = [:]
        for block in "\n\(text)".components(separatedBy: "\n== ").dropFirst() {
            var lines = block.components(separatedBy: "\n")
            let title = lines.removeFirst()
            // An empty line stands between two blocks, and the last one ends with its line.
            if lines.last?.isEmpty == true { lines.removeLast() }
            blocks[title] = lines.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
                .joined(separator: "\n")
        }
        return blocks
    }
}

/// Compares a report with a file of its own.
public func expectGolden(
    _ text: String, _ name: String, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let golden = try GoldenFile(name, besides: filePath).text(recording: text)
    #expect(text == golden, "\(name) differs", sourceLocation: sourceLocation)
}

/// Compares a text with the block of this test in the golden file of the test's file.
///
/// - Parameters:
///   - text: What was said.
///   - part: What of the test it is, where that has several texts or arguments.
///   - names: What is replaced because it differs from run to run; see `masked(_:)`.
public func expectGolden(
    _ text: String, of part: String? = nil, masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text = text.masked(names)
    let test = try #require(Test.current, sourceLocation: sourceLocation)
    let name = test.displayName ?? String(test.name.prefix { $0 != "(" })
    let title = part.map { "\(name): \($0)" } ?? name
    let golden = try GoldenFile(blocksOf: filePath).block(title, recording: text)
    #expect(
        text == golden,
        """
        the text of “\(title)” has changed; where that is right, \
        RELAUNCH_RECORD_GOLDEN=1 swift test --filter NAME records it
        """, sourceLocation: sourceLocation)
}

/// Compares texts, a line each, with the block of this test in the golden file of the test's file.
public func expectGolden(
    _ texts: [String], of part: String? = nil, masking names: [String: String] = [:],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectGolden(
        texts.joined(separator: "\n"), of: part, masking: names, filePath: filePath,
        sourceLocation: sourceLocation)
}
