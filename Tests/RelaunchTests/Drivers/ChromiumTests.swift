import CrashStates
import Foundation
@testable import Relaunch
import Testing
import TestSupport

/// Chromium as Debian ships it, and what stands in its place where it must not do what it should.
@Suite struct ChromiumTests {
    static let isThere = Executable.onPath("chromium") != nil
    static let missing: Comment = "there is no 'chromium' on the PATH: it is a Debian package"
    static var isLong: Bool { ProcessInfo.processInfo.environment["RELAUNCH_LONG_TESTS"] == "1" }

    private static let page = """
        <title>Notes</title><input id=text name=text><input type=checkbox name=done>
        <button id=save onclick="localStorage.setItem('text', this.previousSibling.value)">save</button>
        <a id=next href=next.html>next</a><div style='height:4000px'></div><p id=end>the end</p>
        """
    private static let pages: [SuitePart] = [
        .setup(
            Setup {
                Run(
                    "sh", "-c",
                    "printf '%s' \"$PAGE\" > page.html; echo '<title>Next</title>' > next.html",
                    environment: ["PAGE": page])
            })
    ]

    // MARK: What it can do

    @Test(.enabled(if: isThere, missing))
    func `pages are opened, clicked, typed into and looked at`() async throws {
        let result = try await trial(.chromium(), describedBy: Self.pages) {
            Launch()
            Open("page.html")
            Click("#text")
            Type("milk<BS>l<lt>é<Tab>")
            Click("[name=done]")
            Wait(for: "tabs[0].form", equals: ["text": "mill<é", "done": true])
            Expect("tabs[0].title", equals: "Notes")
            Evaluate("scrollTo(0, 300)")
            Wait(for: "tabs[0].scroll.y", equals: 300)
            Click("#next")
            Wait(for: "tabs[0].url", equals: "next.html")
            Open("page.html", inNewTab: true)
            Evaluate("Promise.resolve([document.title, 1])")
            Expect(.evaluated(["Notes", 1]))
            Expect("tabs[1].front", equals: true)
            Expect("tabs[0].front", equals: false)
            Expect("tabs[0].history.urls[1]", equals: "page.html")
            Kill(.system)
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(.enabled(if: isThere, missing))
    func `its screen is a picture`() async throws {
        let result = try await trial(.chromium(), describedBy: Self.pages) {
            Launch()
            Open("page.html")
            Screen()
            Quit()
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    @Test(.enabled(if: isThere, missing))
    func `a tab that crashes is told, and goes on with the next page`() async throws {
        let result = try await trial(.chromium(), describedBy: Self.pages) {
            Launch()
            Open("page.html")
            CrashTab()
            Wait(for: "tabs[0].crashed", equals: true)
            Expect("tabs[0].url", equals: "page.html")
            Open("next.html")
            Expect("tabs[0].title", equals: "Next")
            CrashTab()
            Evaluate("1")
        }.only()
        try expectGolden(result.failure?.withoutOutput)
    }

    /// `trial` looks for processes and directories that are left.
    @Test(.enabled(if: isThere, missing))
    func `nothing is left of many that were killed`() async throws {
        let before = Self.leftovers()
        let rounds = Self.isLong ? 200 : 20
        let result = try await trial(.chromium(), describedBy: Self.pages) {
            for round in 0..<rounds {
                Launch(killedAt: round % 4 == 0 ? .after(.milliseconds(20 * round)) : nil)
                if round % 4 != 0 {
                    Open("page.html")
                    Kill(round % 4 == 1 ? .system : round % 4 == 2 ? .crash(.SIGSEGV) : .terminate)
                }
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(Self.leftovers() == before)
    }

    /// What a browser could leave outside of its container.
    private static func leftovers() -> [String] {
        ["/dev/shm", "/tmp"].flatMap { directory in
            ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
                .filter { $0.lowercased().contains("chromium") }.sorted()
        }
    }

    // MARK: What goes wrong

    @Test(.enabled(if: isThere, missing))
    func `what a page does not have is told`() async throws {
        let steps: [any Step] = [
            Click("#nothing"), Open("no-such.html"), Evaluate("nothing.at.all"),
        ]
        for step in steps {
            let result = try await trial(.chromium(), describedBy: Self.pages) {
                Launch()
                Open("page.html")
                step
            }.only()
            #expect(result.verdict == .failed)
            try expectGolden(result.failure?.withoutOutput, of: step.text)
        }
    }

    @Test(arguments: [
        "printf 'not JSON\\0' >&4; exec sleep 20", "exec sleep 20", "exit 3",
        "exec 3>&- 4>&-; exec sleep 20",
    ])
    func `what is no Chromium is told`(_ script: String) async throws {
        let folder = try TemporaryDirectory()
        let program = folder.path + "/browser"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program)
        let options = TrialOptions(timeLimit: .seconds(2))
        let result = try await trial(.chromium(program), options) { Launch() }.only()
        #expect(result.verdict == .failed)
        try expectGolden(result.failure, of: script)
    }

    @Test func `steps for pages need some`() async throws {
        let result = try await trial(.terminal("cat")) {
            Launch()
            Open("page.html")
        }.only()
        #expect(result.verdict == .errored)
        try expectGolden(result.failure)
    }
}

extension Failure {
    /// What Debian's launcher of Chromium says itself is other on each machine.
    fileprivate var withoutOutput: Failure {
        var failure = self
        failure.output = nil
        return failure
    }
}

/// Makes the process of the tab in front crash.
private struct CrashTab: Step {
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: #column)
    var text: String { "CrashTab()" }

    func perform(in session: isolated Session) async throws -> Next {
        // The address is never opened.
        _ = try? await session.awake().open("chrome://crash", inNewTab: false, in: session)
        return .step
    }
}

/// Looks at the screen: a PNG.
private struct Screen: Step {
    let location = FileLocation(fileID: #fileID, file: #filePath, line: #line, column: #column)
    var text: String { "Screen()" }

    func perform(in session: isolated Session) async throws -> Next {
        let picture = try await session.screenshot()
        let bytes = Data(base64Encoded: picture.content) ?? Data()
        guard picture.mediaType == "image/png", !picture.isText,
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 1000
        else { throw StepFailure("the screen is no PNG", actual: picture.mediaType) }
        return .step
    }
}
