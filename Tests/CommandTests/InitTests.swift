import Foundation
import Testing
import TestSupport

/// The way to a first scenario file.
@Suite struct InitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aFirstFileForAnyProgramRunsAsItIs() async throws {
        let written = try await relaunch("init", "--target", "git", in: folder)
        #expect(written.status == 0)
        try expectGolden(written, of: "written")
        let run = try await relaunch("run", "First.swift", in: folder)
        // Whether the kill still meets it is chance, and is noted.
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func aFirstFileForATargetThatCooperatesRunsAsItIs() async throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Examples/Python/counter.py").standardized.path
        try FileManager.default.copyItem(atPath: example, toPath: folder.path("counter.py"))
        let written = try await relaunch(
            "init", "My/First.swift", "--target", "./counter.py", in: folder)
        #expect(written.status == 0)
        #expect(try folder.read("My/First.swift").contains("../counter.py"))
        let run = try await relaunch("run", "My", in: folder)
        #expect(run.status == 0, "\(run.error)")
        try expectGolden(run)
    }

    /// Programs that speak no protocol, and how each ends.
    @Test(arguments: [
        ("list", "#!/bin/sh\necho \"$*\"\n"),
        ("version", "#!/bin/sh\n[ \"$1\" = --version ] || exit 2\n"),
        ("usage", "#!/bin/sh\necho 'usage: todo TEXT' >&2; exit 64\n"),
        ("lost", "#!/bin/sh\nkill -SEGV $$\n"),
    ])
    func aFirstFileForAScriptThatSpeaksNoProtocolRunsAsItIs(
        _ name: String, _ script: String
    ) async throws {
        try folder.write(script, to: "todo.py", isExecutable: true)
        let written = try await relaunch(
            "init", "My/First.swift", "--target", "./todo.py", in: folder)
        #expect(written.status == 0, "\(written.error)")
        try expectGolden(folder.read("My/First.swift"), of: name)
        let run = try await relaunch("run", "My", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }

    /// Targets that speak the protocol, and leave out what a first scenario may need.
    @Test(arguments: [
        ("no saved state", #","savedState":[]"#, true),
        ("nothing said about restoration", #","savedState":["a"]"#, false),
    ])
    func aFirstFileForATargetThatSaysLittleRunsAsItIs(
        _ name: String, _ members: String, _ restores: Bool
    ) async throws {
        let script = """
            #!/usr/bin/env python3
            import json, os, pathlib, socket
            kept = pathlib.Path.home() / "a"
            channel = socket.socket(fileno=int(os.environ["RELAUNCH_CHANNEL"])).makefile("rw")
            def say(text): print('{"jsonrpc":"2.0",' + text + '}', file=channel, flush=True)
            say('"id":1,"method":"hello","params":{"protocol":1,"name":"x","actions":{"add":{}}\(members)}')
            channel.readline()
            if \(restores ? "True" : "False"):
                found = "true" if kept.exists() else "false"
                say('"method":"restoration","params":{"reason":"noSavedState","restored":' + found + '}')
            say('"method":"phase","params":{"phase":"active"}')
            for line in channel:
                kept.write_text("1")
                say('"result":{"kept":1},"id":' + str(json.loads(line)["id"]))
            """
        try folder.write(script, to: "todo.py", isExecutable: true)
        let written = try await relaunch("init", "--target", "./todo.py", in: folder)
        #expect(written.status == 0, "\(written.error)")
        try expectGolden(folder.read("First.swift"), of: name)
        let run = try await relaunch("run", "First.swift", in: folder)
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func aProgramThatNeitherSpeaksNorEndsIsRefused() async throws {
        try folder.write("#!/bin/sh\nexec sleep 60\n", to: "serve", isExecutable: true)
        let start = ContinuousClock.now
        let run = try await relaunch("init", "--target", "./serve", in: folder)
        // Three seconds are promised; the others that use this machine slow it down.
        #expect(ContinuousClock.now - start < .seconds(7))
        #expect(run.status == 64)
        try expectGolden(run)
        #expect(folder.names() == ["serve"])
    }

    @Test(arguments: ["./nowhere", "./notes.txt", "./broken"])
    func aFileThatCannotBeLaunchedIsRefused(_ target: String) async throws {
        try folder.write("milk", to: "notes.txt")
        try folder.write("#!/no/such/interpreter\n", to: "broken", isExecutable: true)
        let run = try await relaunch("init", "--target", target, in: folder)
        #expect(run.status == 64)
        try expectGolden(run, of: target)
        #expect(!folder.names().contains("First.swift"))
    }

    @Test func aProgramThatIsNowhereIsRefused() async throws {
        let run = try await relaunch("init", "--target", "nonesuch", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("'nonesuch'"))
        #expect(folder.names().isEmpty)
    }

    @Test func anExistingFileIsLeftAlone() async throws {
        try folder.write("mine", to: "First.swift")
        let run = try await relaunch("init", "--target", "git", in: folder)
        #expect(run.status == 64)
        try expectGolden(run)
        #expect(try folder.read("First.swift") == "mine")
    }

    @Test func withoutAPackageAProgramHasToBeNamed() async throws {
        let run = try await relaunch("init", in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("--target"))
    }
}
