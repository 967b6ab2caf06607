import RelaunchProtocol
import RelaunchStress
import Testing

/// What is written into scenario files.
@Suite struct MoveSourceTests {
    @Test(arguments: [
        ("milk", "\"milk\""), ("a \"b\" \\", "\"a \\\"b\\\" \\\\\""), ("x\ny\t", "\"x\\ny\\t\""),
        ("e\u{301}", "\"e\\u{301}\""), ("\u{200D}", "\"\\u{200d}\""), ("Ü🧪", "\"Ü🧪\""),
    ])
    func textsAreLiteralsThatKeepEveryScalar(text: String, literal: String) {
        #expect(text.swiftLiteral == literal)
    }

    @Test func valuesAreLiteralsOfJSON() {
        let value: JSON = ["a": [1, 2.5, true, nil], "b": [], "c": .object([:])]
        #expect(
            value.swiftLiteral
                == "[\"a\": [1, 2.5, true, .null], \"b\": .array([]), \"c\": .object([:])]")
    }
}
