import Foundation
import Testing
import TestSupport

/// What the author of a target sees of the protocol.
@Suite struct ProtocolTraceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let scenario = """
                Scenario("draft") {
                    Launch()
                    Perform("edit", ["note": "groceries", "text": "milk"])
                    Background()
                }
            """
        try folder.write(
            Sample.file(
                "Notes", [scenario], target: ".app(\"\(RelaunchProcess.product("notes"))\")"),
            to: "A.swift")
    }

    /// The messages, without what differs from run to run.
    private func masked(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("→") || $0.contains("←") }
    }

    @Test func eachMessageIsShownWithItsDirection() async throws {
        let run = try await relaunch("run", "A.swift", "--trace-protocol", in: folder)
        #expect(run.status == 0)
        let lines = masked(run.error)
        #expect(lines.first { $0.contains("\"hello\"") }?.contains("←") == true)
        #expect(
            lines.first { $0.contains("\"edit\"") && $0.contains("perform") }?.contains("→") == true
        )
        #expect(lines.allSatisfy { $0.hasPrefix("Notes › draft [") })
    }

    @Test func eachCaseHasAFile() async throws {
        let run = try await relaunch("run", "A.swift", "--trace-folder", "traces/new", in: folder)
        #expect(run.status == 0)
        #expect(masked(run.error).isEmpty)
        let names = folder.names(in: "traces/new")
        #expect(names.count == 1)
        let text = try folder.read("traces/new/\(names.first ?? "")")
        #expect(text.split(separator: "\n").count == masked(text).count)
        #expect(masked(text).count > 5)
    }

    @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        let run = try await relaunch("run", "A.swift", "--trace-folder", "A.swift/x", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
    }

    /// The target says hello and answers nothing more.
    @Test func aTimeoutShowsWhatWasSaidLast() async throws {
        let program = """
            #!/usr/bin/env python3
            import os, socket, time
            channel = socket.socket(fileno=int(os.environ["RELAUNCH_CHANNEL"]))
            channel.sendall(b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"name":"x","version":"1","actions":{},"checkpoints":[],"savedState":[]}}\\n')
            channel.recv(4096)
            time.sleep(100)
            """
        try folder.write(program, to: "silent.py", isExecutable: true)
        try folder.write(
            Sample.file(
                "Silent", ["    Scenario(\"x\") { Launch() }"],
                target: ".app(\"./silent.py\"), timeLimit: .seconds(2)"), to: "B.swift")
        let run = try await relaunch("run", "B.swift", "--events", "-", in: folder)
        #expect(run.status == 1)
        try expectGolden(run)
    }
}
