@testable import CrashStates
import Foundation
import Testing

@testable import Relaunch

/// What is kept of a case is bounded, and what was dropped is said.
@Suite struct BoundsTests {
    @Test func `a timeline keeps its beginning and its end`() {
        var timeline = Timeline()
        for number in 0..<100_000 { timeline.append(TimelineEntry(time: 0, text: "\(number)")) }
        let texts = timeline.entries.map(\.text)
        #expect(texts.count < 1000)
        #expect(texts.first == "0")
        #expect(texts.last == "99999")
        #expect(texts.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more") })
    }

    @Test func `a short timeline is kept whole`() {
        var timeline = Timeline()
        for number in 0..<350 { timeline.append(TimelineEntry(time: 0, text: "\(number)")) }
        #expect(timeline.entries.map(\.text) == (0..<350).map(String.init))
    }

    @Test func `an output keeps its beginning, its end and its length`() throws {
        var output = CapturedOutput()
        let block = Array(String(repeating: "All work and no play\n", count: 3000).utf8)[...]
        output.append(Array("first\n".utf8)[...], to: .output)
        for _ in 0..<200 { output.append(block, to: .output) }
        output.append(Array("last\n".utf8)[...], to: .error)
        #expect(output.total == 200 * block.count + 11)
        #expect(output.text(.output).utf8.count == CapturedOutput.limit)
        #expect(output.text(.output).hasPrefix("first\n"))
        #expect(output.text(.error) == "last\n")
        let lines = try #require(output.lastLines(3)).split(separator: "\n")
        #expect(lines == ["…", "All work and no play", "All work and no play", "last"])
    }

    @Test func `an output of nothing has no last lines, and a short one all of them`() {
        var output = CapturedOutput()
        #expect(output.lastLines() == nil)
        output.append(Array("one\ntwo\n\n".utf8)[...], to: .error)
        #expect(output.lastLines() == "one\ntwo")
    }

    @Test func `bytes that are no text are shown as far as they can be`() {
        var output = CapturedOutput()
        output.append([0xFF, 0x41, 0x0A], to: .output)
        #expect(output.lastLines() == "\u{FFFD}A")
    }

    // MARK: Seeds

    @Test func `the same case of the same run draws the same`() {
        let seed = SeededGenerator.seed(of: "a case", in: 7)
        #expect(seed == SeededGenerator.seed(of: "a case", in: 7))
        #expect(seed != SeededGenerator.seed(of: "another case", in: 7))
        #expect(seed != SeededGenerator.seed(of: "a case", in: 8))
        var one = SeededGenerator(seed: seed)
        var other = SeededGenerator(seed: seed)
        #expect((0..<100).map { _ in one.next() } == (0..<100).map { _ in other.next() })
    }

    @Test func `a seed that was printed once stays valid, on every machine`() {
        #expect(StableHash.adding("a".utf8) == 0xAF63_DC4C_8601_EC8C)
        #expect(
            StableHash.adding("b".utf8, to: StableHash.adding("a".utf8))
                == StableHash.adding("ab".utf8))
        var generator = SeededGenerator(seed: 0)
        #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
        #expect(SeededGenerator.seed(of: "a case", in: 7) == 16_385_441_634_518_978_991)
    }

    // MARK: Programs

    @Test func `a program is looked up as a shell does`() throws {
        let place = try TemporaryDirectory("path")
        let program = try place.script("a-program", "#!/bin/sh\n")
        _ = FileManager.default.createFile(atPath: place.path + "/a-file", contents: Data())
        mkdir(place.path + "/a-folder", 0o755)
        let path = "/not/there::\(place.path):/bin"
        #expect(Executable.onPath("a-program", in: path) == program)
        #expect(Executable.onPath("sh", in: path) == "/bin/sh")
        for name in ["a-file", "a-folder", "", "./a-program", "no-such-program"] {
            #expect(Executable.onPath(name, in: path) == nil, "\(name)")
        }
        #expect(Executable.onPath("sh") != nil)
    }

    @Test func `a program that is found by a relative path is named by an absolute one`() throws {
        let found = try #require(Executable.onPath("sh", in: "../../../../../../../../../../bin"))
        #expect(found.hasPrefix(FileManager.default.currentDirectoryPath + "/"))
    }
}
