import Foundation
import Testing
import TestSupport

@testable import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct EventStreamTests {
    @Test func eventsComeBackAsTheyWere() throws {
        let text = try SampleRun.events.map { try EventStream.line(for: $0) + "\n" }.joined()
        #expect(try EventStream.events(in: text) == SampleRun.events)
        try expectGolden(text, "events.jsonl")
    }

    @Test func everyKindAndMemberComesBackAsItWas() throws {
        let text = try EveryEvent.events.map { try EventStream.line(for: $0) + "\n" }.joined()
        #expect(try EventStream.events(in: text) == EveryEvent.events)
        try expectGolden(text, "every-event.jsonl")
        let kinds = EveryEvent.events.map(\.kind.name)
        #expect(Set(kinds) == Set(EncodedEvent.Name.allCases.map(\.rawValue)))
    }

    @Test func hostileTextStaysOnOneLine() throws {
        let note = Event(time: 0, kind: .note(Hostile.text))
        let line = try EventStream.line(for: note)
        #expect(!line.unicodeScalars.contains { $0 == "\n" || $0 == "\r" })
        #expect(try EventStream.event(from: line) == note)
    }

    @Test func unknownKindsMembersAndEmptyLinesAreSkipped() throws {
        let text = """
            {"event":"batteryLow","level":3,"time":1,"version":1}

            {"event":"note","from":"later","text":"kept","time":2,"version":1}

            """
        #expect(try EventStream.events(in: text) == [Event(time: 2, kind: .note("kept"))])
    }

    @Test func aFailureOfAnOlderStreamHasTheUsualKind() throws {
        let old = """
            {"case":{"branches":[],"file":"A.swift","line":3,"scenario":"a","suite":"A"},\
            "event":"expectationFailed",\
            "failure":{"blame":"scenario","message":"no such file","step":"Run"},"time":1,"version":1}
            """
        guard case .expectationFailed(_, let failure)? = try EventStream.event(from: old)?.kind
        else {
            Issue.record("no event, or another one")
            return
        }
        #expect(failure == Failure(blame: .scenario, step: "Run", message: "no such file"))
        #expect(failure.kind == .wrongUse)
    }

    @Test(arguments: [
        (
            "{\"event\":\"note\",\"time\":1,\"version\":1}\n",
            "line 1 is not an event: 'text' is missing"
        ),
        ("\nnonsense\n", "line 2 is not an event: it is not valid JSON: nonsense"),
        (
            "{\"event\":\"note\",\"text\":4,\"time\":1,\"version\":1}\n",
            "line 1 is not an event: 'text' is not of the type String"
        ),
        ("{\"event\":\"no", "the stream ends in the middle of line 1"),
        (
            "{\"event\":\"note\",\"version\":2}\n",
            "line 1 has version 2 of the event format, and this Relaunch reads up to 1"
        ),
    ])
    func whatIsWrongIsNamed(text: String, message: String) throws {
        let error = try #require(throws: EventStreamError.self) {
            try EventStream.events(in: text)
        }
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    @Test func aFileGrowsBesideItsNameAndGetsItAtTheEnd() throws {
        try withTemporaryDirectory { directory in
            let file = directory.appendingPathComponent("events.jsonl")
            let reporter = try EventFileReporter(path: file.path)
            try reporter.receive(SampleRun.events[0])
            let partial = try String(contentsOfFile: file.path + ".partial", encoding: .utf8)
            #expect(try EventStream.events(in: partial) == [SampleRun.events[0]])
            #expect(!FileManager.default.fileExists(atPath: file.path))

            let error = try #require(throws: ReportFileError.self) {
                try EventFileReporter(path: file.path)
            }
            try expectGolden(error.description)

            try Array(SampleRun.events.dropFirst()).report(to: reporter)
            let whole = try String(contentsOf: file, encoding: .utf8)
            #expect(try EventStream.events(in: whole) == SampleRun.events)
            #expect(!FileManager.default.fileExists(atPath: file.path + ".partial"))
        }
    }

    @Test func aReaderThatGoesAwayEndsNothing() throws {
        // As in a process that does nothing about the signal, and would die of it.
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        try SampleRun.events.report(to: EventFileReporter(descriptor: ends[1]))
    }
}
