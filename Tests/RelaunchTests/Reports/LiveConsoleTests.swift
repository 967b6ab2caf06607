@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

/// What a console writes while the run goes on.
@Suite struct LiveConsoleTests {
    private final class Output {
        var text = ""
        var size = LiveConsole.Size(columns: 80, rows: 24)
    }

    private func reporter(_ style: ConsoleStyle, to output: Output) -> ConsoleReporter {
        ConsoleReporter(
            to: LiveConsole(
                write: { output.text += $0 }, style: style, size: { output.size }), style: style)
    }

    private static let start = Array(SampleRun.events.prefix(4))

    @Test func timeAloneRedraws() throws {
        let output = Output()
        let reporter = reporter(ConsoleStyle(showsProgress: true), to: output)
        try Self.start.report(to: reporter)
        reporter.tick(at: 9)
        try expectGolden(TerminalScreen(output.text).text)
    }

    @Test func nothingIsLeftOfWhatWasDrawn() throws {
        for width in [80, 40] {
            let output = Output()
            output.size.columns = width
            let reporter = reporter(ConsoleStyle(showsProgress: true), to: output)
            for event in SampleRun.events {
                reporter.receive(event)
                reporter.tick(at: event.time)
            }
            let plain = Output()
            try SampleRun.events.report(to: self.reporter(ConsoleStyle(), to: plain))
            let columns = 400
            #expect(
                TerminalScreen(output.text, columns: columns).text
                    == TerminalScreen(plain.text, columns: columns).text)
        }
    }

    @Test func aTerminalThatBecomesNarrowerKeepsNothingEither() throws {
        let output = Output()
        let reporter = reporter(ConsoleStyle(showsProgress: true), to: output)
        reporter.say(["first"], at: 0)
        try reporter.receive(SampleRun.started(0, "a draft survives and survives", line: 1))
        // A terminal breaks its rows anew when it becomes narrower.
        var screen = TerminalScreen(columns: 20)
        screen.write(output.text)
        output.text = ""
        output.size.columns = 20
        reporter.hide()
        screen.write(output.text)
        #expect(screen.text == "first")
    }

    @Test func aSlowCaseIsNamedOnceAndAgainWhenItsTimeHasDoubled() throws {
        let output = Output()
        let reporter = reporter(ConsoleStyle(slowAfter: 10, heartbeat: 1000), to: output)
        try Self.start.report(to: reporter)
        for time in 1...45 { reporter.tick(at: Double(time)) }
        try expectGolden(output.text)
    }

    @Test func aLogGetsALineNowAndThen() throws {
        let output = Output()
        let reporter = reporter(ConsoleStyle(slowAfter: 1000), to: output)
        try Self.start.report(to: reporter)
        for time in 1...50 { reporter.tick(at: Double(time)) }
        reporter.say(["something else"], at: 55)
        for time in 56...86 { reporter.tick(at: Double(time)) }
        try expectGolden(output.text)
    }

    @Test func theSlowestCasesAreListed() throws {
        let output = Output()
        try SampleRun.events.report(to: reporter(ConsoleStyle(slowest: 3), to: output))
        try expectGolden(String(output.text.suffix(400)))
    }

    @Test func whoAsksLearnsWhatRuns() throws {
        let step = WorkerStatus.RunningStep(
            text: "Sweep(.system) { Background() }", location: "Scenarios/Notes.swift:17:9",
            seconds: 11)
        let inner = WorkerStatus.RunningStep(
            text: "Launch()", location: "Scenarios/Notes.swift:18:9", seconds: 0.25)
        let status = HostStatus(scenarios: [
            ScenarioStatus(
                name: "a draft survives",
                workers: [
                    WorkerStatus(
                        branches: ["after call 3 of 9"], steps: [step, inner], process: 4711,
                        messages: [
                            #"0.012 s  ← {"id":1,"method":"hello"}"#,
                            #"0.013 s  → {"id":1,"result":{}}"#,
                        ]),
                    WorkerStatus(branches: [], steps: [], process: nil, messages: []),
                ])
        ])
        try expectGolden(StatusText.lines(of: status, suite: "Notes", style: ConsoleStyle()))
    }

    @Test func theLogOfMessagesKeepsTheLastOnesAndTheirBeginnings() {
        let log = MessageLog()
        for number in 1...100 { log.add(.init("message \(number)\n".utf8), isSent: true) }
        log.add(.init(String(repeating: "x", count: 5000).utf8), isSent: false)
        #expect(log.last.count == 8)
        #expect(log.last.first?.hasSuffix("→ message 94") == true)
        #expect(log.last.last?.hasSuffix("x… (5000 bytes)") == true)
    }
}
