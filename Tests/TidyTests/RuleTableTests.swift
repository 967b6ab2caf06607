import Foundation
import Testing

@Suite struct RuleTableTests {
    /// Where `RELAUNCH_RECORD_GOLDEN` is 1 the page is written anew.
    @Test func `the tables of rules are what the tests and scenarios say`() throws {
        let path = "Sources/Relaunch/Documentation.docc/Rules.md"
        let page = try #require(Package.files.first { $0.path == path })
        var table = RuleTable(tests: Self.tests)
        let text = table.filled(page)
        if ProcessInfo.processInfo.environment["RELAUNCH_RECORD_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(Package.root)/\(path)"))
        } else {
            let lines = SourceFile(path: path, text).lines
            expectNone(
                zip(lines, page.lines).enumerated().filter { $1.0 != $1.1 }.map { index, _ in
                    Finding(
                        file: path, line: index + 1,
                        message: "not what the tests say; RELAUNCH_RECORD_GOLDEN=1 "
                            + "swift test --filter RuleTableTests writes it anew")
                })
            #expect(text.utf8.elementsEqual(page.bytes), "\(path) differs in its line ends")
        }
        expectNone(table.findings)
    }

    private static var tests: [SourceFile] {
        (Package.files(in: "Tests") + Package.files(in: "Scenarios"))
            .filter { file in
                file.path.hasSuffix(".swift")
                    && !["Tests/Targets/", "Tests/TidyTests/"].contains { file.path.hasPrefix($0) }
            }
            .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private let page = SourceFile(
        path: "Rules.md", "| rule | what | named by |\n| --- | --- | --- |\n| S1 | It saves | |\n")

    @Test func `names are taken from literals, also from those of the next line`() {
        let tests = SourceFile(
            path: "Tests/A.swift",
            #"""
            @Test("S1: a | b \(way) is saved")
            @Test(
                "S1: in the line below", arguments: [1])
            @Test("a name without rules")
            """#)
        let other = SourceFile(path: "Tests/B.swift", #"Scenario("S1: another") {"#)
        var table = RuleTable(tests: [tests, other])
        let last = table.filled(page).split(separator: "\n").last
        #expect(
            last == """
                | S1 | It saves | `Tests/A`: “a \\| b … is saved”, “in the line below”; \
                `Tests/B`: “another” |
                """)
        #expect(table.findings.isEmpty)
    }

    @Test func `a rule without a test, and a test of no rule, are found`() {
        let tests = SourceFile(path: "Tests/A.swift", #"@Test("S2: what is that")"#)
        var table = RuleTable(tests: [tests])
        #expect(table.filled(page).hasSuffix("| S1 | It saves | |\n"))
        #expect(table.findings.map(\.file) == ["Rules.md", "Tests/A.swift"])
    }
}
