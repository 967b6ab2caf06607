import CrashStates
import Foundation
@testable import Relaunch
import Testing
import TestSupport

/// Chromium as Debian ships it, and what stands in its place where it must not do what it should.
@Suite struct ChromiumTests {
    static let isThere = Executable.onPath("chromium") != nil
    static let missing: Comment = "there is no 'chromium' on the PATH: it is a Debian package"

    // MARK: What it can do

    @Test(.enabled(if: isThere, missing))
    func `pages are opened, clicked, typed into and looked at`() async throws {
        try await BrowserTrials.pages(.chromium())
    }

    @Test(.enabled(if: isThere, missing))
    func `its screen is a picture`() async throws {
        try await BrowserTrials.screen(.chromium())
    }

    @Test(.enabled(if: isThere, missing))
    func `a tab that crashes is told, and goes on with the next page`() async throws {
        let trials = BrowserTrials.self
        let result = try await trial(.chromium(), trials.patient, describedBy: trials.parts) {
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

    @Test(.enabled(if: isThere, missing))
    func `nothing is left of many that were killed`() async throws {
        try await BrowserTrials.manyKills(.chromium(), rounds: testsAreLong ? 200 : 20)
    }

    // MARK: What goes wrong

    @Test(.enabled(if: isThere, missing))
    func `what a page does not have is told`() async throws {
        for failure in try await BrowserTrials.missing(.chromium()) {
            try expectGolden(failure.withoutOutput, of: failure.step)
        }
    }

    @Test(arguments: [
        "printf 'not JSON\\0' >&4; exec sleep 20", "exec sleep 20", "exit 3",
        "exec 3>&- 4>&-; exec sleep 20",
    ])
    func `what is no Chromium is told`(_ script: String) async throws {
        let folder = try TemporaryDirectory()
        let program = try folder.script("browser", "#!/bin/sh\n\(script)\n")
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
    /// What a browser says itself is other on each machine.
    var withoutOutput: Failure {
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
