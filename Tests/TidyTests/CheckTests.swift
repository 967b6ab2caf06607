import Testing

/// Each check finds what it is there for, and leaves the rest in peace.
@Suite struct CheckTests {
    // MARK: Imports

    @Test func `a module that a folder may not import is found`() {
        let file = SourceFile(
            path: "Sources/RelaunchTarget/A.swift",
            """
            // import Relaunch
            import Foundation
            @_exported public import enum RelaunchProtocol.JSON
            @testable import Relaunch
            public import struct ArgumentParser.ExitCode
            """)
        #expect(ImportCheck.findings(in: file).map(\.line) == [4, 5])
    }

    @Test(arguments: [
        ("Sources/Relaunch/Runner/A.swift", "RelaunchAudit", 1),
        ("Sources/Relaunch/Runner/A.swift", "StateRestoration", 1),
        ("Sources/Relaunch/Runner/A.swift", "ArgumentParser", 1),
        ("Sources/Relaunch/Runner/A.swift", "CrashStates", 0),
        ("Sources/CrashStates/A.swift", "Relaunch", 1),
        ("Sources/RelaunchAudit/A.swift", "ArgumentParser", 1),
        ("Sources/RelaunchCommand/A.swift", "ArgumentParser", 0),
        ("Sources/Tools/Benchmark/A.swift", "ArgumentParser", 0),
        ("Sources/Examples/Notes/A.swift", "Relaunch", 1),
        ("Sources/NewModule/A.swift", "Foundation", 1),
        ("Scenarios/A.swift", "RelaunchAudit", 1),
        ("Tests/RelaunchTests/A.swift", "RelaunchAudit", 0),
    ])
    func `arrows point one way`(_ path: String, _ module: String, _ count: Int) {
        let file = SourceFile(path: path, "import \(module)\n")
        #expect(ImportCheck.findings(in: file).count == count)
    }

    @Test func `a header that is named by a path upward is found`() {
        let file = SourceFile(
            path: "Sources/CSupervisor/a.c", "#include \"a.h\"\n#include \"../b/b.h\"\n")
        #expect(ImportCheck.findings(in: file).map(\.line) == [2])
    }

    // MARK: Exports

    @Test(arguments: [
        ("func a() {}", 1), ("public func a() {}", 0), ("package func a() { public }", 1),
        ("@inline(never)\npublic func a(\n    _ b: Int\n) {}", 0),
    ])
    func `a name for C that is not public is found`(_ declaration: String, _ count: Int) {
        let file = SourceFile(path: "Sources/A/A.swift", "@_cdecl(\"a\")\n\(declaration)\n")
        #expect(ExportCheck.findings(in: file).count == count)
    }

    // MARK: Lengths

    @Test func `a long file is found`() {
        let line = "let a = 1\n"
        let long = SourceFile(path: "Sources/A.swift", String(repeating: line, count: 401))
        let full = SourceFile(path: "Sources/A.swift", String(repeating: line, count: 400))
        #expect(LengthCheck.fileFindings(in: long).map(\.line) == [401])
        #expect(LengthCheck.fileFindings(in: full).isEmpty)
    }

    @Test(arguments: [
        "func a(_ body: () -> Void = {})\n    async throws -> [Int] {", "public init?(a: Int) {",
        "deinit {", "subscript(a: Int) -> Int {", "var a: Int {",
        "func `{ a name in backticks`() { // {\n    let b = \"{\\(c(\"{\"))\"",
    ])
    func `a long function is found`(_ head: String) {
        func file(_ lines: Int) -> SourceFile {
            let inside = lines - head.count { $0 == "\n" } - 2
            let body = String(repeating: "        b()\n", count: inside)
            let text = "struct A {\n    \(head)\n\(body)    }\n    var b = 1\n}\n"
            return SourceFile(path: "Sources/A.swift", text)
        }
        #expect(LengthCheck.functionFindings(in: file(71)).map(\.line) == [2])
        #expect(LengthCheck.functionFindings(in: file(70)).isEmpty)
    }

    @Test func `what is required has no length`() {
        let rest = String(repeating: "    var a: Int { get }\n", count: 80)
        let text = "protocol A {\n    func b() throws\n    init(c: Int)\n\(rest)}\n"
        let file = SourceFile(path: "Sources/A.swift", text)
        #expect(LengthCheck.functionFindings(in: file).isEmpty)
    }

    @Test func `a long function of C is found`() {
        let body = String(repeating: "    b();\n", count: 69)
        let text = """
            int a(int one,
                  int two);
            struct s {
                int a;
            };
            static int a(int one,
                         int two) {
            \(body)}
            """
        let findings = LengthCheck.functionFindings(in: SourceFile(path: "Sources/a.c", text))
        #expect(findings.map(\.line) == [6])
        #expect(findings.first?.message.contains("`a` has 72 lines") == true)
    }

