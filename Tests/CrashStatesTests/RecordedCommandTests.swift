import CrashStates
import Foundation
import Testing

/// Carries commands out in a directory of its own, beside one for their crash states.
private struct Place: ~Copyable {
    let root = FileManager.default.temporaryDirectory.appending(path: "states-\(UUID())")
    var data: String { root.path + "/data" }
    var copy: String { root.path + "/copy" }

    init() throws {
        for path in [data, copy] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func shell(_ script: String, timeLimit: Duration = .seconds(60)) throws -> RecordedCommand {
        try RecordedCommand("sh", ["-c", script], in: data, timeLimit: timeLimit)
    }

    /// What `file` holds in each of the states, nil where it is not there.
    func contents(
        of file: String, in states: some Sequence<CrashState>
    ) throws -> [String?] {
        var materializer = try Materializer(root: copy)
        return try states.map { state in
            try materializer.materialize(state.tree)
            return try? String(contentsOfFile: "\(copy)/\(file)", encoding: .utf8)
        }
    }
}

@Suite("The crash states of a command") struct RecordedCommandTests {
    @Test func `a file that is written in place can be empty, or gone before`() throws {
        let place = try Place()
        let command = try place.shell("echo milk > list")
        #expect(command.status == .exited(0))
        let contents = try place.contents(of: "list", in: command.statesAfterKill())
        #expect(contents == [nil, "", "milk\n"])
    }

    @Test func `a file that is replaced is the old one or the new one`() throws {
        let place = try Place()
        _ = try place.shell("echo old > list")
        let command = try place.shell("echo new > list.tmp; mv list.tmp list")
        let contents = try place.contents(of: "list", in: command.statesAfterKill())
        #expect(Set(contents) == ["old\n", "new\n"])
        let words = try Array(command.statesAfterKill()).map(\.killPoint)
        #expect(words.contains { $0.contains("`rename list.tmp → list`") })
    }

    @Test func `what was not synced can be lost with the power`() throws {
        let place = try Place()
        _ = try place.shell("echo old > list")
        let command = try place.shell("echo new > list.tmp; mv list.tmp list")
        let lost = try place.contents(of: "list", in: command.statesAfterPowerLoss(.strict))
        #expect(lost.contains(""))
    }

    @Test func `the same state is told once`() throws {
        let place = try Place()
        let command = try place.shell("touch a; touch a; chmod 600 a; chmod 600 a")
        let digests = try Array(command.statesAfterKill()).map(\.tree.digest)
        #expect(Set(digests).count == digests.count)
    }

    @Test func `a command that fails is told as it ended`() throws {
        let place = try Place()
        #expect(try place.shell("echo a > b; exit 3").status == .exited(3))
    }

    @Test func `bad input is named`() throws {
        let place = try Place()
        let missing = place.data + "/missing"
        #expect(throws: RecordedCommandError.self) {
            try RecordedCommand("true", in: missing)
        }
        do {
            _ = try RecordedCommand("no-such-program", in: place.data)
            Issue.record("a program that is not there was recorded")
        } catch RecordedCommandError.noProgram(let name) {
            #expect(name == "no-such-program")
        }
        do {
            _ = try place.shell("sleep 1000", timeLimit: .milliseconds(200))
            Issue.record("a command without an end was recorded")
        } catch RecordedCommandError.notEnded(let command, _) {
            #expect(command == "sh")
        }
    }

    @Test func `its documentation shows the program that the plug-ins' package has`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let page = try text("Sources/CrashStates/Documentation.docc/CrashStates.md")
        let program = try text("Tests/PlugIns/Sources/crash-states-of/main.swift")
        #expect(page.contains("```swift\n\(program)```"))
        #expect(program.split(separator: "\n").count { !$0.hasPrefix("//") } <= 20)
    }
}
