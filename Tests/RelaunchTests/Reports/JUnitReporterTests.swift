import Foundation
import Relaunch
import Testing
import TestSupport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReporterTests {
    private func report(_ events: [Event]) throws -> String {
        var xml = ""
        try withTemporaryDirectory { directory in
            let file = directory.appendingPathComponent("made/on the way/junit.xml")
            try events.report(to: JUnitReporter(path: file.path))
            xml = try String(contentsOf: file, encoding: .utf8)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: file.deletingLastPathComponent().path)
            #expect(names == ["junit.xml"], "nothing is left beside it")
        }
        return xml
    }

    @Test func aRun() throws {
        let xml = try report(SampleRun.events)
        try expectGolden(xml, "junit.xml")
        let document = try Document(xml)
        #expect(document.attributes["testsuites"]?.first?["tests"] == "9")
        #expect(document.attributes["testsuites"]?.first?["failures"] == "2")
        #expect(document.attributes["testsuites"]?.first?["errors"] == "4")
        #expect(document.attributes["failure"]?.map { $0["type"] } == ["failed", "vacuous"])
        try expectGolden(try #require(document.texts["failure"]?.first))
    }

    @Test func aFlakyCasePassedAndSaysWhatWasWrong() throws {
        let xml = try report([
            Event(time: 0, kind: .caseFinished(SampleRun.flaky)),
            Event(
                time: 1,
                kind: .runFinished(
                    RunSummary(verdicts: [.flaky: 1], seconds: 1, exitCode: .passed))),
        ])
        let document = try Document(xml)
        #expect(document.attributes["testsuite"]?.first?["failures"] == "0")
        #expect(document.attributes["flakyFailure"]?.first?["type"] == "target")
        try expectGolden(xml)
    }

    @Test func hostileTextIsWellFormedAndLegal() throws {
        let xml = try report(Hostile.events)
        let document = try Document(xml)
        #expect(document.attributes["script"] == nil)
        #expect(document.texts["failure"]?.first?.contains("]]></failure><script>") == true)
        #expect(!xml.contains("[[ATTACHMENT|"))
        for scalar in xml.unicodeScalars {
            let isLegal =
                switch scalar.value {
                case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
                default: false
                }
            #expect(isLegal, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func eachCaseHasANameOfItsOwn() throws {
        let twice = SampleRun.events + SampleRun.events
        let cases = try Document(report(twice)).attributes["testcase"] ?? []
        #expect(cases.count == 18)
        #expect(Set(cases.map { [$0["classname"], $0["name"]] }).count == 18)
    }

    @Test func timesHaveThreeDecimals() throws {
        let cases = try Document(report(SampleRun.events)).attributes["testcase"] ?? []
        for testCase in cases {
            #expect(try #/\d+\.\d{3}/#.wholeMatch(in: testCase["time"] ?? "") != nil)
        }
    }

    @Test func whatCannotBeWrittenIsSaidBeforeTheRun() throws {
        try withTemporaryDirectory { directory in
            #expect(throws: ReportFileError.self) { try JUnitReporter(path: directory.path) }
            let file = directory.appendingPathComponent("file")
            try Data().write(to: file)
            let below = file.path + "/junit.xml"
            let error = try #require(throws: ReportFileError.self) {
                try JUnitReporter(path: below)
            }
            #expect(error.description.contains(below))
        }
    }

    @Test func devicesAndLinksAreNotReplaced() throws {
        try SampleRun.events.report(to: JUnitReporter(path: "/dev/null"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
                as? FileAttributeType == .typeCharacterSpecial)
        try withTemporaryDirectory { directory in
            let file = directory.appendingPathComponent("real.xml")
            let link = directory.appendingPathComponent("link.xml")
            try Data("old".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            try SampleRun.events.report(to: JUnitReporter(path: link.path))
            #expect(try String(contentsOf: file, encoding: .utf8).contains("<testsuites"))
        }
    }
}

/// The elements of an XML text, as a real parser finds them.
private final class Document: NSObject, XMLParserDelegate {
    var attributes: [String: [[String: String]]] = [:]
    var texts: [String: [String]] = [:]
    private var open: [String] = []

    init(_ xml: String) throws {
        super.init()
        let parser = XMLParser(data: Data(xml.utf8))
        parser.delegate = self
        if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        self.attributes[name, default: []].append(attributes)
        texts[name, default: []].append("")
        open.append(name)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard let name = open.last, let count = texts[name]?.count else { return }
        texts[name]?[count - 1] += text
    }
}
