import Foundation

/// A file of this package, as the checks read it.
struct SourceFile: Sendable {
    /// Relative to the package.
    let path: String
    let bytes: [UInt8]
    /// The same length, with comments, the text of literals and names in backticks blanked out: what is
    /// left of a brace or a keyword is one. Only for Swift; otherwise the same as `bytes`.
    let code: [UInt8]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        code = path.hasSuffix(".swift") ? SwiftCode.blanked(bytes) : bytes
    }

    /// A sample for the tests of the checks.
    init(path: String, _ text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    /// The lines of the text, without their ends.
    var lines: [String] { Self.lines(bytes) }

    /// The lines of the code; line by line as long as those of the text.
    var codeLines: [String] { Self.lines(code) }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The package that these tests belong to.
enum Package {
    /// Its directory.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Every file that people write: Swift, C, Python, Markdown and scripts.
    static let files: [SourceFile] = {
        var paths = ["README.md", "Package.swift"]
        for folder in ["Sources", "Tests", "Scenarios", "scripts"] {
            let inside = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
            while let path = inside?.nextObject() as? String { paths.append("\(folder)/\(path)") }
        }
        return paths.filter(isSource).sorted().compactMap { path in
            FileManager.default.contents(atPath: "\(root)/\(path)")
                .map { SourceFile(path: path, bytes: Array($0)) }
        }
    }()

    /// The files below a folder.
    static func files(in folder: String) -> [SourceFile] {
        files.filter { $0.path.hasPrefix(folder + "/") }
    }

    private static func isSource(_ path: String) -> Bool {
        let endings = [".swift", ".c", ".h", ".py", ".md"]
        return endings.contains { path.hasSuffix($0) }
            || (path.hasPrefix("scripts/") && !path.dropFirst(8).contains("/"))
    }
}
