import Foundation
import MyPlugIns
import Relaunch
import Testing

/// The reporter, fed with a stream as `relaunch run --events -` writes it.
@Test func everyVerdictIsAppended() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "verdicts-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }

    let stream = #"""
        {"case":{"branches":[],"file":"A.swift","line":12,"scenario":"it saves","suite":"A"},"event":"caseStarted","time":0.3,"version":1}
        {"event":"caseFinished","result":{"control":{"outcome":"notRun"},"failures":[],"identity":{"branches":["twice"],"file":"A.swift","line":12,"scenario":"it saves","suite":"A"},"isRandom":false,"launches":2,"notes":[],"replay":"relaunch replay 'A.swift::it saves'","seconds":0.12,"seed":7,"timeline":[],"verdict":"vacuous"},"time":0.42,"version":1}
        {"event":"runFinished","summary":{"exitCode":1,"failedFiles":0,"seconds":0.7,"verdicts":{"vacuous":1}},"time":0.7,"version":1}
        """#
    let reporter = VerdictFile(path: file.path)
    for event in try EventStream.events(in: stream + "\n") { try reporter.receive(event) }
    #expect(
        try String(contentsOf: file, encoding: .utf8) == "vacuous: it saves › twice\nend: 1\n")
}
