import CrashStates
import Foundation
import Testing
import TestSupport

@testable import Relaunch

/// Firefox as Debian ships it, and what stands in its place where it must not do what it should.
@Suite struct FirefoxTests {
    static let isThere = Executable.onPath("firefox-esr") != nil
    static let missing: Comment = "there is no 'firefox-esr' on the PATH: it is a Debian package"

    // MARK: What it can do

    @Test(.enabled(if: isThere, missing))
    func `pages are opened, clicked, typed into and looked at`() async throws {
        try await BrowserTrials.pages(.firefox())
    }

    @Test(.enabled(if: isThere, missing))
    func `its screen is a picture`() async throws {
        try await BrowserTrials.screen(.firefox())
    }

    @Test(.enabled(if: isThere, missing))
    func `nothing is left of many that were killed`() async throws {
        try await BrowserTrials.manyKills(.firefox(), rounds: testsAreLong ? 200 : 8)
    }

    @Test(.enabled(if: isThere, missing))
    func `a tab that was not in front is there without its page`() async throws {
        let opensAll = Target.firefox(preferences: ["browser.startup.page": 3])
        let trials = BrowserTrials.self
        let result = try await trial(opensAll, trials.patient, describedBy: trials.parts) {
            Launch()
            Open("page.html")
            Open("next.html", inNewTab: true)
            Quit()
            Launch()
            Expect("tabs[0].url", equals: "next.html")
            Expect("tabs[0].title", equals: "Next")
            Expect("tabs[1].url", equals: "page.html")
            Expect("tabs[1].unloaded", equals: true)
            Expect("tabs[1].history.urls[1]", equals: "page.html")
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    // MARK: What goes wrong

    @Test(.enabled(if: isThere, missing))
    func `what a page does not have is told`() async throws {
        for failure in try await BrowserTrials.missing(.firefox()) {
            try expectGolden(failure.withoutOutput, of: failure.step)
        }
    }

    /// Nobody listens on the port that the last one names.
    @Test(arguments: [
        "exec sleep 20", "exit 3", "echo 1 > profile/MarionetteActivePort; exec sleep 20",
    ])
    func `what is no Firefox is told`(_ script: String) async throws {
        let folder = try TemporaryDirectory()
        let program = try folder.script("browser", "#!/bin/sh\n\(script)\n")
        let options = TrialOptions(timeLimit: .seconds(2))
        let result = try await trial(.firefox(program), options) { Launch() }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure, of: script)
    }

    @Test(arguments: ["this is no Marionette", "9:not JSON!"])
    func `a port that says something else is told`(_ word: String) async throws {
        try #require(TrialTarget.hasPython)
        let folder = try TemporaryDirectory()
        let program = try folder.script(
            "browser",
            """
            #!/usr/bin/env python3
            import socket, time
            listener = socket.create_server(("127.0.0.1", 0))
            with open("profile/MarionetteActivePort", "w") as file:
                file.write(str(listener.getsockname()[1]))
            listener.accept()[0].sendall(b"\(word)")
            time.sleep(20)
            """)
        let options = TrialOptions(timeLimit: .seconds(10))
        let result = try await trial(.firefox(program), options) { Launch() }.only()
        #expect(result.failure?.kind == .brokenProtocol)
        try expectGolden(result.failure, of: word)
    }

    @Test func `messages are read however their bytes arrive`() throws {
        let bytes = Array("2:{}0:12:[1,\"é🍎\"]".utf8)
        for size in 1...bytes.count {
            var reader = LengthPrefixedReader()
            var messages: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(start + size, bytes.count)])
                while let message = try reader.next() {
                    messages.append(String(decoding: message, as: UTF8.self))
                }
            }
            #expect(messages == ["{}", "", "[1,\"é🍎\"]"])
        }
        var reader = LengthPrefixedReader()
        reader.append(ArraySlice("999999999:".utf8))
        #expect(throws: UnreadableMessage.self) { try reader.next() }
    }
}
