import CrashStates
import Foundation
import Testing

@testable import Relaunch

/// What is tried with each browser, in the same way.
enum BrowserTrials {
    private static let page = """
        <title>Notes</title><input id=text name=text><input type=checkbox name=done>
        <button id=save onclick="localStorage.setItem('text', this.previousSibling.value)">save</button>
        <a id=next href=next.html>next</a><div style='height:4000px'></div><p id=end>the end</p>
        """
    /// A browser that starts while everything else is tested takes its time.
    static var patient: TrialOptions { TrialOptions(timeLimit: .seconds(120)) }

    static let parts: [SuitePart] = [
        .setup(
            Setup {
                Run(
                    "sh", "-c",
                    "printf '%s' \"$PAGE\" > page.html; echo '<title>Next</title>' > next.html",
                    environment: ["PAGE": page])
            })
    ]

    static func pages(_ target: Target) async throws {
        let result = try await trial(target, patient, describedBy: parts) {
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

    static func screen(_ target: Target) async throws {
        let result = try await trial(target, patient, describedBy: parts) {
            Launch()
            Open("page.html")
            Screen()
            Quit()
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
    }

    /// `trial` looks for processes and directories that are left.
    static func manyKills(_ target: Target, rounds: Int) async throws {
        let before = leftovers()
        let result = try await trial(target, patient, describedBy: parts) {
            for round in 0..<rounds {
                Launch(killedAt: round % 4 == 0 ? .after(.milliseconds(20 * round)) : nil)
                if round % 4 != 0 {
                    Open("page.html")
                    Kill(round % 4 == 1 ? .system : round % 4 == 2 ? .crash(.SIGSEGV) : .terminate)
                }
            }
        }.only()
        #expect(result.verdict == .passed, "\(result.failures)")
        #expect(leftovers() == before)
    }

    /// What a browser could leave outside of its container.
    private static func leftovers() -> [String] {
        ["/dev/shm", "/tmp"].flatMap { directory in
            ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
                .filter { name in
                    ["chromium", "firefox", "mozilla", "ipc."].contains {
                        name.lowercased().contains($0)
                    }
                }.sorted()
        }
    }

    /// How each step fails that asks a page for what it does not have.
    static func missing(_ target: Target) async throws -> [Failure] {
        let steps: [any Step] = [
            Click("#nothing"), Open("no-such.html"), Evaluate("nothing.at.all"),
        ]
        var failures: [Failure] = []
        for step in steps {
            let result = try await trial(target, patient, describedBy: parts) {
                Launch()
                Open("page.html")
                step
            }.only()
            #expect(result.verdict == .failed)
            failures.append(try #require(result.failure))
        }
        return failures
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
