import Testing

/// What crosses the boundaries of the modules with `package` access is listed, with a reason, in the
/// page for maintainers.
@Suite struct PackageAccessTests {
    private static let path = "Sources/Relaunch/Documentation.docc/Maintaining.md"
    private static let folders = ["Sources/CrashStates", "Sources/Relaunch"]

    @Test func `the page lists every file with package access, and no other`() throws {
        let page = try #require(Package.files.first { $0.path == Self.path })
        expectNone(
            PackageAccess.findings(in: Self.folders.flatMap(Package.files(in:)), listedIn: page))
    }

    // MARK: The check itself

    private func page(_ rows: String) -> SourceFile {
        SourceFile(
            path: "Page.md",
            """
            | `A/Other.swift` | in another section | |

            ## Package access

            | file | what | why |
            | --- | --- | --- |
            \(rows)

            ## Next
            | `A/Next.swift` | in another section | |
            """)
    }

    private func file(_ name: String, _ text: String) -> SourceFile {
        SourceFile(path: "Sources/A/\(name).swift", text)
    }

    @Test(arguments: [
        ("package struct A {}", true), ("package final class A {}", true),
        ("public package(set) var a = 1", true), ("@MainActor package\n    func a() {}", true),
        ("package static let a = 1", true), ("package @inline(never) func a() {}", true),
        ("let package = Package()", false), ("a(.package)", false), ("case package", false),
        ("// package struct A {}", false), ("let a = \"package func\"", false),
        ("package.build()", false), ("if let package { a(package) }", false),
    ])
    func `declarations with package access are found`(_ text: String, _ isFound: Bool) {
        #expect(PackageAccess.isDeclared(in: file("A", text)) == isFound)
    }

    @Test func `a file that is missing from the list is found`() {
        let files = [file("A", "package let a = 1"), file("B", "package let b = 1")]
        let findings = PackageAccess.findings(in: files, listedIn: page("| `A/A.swift` | a | b |"))
        #expect(findings.map(\.file) == ["Sources/A/B.swift"])
    }

    @Test func `a file that is listed in vain is found`() {
        let files = [file("A", "package let a = 1"), file("B", "let b = 1")]
        let rows = page("| `A/A.swift`, `A/B.swift` | a | b |\n| `A/C.swift` | c | d |")
        let findings = PackageAccess.findings(in: files, listedIn: rows)
        #expect(findings.map(\.line) == [7, 8])
        #expect(findings.allSatisfy { $0.file == "Page.md" })
    }

    @Test func `a row without a reason is found, and so is a file with two rows`() {
        let files = [file("A", "package let a = 1")]
        let rows = page("| `A/A.swift` | a | |\n| `A/A.swift` | a | b |")
        let findings = PackageAccess.findings(in: files, listedIn: rows)
        #expect(findings.map(\.line) == [7, 8])
    }
}

/// Compares the files that declare something with `package` access with the list of them.
enum PackageAccess {
    /// What can follow the modifier.
    private static let declarations: Set<String> = [
        "actor", "async", "class", "consuming", "convenience", "distributed", "dynamic", "enum",
        "extension", "final", "func", "import", "indirect", "init", "infix", "isolated", "lazy",
        "let", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "postfix",
        "prefix", "private", "fileprivate", "internal", "protocol", "required", "static", "struct",
        "subscript", "typealias", "unowned", "var", "weak", "@",
    ]

    static func isDeclared(in file: SourceFile) -> Bool {
        let tokens = SwiftToken.tokens(of: file.code).map(\.text)
        return tokens.indices.dropLast().contains { index in
            guard tokens[index] == "package",
                index == 0 || ![".", "let", "var", "case"].contains(tokens[index - 1])
            else { return false }
            if tokens[index + 1] == "(" { return tokens.dropFirst(index + 2).first == "set" }
            return declarations.contains(tokens[index + 1])
        }
    }

    /// - Parameters:
    ///   - files: The sources of the modules whose boundaries are guarded.
    ///   - page: The page with the list, in its section "Package access".
    static func findings(in files: [SourceFile], listedIn page: SourceFile) -> [Finding] {
        let declaring = Set(
            files.filter { $0.path.hasSuffix(".swift") && isDeclared(in: $0) }.map(\.path))
        var listed: Set<String> = []
        var findings: [Finding] = []
        for row in rows(of: page) {
            func find(_ message: String) {
                findings.append(Finding(file: page.path, line: row.line, message: message))
            }
            if row.reason.isEmpty { find("the row gives no reason; say why this is not public") }
            for path in row.paths {
                if !listed.insert(path).inserted {
                    find("'\(path)' is listed twice; join the rows")
                } else if !declaring.contains(path) {
                    find(
                        "'\(path)' declares nothing with package access, or does not exist; "
                            + "take it out of the list")
                }
            }
        }
        return findings
            + declaring.subtracting(listed).sorted().map { path in
                Finding(
                    file: path, line: 1,
                    message: "declares something with package access; make it internal or public, "
                        + "or list the file in \(page.path), \"Package access\", and say why")
            }
    }

    private struct Row {
        /// From 1.
        var line: Int
        /// Relative to the package.
        var paths: [String]
        var reason: String
    }

    /// The rows of the tables of the section that name files.
    private static func rows(of page: SourceFile) -> [Row] {
        var isInside = false
        return page.lines.enumerated().compactMap { index, line in
            if line.hasPrefix("## ") { isInside = line == "## Package access" }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard isInside, cells.count == 5 else { return nil }
            let names = cells[1].split(separator: "`").filter { $0.hasSuffix(".swift") }
            guard !names.isEmpty else { return nil }
            return Row(
                line: index + 1, paths: names.map { "Sources/\($0)" },
                reason: cells[3].filter { $0 != " " })
        }
    }
}
