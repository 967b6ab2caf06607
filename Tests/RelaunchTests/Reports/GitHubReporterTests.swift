@testable import CrashStates
import Relaunch
import Testing
import TestSupport

@Suite struct GitHubReporterTests {
    private func commands(_ events: [Event]) throws -> [String] {
        var commands: [String] = []
        try events.report(to: GitHubReporter(write: { commands.append($0) }))
        return commands
    }

    @Test func aRun() throws {
        try expectGolden(commands(SampleRun.events).joined(), "github.txt")
    }

    @Test func aFlakyCaseIsAWarning() throws {
        try expectGolden(commands([Event(time: 0, kind: .caseFinished(SampleRun.flaky))]))
    }

    @Test func aScenarioWithManyBadCasesIsOneAnnotation() throws {
        let events = (1...5).map { number in
            var result = SampleRun.failed
            result.identity.branches = ["call \(number)"]
            return Event(time: 0, kind: .caseFinished(result))
        }
        #expect(try commands(events).count == 1)
    }

    @Test func theTenthOfManySaysHowManyMore() throws {
        var events = (1...12).map { number in
            var result = SampleRun.failed
            result.identity.scenario = "scenario \(number)"
            return Event(time: 0, kind: .caseFinished(result))
        }
        events.append(
            Event(
                time: 1,
                kind: .runFinished(
                    RunSummary(verdicts: [.failed: 12], seconds: 1, exitCode: .failed))))
        let commands = try commands(events)
        #expect(commands.count == 13)
        try expectGolden(commands[9])
    }

    @Test func hostileTextIsOneCommandWithTheRightProperties() throws {
        let commands = try commands(Hostile.events)
        #expect(commands.count == 3)
        for command in commands {
            #expect(command.hasSuffix("\n"))
            #expect(command.unicodeScalars.filter { $0 == "\n" || $0 == "\r" }.count == 1)
            #expect(command.hasPrefix("::error"))
            #expect(!command.contains("##["))
            let head = command.dropFirst("::error ".count).firstRange(of: "::")
            let properties = command.dropFirst("::error ".count)[..<(try #require(head)).lowerBound]
            let names = properties.split(separator: ",").map { $0.prefix { $0 != "=" } }
            #expect(names == ["file", "line", "title"], "\(properties)")
        }
        #expect(commands[0].contains("file=a%2Cb%3Ac%25.swift,"))
        #expect(commands[0].contains("x%2Cy%3Az%250A"))
    }

    @Test func messagesStayWithinGitHubsLimit() throws {
        var result = SampleRun.failed
        result.failures[0].output = String(repeating: "x y\n", count: 100_000)
        result.failures[0].message = String(repeating: "m", count: 100_000)
        let command = try #require(
            try commands([Event(time: 0, kind: .caseFinished(result))]).first)
        #expect(command.count < 4700)
    }
}