    // MARK: Words

    @Test(arguments: [
        ("A crew of two", "crew", 1), ("struct WorkerCrew {}", "crew", 1), ("Crews", "crew", 1),
        ("screwdriver, CREWED", "crew", 0), ("let lane = 1", "Lane", 0), ("[Lane]", "Lane", 1),
        ("rl_bury(", "bury", 1), ("Canterbury", "bury", 0), ("actual came: 1", "came:", 1),
        ("    /// it is no matter\n    /// of taste", "is no matter of", 1),
        ("this is no matter for us", "is no matter of", 0),
    ])
    func `a banned word is found`(_ text: String, _ word: String, _ count: Int) throws {
        let banned = try #require(WordCheck.banned.first { $0.text == word })
        let file = SourceFile(path: "Sources/A.swift", "\n" + text)
        let findings = WordCheck.findings(of: banned, in: file)
        #expect(findings.count == count)
        #expect(findings.allSatisfy { $0.line == 2 && $0.message.contains(banned.better) })
    }

    // MARK: Prose

    @Test(arguments: [
        ("#expect(message.contains(\"did not end\"))", 1),
        ("#expect(\n    error.hasPrefix(\n        \"there is no \\(name) here\"))", 1),
        ("#expect(failure.message == \"it is gone\")", 1),
        ("#expect(message.contains(\"'a name with spaces'\"))", 0),
        ("#expect(killPoint.contains(\"`rename a → b`\"))", 0),
        ("#expect(replay.contains(\"::trial::2=ENOSPC\"))", 0),
        ("#expect(text.contains(word))\nlet sentence = \"it is gone\"", 0),
        ("// message.contains(\"did not end\")", 0),
    ])
    func `a search for a sentence is found`(_ text: String, _ count: Int) {
        let file = SourceFile(path: "Tests/RelaunchTests/A.swift", text)
        #expect(ProseCheck.findings(in: file).count == count)
        let source = SourceFile(path: "Sources/Relaunch/A.swift", text)
        #expect(ProseCheck.findings(in: source).isEmpty)
    }

    // MARK: Documentation

    private func missing(_ text: String) -> [String] {
        let file = SourceFile(path: "Sources/A/A.swift", text)
        let result = DocumentationCheck.result(of: [file], .init([file]))
        return result.missing.compactMap { finding in
            finding.message.split(separator: "`").first.map { "\($0) \(finding.line)" }
        }
    }

    @Test func `public declarations without a comment are found`() {
        let text = """
            public struct A {
                public let a: Int, b: Int
                /// Documented.
                @discardableResult
                public func c(_ d: (e: Int, f: Int), g h: Int) -> Int { if d { case } }
                @inlinable public static func + (left: A, right: A) -> A { left }
                public private(set) var i = { 1 }()
                private(set) public var j: Int { 1 }
                func k() {}
                package init(l: Int) {}
                public init<M>(m: M) where M: N {}
                public subscript(index n: Int) -> Int { get { 1 } set {} }
                enum O { case p; public func q() {} }
                // No comment for users.
                public enum R: Int { case s, t }
            }
            """
        #expect(
            missing(text) == [
                "struct A 1", "let a 2", "func + 6", "var i 7", "var j 8", "init(m:) 11",
                "subscript(index:) 12", "enum R 15", "case s 15",
            ])
    }

    @Test func `cases, requirements and extensions count`() {
        let text = """
            /// Documented.
            public enum A {
                case b
                /// Documented.
                case c(Int)
                #if os(Linux)
                    case d
                #endif
            }
            /// Documented.
            public protocol E {
                associatedtype F
                var g: Int { get }
                func h() async
            }
            extension E {
                public func i() {}
            }
            public extension String {
                func j() {}
                internal func k() {}
            }
            struct L {}
            extension L { public func m() {} }
            """
        #expect(
            missing(text) == [
                "case b 3", "case d 7", "associatedtype F 12", "var g 13", "func h() 14",
                "func i() 17", "func j() 20",
            ])
    }

    @Test func `overrides and witnesses need no comment`() {
        let text = """
            /// Documented.
            public protocol A: B {
                /// Documented.
                func c()
            }
            /// Documented.
            public class D: E {
                public override init() {}
                public func c() {}
                public func f() {}
                public var description: String { "" }
                public static func == (left: D, right: D) -> Bool { true }
                public func hash(into hasher: inout Hasher) {}
            }
            extension D: @unchecked Sendable, A {}
            """
        #expect(missing(text) == ["func f() 10"])
    }
}
