import Foundation
import RelaunchProtocol
import Testing
import TestSupport

/// Scenario files in an editor, through the language server that every toolchain ships.
@Suite(.serialized) struct EditorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("a folder – ünd") }

    private static let text = """
        import Relaunch

        let suite = Suite("Editor", target: .command("true")) {
            Scenario("it runs") {
                Launch()
                Expect(.exitStatus(0))
            }
        }

        """

    @Test func aFileWithoutAPackageIsCompletedAndChecked() async throws {
        #expect(try await relaunch("init", "--target", "true", in: folder).status == 0)
        let server = try await languageServer(for: folder)
        defer { server.end() }

        let first = Document(folder.path("First.swift"), try folder.read("First.swift"))
        let mistyped = first.replacing("Launch(arguments: [\"--version\"])", "Launhc()")
        try await expectDiagnostics(of: mistyped, ["11: Cannot find 'Launhc' in scope"], server)
        try await expectDiagnostics(of: first, [], server)

        // A file that is not on the disk yet.
        let second = Document(folder.path("Second.swift"), Self.text)
        let wrong = second.replacing("Launch(", "Launhc(")
        try await expectDiagnostics(of: wrong, ["5: Cannot find 'Launhc' in scope"], server)
        try await expectDiagnostics(of: second, [], server)
        let step = second.replacing("Launch()", "Laun")
        try await expectCompletion(of: step, by: "Launch", server)
        let condition = second.replacing("Expect(.exitStatus(0))", "Expect(.ex")
        try await expectCompletion(of: condition, by: "exitStatus(", server)
    }

    @Test func whatIsInSupportBelongsToIt() async throws {
        let written = try await relaunch("init", "My/First.swift", "--target", "true", in: folder)
        #expect(written.status == 0)
        let steps = "import Relaunch\n@StepsBuilder func once() -> [any Step] { Launch() }\n"
        try folder.write(steps, to: "My/Support/Steps.swift")
        let server = try await languageServer(for: folder)
        defer { server.end() }
        let file = Document(folder.path("My/Once.swift"), Self.text).replacing("Launch(", "once(")
        let wrong = file.replacing("once(", "onec(")
        try await expectDiagnostics(of: wrong, ["5: Cannot find 'onec' in scope"], server)
        try await expectDiagnostics(of: file, [], server)
        let support = Document(folder.path("My/Support/Steps.swift"), steps)
        let broken = support.replacing("Launch(", "Launhc(")
        try await expectDiagnostics(of: broken, ["2: Cannot find 'Launhc' in scope"], server)
        try await expectDiagnostics(of: support, [], server)
    }

    @Test func filesOfAPackageAreServedBesideItsOwn() async throws {
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "app", targets: [.executableTarget(name: "app")])

            """, to: "Package.swift")
        try folder.write("let number = 1\nprint(number)\n", to: "Sources/app/main.swift")
        try folder.write(Self.text, to: "Scenarios/First.swift")
        let written = try await relaunch("init", "--editor", in: folder)
        #expect(written.status == 0)
        try expectGolden(written)
        let server = try await languageServer(for: folder)
        defer { server.end() }
        let wrong = Document(folder.path("Scenarios/First.swift"), Self.text)
            .replacing("Launch(", "Launhc(")
        try await expectDiagnostics(of: wrong, ["5: Cannot find 'Launhc' in scope"], server)

        // Its own files stay SwiftPM's.
        let main = Document(folder.path("Sources/app/main.swift"), "let number = 1\nprint(numbr)\n")
        try await expectDiagnostics(of: main, ["2: Cannot find 'numbr' in scope"], server)
    }

    @Test func whatIsWrittenForEditorsIsOfThisMachine() async throws {
        try folder.write(Self.text, to: "First.swift")
        #expect(try await relaunch("init", "--editor", "First.swift", in: folder).status == 0)
        #expect(folder.names(in: ".bsp") == [".gitignore", "relaunch.json"])
        let connection = try JSON(parsing: folder.read(".bsp/relaunch.json"))
        #expect(connection["argv"]?[0]?.string == RelaunchProcess.path)

        for arguments in [["--editor", "nonesuch"], ["--editor", "--target", "git"]] {
            let refused = try await RelaunchProcess(["init"] + arguments, in: folder).finish()
            #expect(refused.status == 64)
            try expectGolden(refused, of: arguments.joined(separator: " "))
        }
    }

    // MARK: The build server by itself

    @Test func anotherRelaunchInItsPlaceIsNoticed() async throws {
        // As installed, so that only this test's copy is replaced.
        let program = folder.path("bin/relaunch")
        try folder.write("", to: "bin/.keep")
        try FileManager.default.copyItem(atPath: RelaunchProcess.path, toPath: program)
        let kit = folder.path("lib/relaunch/kit")
        #expect(try await relaunch("make-kit", kit, in: folder).status == 0)

        let server = try MessageProcess(program, ["build-server"])
        defer { server.end() }
        let root = URL(filePath: folder.path).absoluteString
        _ = try await server.ask("build/initialize", ["rootUri": .string(root)])
        #expect(try await options(server).contains("\(kit)/modules"))

        try FileManager.default.moveItem(atPath: program, toPath: folder.path("bin/old"))
        try FileManager.default.copyItem(atPath: folder.path("bin/old"), toPath: program)
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: program)
        try await server.notification("buildTarget/didChange")
        #expect(try await options(server).contains("\(kit)/modules"))
    }

    @Test func whatItCannotAnswerItRefuses() async throws {
        let server = try MessageProcess(
            RelaunchProcess.path, ["build-server"], environment: ["PATH": "/nowhere"])
        defer { server.end() }
        #expect(try await server.ask("build/nonesuch", [:])["code"] == -32601)
        #expect(try await server.ask("textDocument/sourceKitOptions", [:])["code"] == -32602)
        let file: JSON = ["uri": "file:///a.swift"]
        let refusal = try await server.ask("textDocument/sourceKitOptions", ["textDocument": file])
        #expect(refusal["code"] == -32603)
        try expectGolden((refusal["message"]?.string ?? "") + "\n")
        #expect(try await server.ask("build/shutdown", [:]) == nil)
    }

    private func options(_ server: MessageProcess) async throws -> [String] {
        let file: JSON = ["uri": .string(URL(filePath: folder.path("A.swift")).absoluteString)]
        let answer = try await server.ask("textDocument/sourceKitOptions", ["textDocument": file])
        return (answer["compilerArguments"]?.array ?? []).compactMap(\.string)
    }

    // MARK: The language server

    /// A file as it is in the editor, with the place of the cursor.
    private struct Document {
        let path: String
        var text: String
        /// Behind what was replaced last.
        var line = 0
        var column = 0

        init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }

        func replacing(_ old: String, _ new: String) -> Document {
            var result = self
            guard let range = text.range(of: old) else { return self }
            result.text.replaceSubrange(range, with: new)
            let before = (text[..<range.lowerBound] + new).split(
                separator: "\n", omittingEmptySubsequences: false)
            result.line = before.count - 1
            result.column = before.last?.utf16.count ?? 0
            return result
        }

        var name: JSON { ["uri": .string(URL(filePath: path).absoluteString)] }
    }

    private func languageServer(for folder: TemporaryFolder) async throws -> MessageProcess {
        let swiftc = try #require(
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .map { "\($0)/swiftc" }
                .first { FileManager.default.isExecutableFile(atPath: $0) })
        let program = URL(filePath: swiftc).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "sourcekit-lsp").path
        // An editor on a desktop has no toolchain on its PATH.
        let server = try MessageProcess(program, environment: ["PATH": "/usr/bin:/bin"])
        let root = URL(filePath: folder.path).absoluteString
        _ = try await server.ask(
            "initialize",
            [
                "processId": .integer(Int64(getpid())), "rootUri": .string(root),
                "capabilities": ["textDocument": ["diagnostic": [:], "completion": [:]]],
            ])
        try server.notify("initialized", [:])
        return server
    }

    private func open(_ document: Document, _ server: MessageProcess) throws {
        var file = document.name.object?.dictionary ?? [:]
        file.merge(["languageId": "swift", "version": 1, "text": .string(document.text)]) { $1 }
        try server.notify("textDocument/didOpen", ["textDocument": .object(file)])
    }

    private func close(_ document: Document, _ server: MessageProcess) throws {
        try server.notify("textDocument/didClose", ["textDocument": document.name])
    }

    /// Asks until the answer is as expected: as long as nobody has told the server how a file is
    /// built (on a busy machine it waits half a second for that), it guesses.
    private func answer<Answer>(
        until expected: (Answer) -> Bool, _ ask: () async throws -> Answer
    ) async throws -> Answer {
        let limit = Date().addingTimeInterval(patience)
        while true {
            let answer = try await ask()
            if expected(answer) || Date() > limit { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func expectDiagnostics(
        of document: Document, _ expected: [String], _ server: MessageProcess,
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await answer(until: { $0 == expected }) {
            try await diagnostics(of: document, server)
        }
        #expect(found == expected, sourceLocation: place)
    }

    private func expectCompletion(
        of document: Document, by start: String, _ server: MessageProcess,
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let offered = try await answer(until: { $0.contains { $0.hasPrefix(start) } }) {
            try await completions(of: document, server)
        }
        #expect(offered.contains { $0.hasPrefix(start) }, "\(offered)", sourceLocation: place)
    }

    /// The lines and texts of what the editor would underline.
    private func diagnostics(
        of document: Document, _ server: MessageProcess
    ) async throws -> [String] {
        try open(document, server)
        let report = try await server.ask(
            "textDocument/diagnostic", ["textDocument": document.name])
        try close(document, server)
        let items = try #require(report["items"]?.array, "\(report.text)")
        return items.map { item in
            let line = item["range"]?["start"]?["line"]?.integer ?? -1
            return "\(line + 1): \(item["message"]?.string ?? item.text)"
        }
    }

    /// What the editor would offer at the cursor.
    private func completions(
        of document: Document, _ server: MessageProcess
    ) async throws -> [String] {
        try open(document, server)
        let answer = try await server.ask(
            "textDocument/completion",
            [
                "textDocument": document.name,
                "position": [
                    "line": .integer(Int64(document.line)),
                    "character": .integer(Int64(document.column)),
                ],
            ])
        try close(document, server)
        let items = try #require(answer["items"]?.array ?? answer.array, "\(answer.text)")
        return items.compactMap { $0["label"]?.string }
    }
}
