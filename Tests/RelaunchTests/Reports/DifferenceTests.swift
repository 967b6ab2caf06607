import Relaunch
import RelaunchProtocol
import Testing

@Suite struct DifferenceTests {
    private func lines(_ expected: JSON, _ actual: JSON) -> [String] {
        JSONDifference(expected: expected, actual: actual).lines
    }

    @Test func equalValuesHaveNone() {
        #expect(JSONDifference(expected: ["a": 1], actual: ["a": 1.0]).isEmpty)
        #expect(lines([1, [], nil], [1, [], nil]) == [])
    }

    @Test func membersAreNamedByTheirPaths() {
        #expect(
            lines(
                ["editor": ["text": "milk", "cursor": 4, "x.y": true], "old": [1]],
                ["editor": ["text": "bread", "cursor": "4", "x.y": false], "new": [:]])
                == [
                    #"  editor.cursor: 4 → "4""#, #"  editor.text: "milk" → "bread""#,
                    #"  editor["x.y"]: true → false"#, "+ new: {}", "- old: [1]",
                ])
    }

    @Test func whatLooksTheSameIsSpeltOut() {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        #expect(
            lines(.string(composed), .string(decomposed)) == [#"  "caf\u00e9" → "cafe\u0301""#])
        #expect(
            lines(.string("a\n" + composed), .string("a\n" + decomposed))
                == [#"  "a\ncaf\u00e9" → "a\ncafe\u0301""#])
        #expect(
            lines(.object([composed: 1]), .object([decomposed: 1]))
                == [#"+ ["cafe\u0301"]: 1"#, #"- ["caf\u00e9"]: 1"#])
    }

    @Test func theWholeValue() {
        #expect(lines("milk", nil) == [#"  "milk" → null"#])
    }

    @Test func oneElementTooManyIsOneDifference() {
        #expect(lines(["a", "b", "c"], ["a", "x", "b", "c"]) == [#"+ [1]: "x""#])
        #expect(lines(["list": [1, 2, 3, 4]], ["list": [1, 2, 4]]) == ["- list[2]: 3"])
    }

    @Test func changedElementsAreComparedAndShowWhereTheyMovedTo() {
        #expect(
            lines([["t": "a"], ["t": "b"]], [["t": "a"], ["t": "c"]]) == [#"  [1].t: "b" → "c""#])
        #expect(
            lines([1, 2, ["t": "b"]], [0, 1, 2, ["t": "c"]])
                == ["+ [0]: 0", #"  [2→3].t: "b" → "c""#])
    }

    @Test func longArraysAreStillCompared() {
        let expected = (0..<5000).map { JSON.integer(Int64($0)) }
        var actual = expected.map { JSON.integer(($0.integer ?? 0) + 1) }
        actual.append(7)
        let difference = JSONDifference(
            expected: .array(expected), actual: .array(actual), limit: 3)
        #expect(
            difference.lines
                == ["  [0]: 0 → 1", "  [1]: 1 → 2", "  [2]: 2 → 3", "… and 4998 more differences"])
    }

    @Test func longTextsAreShortenedAroundThePlaceWhereTheyPart() throws {
        let head = String(repeating: "a", count: 500)
        let tail = String(repeating: "z", count: 500)
        let line = try #require(lines(.string(head + "1" + tail), .string(head + "2" + tail)).first)
        #expect(line.contains("a1z") && line.contains("a2z") && line.count < 180)
    }

    @Test func textsOfSeveralLinesAreComparedByLine() {
        #expect(
            lines(["t": "one\ntwo\nthree\n"], ["t": "one\n2\nthree\n"])
                == ["  t:", "      one", "    - two", "    + 2", "      three"])
    }

    @Test func hostileStringsAreShownAndNotObeyed() {
        #expect(lines("a\u{1B}[2J\u{202E}", "a") == [#"  "a\u001b[2J\u{202E}" → "a""#])
    }

    @Test func aMissingLineEndIsADifference() {
        #expect(
            TextDifference(expected: "a\nb\n", actual: "a\nb").lines
                == ["  a", "- b", "+ b (no line end)"])
        #expect(TextDifference(expected: "a\r\n", actual: "a\n").lines == [#"- a\r"#, "+ a"])
    }

    @Test func equalLinesFarFromADifferenceAreLeftOut() {
        let lines = (1...9).map { "\($0)\n" }
        var other = lines
        other[4] = "five\n"
        #expect(
            TextDifference(expected: lines.joined(), actual: other.joined(), context: 1).lines
                == ["…", "  4", "- 5", "+ five", "  6", "…"])
    }
}

@Suite struct JSONPathTests {
    private let state: JSON = [
        "editor": ["text": "milk", "x.y": [1, 2]], "notes": [["title": "a"], ["title": "b"]],
    ]

    @Test(
        arguments: [
            ("editor.text", "milk"), ("notes[1].title", "b"), (#"editor["x.y"][0]"#, 1),
            (#"editor."x.y"[1]"#, 2), (#"["editor"].text"#, "milk"),
        ] as [(String, JSON)])
    func aPathLeadsToAValue(path: String, value: JSON) throws {
        #expect(try JSONPath(parsing: path).value(in: state) == value)
    }

    @Test func theEmptyPathIsTheWholeValue() throws {
        #expect(try JSONPath(parsing: "").value(in: state) == state)
    }

    @Test(arguments: ["editor.text", "notes[0].title", #"a["x.y"][2]"#, #"["a\"b\\"].c"#, ""])
    func aPathIsWrittenAsItIsRead(path: String) throws {
        #expect(try JSONPath(parsing: path).description == path)
    }

    @Test(arguments: [
        ("editor.texd", "'editor' has no member 'texd': it has text, x.y"),
        ("notes[2].title", "'notes' has no element 2: it has 2 elements"),
        ("nodes[2]", "the state has no member 'nodes': it has editor, notes"),
        ("editor.text.length", "'editor.text' is a string, which has no member 'length'"),
    ])
    func whyThereIsNothing(path: String, reason: String) throws {
        #expect(try JSONPath(parsing: path).absence(in: state) == reason)
    }

    @Test(arguments: [
        ("notes[x]", 7, "an index or a quoted name"), ("a..b", 3, "a member's name is missing"),
        (".a", 1, "a member's name is missing"), ("a[1", 4, "']' is missing"),
        ("a[-1]", 3, "an index"), ("a[1]b", 5, "'b' is not allowed here"),
        (#"a["x]"#, 6, #"the closing '"' is missing"#), ("a.", 3, "a member's name is missing"),
        ("a[99999999999999999999]", 3, "an index"), ("a]", 2, "']' is not allowed here"),
    ])
    func aMistakeIsNamedWithItsPosition(path: String, position: Int, problem: String) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath(parsing: path) }
        #expect(error.position == position)
        #expect(error.problem.contains(problem), "\(error)")
    }

    @Test func identitiesOfInstancesAreLeftOutAtAnyDepth() {
        let value: JSON = ["a": [["$instance": "1", "b": 2]], "$instance": "0"]
        #expect(value.withoutInstances == ["a": [["b": 2]]])
    }
}
