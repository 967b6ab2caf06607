import Dispatch
import FoundationEssentials
import RelaunchProtocol
import Testing

@Suite("A JSON text")
struct JSONTests {
    @Test(
        "keeps its value when it is written and read again",
        arguments: [
            .null, true, false, 0, -1, .integer(.max), .integer(.min), 0.5, -1e300,
            .number(.leastNonzeroMagnitude), "",
            "quotes \" and \\ and /", "line\nfeed\r\ttab\u{0}\u{1F}\u{7F}", "ü, 汉, 👩‍👩‍👧, \u{2028}",
            [], [1, [2, [3]]], [:], ["a": ["b": [nil, true]], "": "", "\"": 1],
        ] as [JSON])
    func roundTrip(value: JSON) throws {
        #expect(try JSON(parsing: value.text) == value)
        #expect(try JSON(parsing: value.indentedText) == value)
        #expect(!value.text.contains("\n"))
    }

    @Test(
        "is written like this",
        arguments: [
            (["b": 1, "a": [1.0, 1.5, -0.25], "c": nil], #"{"a":[1,1.5,-0.25],"b":1,"c":null}"#),
            ("\u{1}\u{1F}\n\"\\/ü", #""\u0001\u001f\n\"\\/ü""#),
            (
                .array([.number(.nan), .number(.infinity), .number(-.infinity)]),
                #"["nan","inf","-inf"]"#
            ),
            (.number(1e21), "1e+21"),
        ] as [(JSON, String)])
    func written(value: JSON, text: String) throws {
        #expect(value.text == text)
        #expect(String(decoding: value.data(), as: UTF8.self) == text)
    }

    @Test(
        "is read like this",
        arguments: [
            (" \t\r\n[ 1 , -0 , 10 ] ", [1, 0, 10]),
            ("1.0", 1), ("1e2", 100), ("-2.5E-1", -0.25), ("1e-999", 0),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("123456789012345678901234567890", .number(1.2345678901234568e29)),
            (#""\u00fc\ud83d\ude00\/\b\f\n\r\t\"\\\u0000""#, "ü😀/\u{8}\u{C}\n\r\t\"\\\u{0}"),
            (#"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2]),
        ] as [(String, JSON)])
    func read(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test("keeps members apart whose names are the same characters in other bytes")
    func namesAreBytes() throws {
        let text = "{\"e\u{301}\":2,\"\u{E9}\":1}"
        let value = try JSON(parsing: text)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(value.text.utf8.elementsEqual(text.utf8))
        #expect(try JSON(parsing: value.indentedText) == value)
        #expect(["\u{E9}": 1] as JSON != ["e\u{301}": 1])
        #expect(try JSON(parsing: "{\"\u{E9}\":1}")["e\u{301}"] == nil)
    }

    @Test("keeps a count a count")
    func integersStayIntegers() throws {
        guard case .integer(7) = try JSON(parsing: "7") else {
            Issue.record("7 was read as another kind of number")
            return
        }
    }

    @Test(
        "that is none is refused with the byte where it ceases to be one",
        arguments: [
            ("", 0, "the text ends before a value"),
            ("{", 1, "the name of a member is missing"),
            ("[1,2", 4, "a comma or ] is missing"),
            ("[1,]", 3, "this does not start a value"),
            (#"{"a":1,}"#, 7, "the name of a member is missing"),
            (#"{"a" 1}"#, 5, "a colon is missing"),
            (#"{'a':1}"#, 1, "the name of a member is missing"),
            (#"{"a":tru}"#, 5, "this does not start a value"),
            ("nul", 0, "this does not start a value"),
            ("NaN", 0, "this does not start a value"),
            ("[Infinity]", 1, "this does not start a value"),
            ("1 2", 2, "there is more text after the value"),
            ("01", 1, "there is more text after the value"),
            ("1.", 2, "a digit is missing"),
            ("-", 1, "a digit is missing"),
            ("1e+", 3, "a digit is missing"),
            ("[1e999]", 1, "the number is out of range"),
            ("\"a", 2, "the text ends inside a string"),
            ("\"a\nb\"", 2, "a string holds a control character"),
            (#""\x""#, 2, "this is not a valid escape"),
            (#""\u12g4""#, 5, "four hexadecimal digits are missing"),
            (#""\ud800""#, 7, "half of a surrogate pair is missing"),
            (#""\ude00""#, 7, "half of a surrogate pair is missing"),
            (#""\ud800\u0041""#, 13, "half of a surrogate pair is missing"),
        ])
    func refused(text: String, offset: Int, reason: String) {
        #expect(throws: JSON.SyntaxError(offset: offset, reason: reason)) {
            try JSON(parsing: text)
        }
    }

    @Test("is refused when a string is not UTF-8, and when the whole is UTF-16")
    func otherEncodings() {
        #expect(throws: JSON.SyntaxError(offset: 0, reason: "the string is not UTF-8")) {
            try JSON(parsing: [0x22, 0xC3, 0x28, 0x22] as [UInt8])
        }
        #expect(throws: JSON.SyntaxError.self) {
            try JSON(parsing: Data("[1]".utf16.flatMap { [UInt8($0), 0] }))
        }
    }

    @Test("may be 512 levels deep and not one more, on any thread")
    func depth() async throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        let (deepest, tooDeep) = (nested(512), nested(513))
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue(label: "depth").async {
                continuation.resume(
                    returning: Result { try JSON(parsing: deepest).text == deepest })
            }
        }
        #expect(try outcome.get())
        #expect(
            throws: JSON.SyntaxError(
                offset: 512, reason: "arrays and objects are nested more than 512 deep")
        ) { try JSON(parsing: tooDeep) }
        #expect(throws: JSON.SyntaxError.self) {
            try JSON(parsing: String(repeating: "{\"a\":[", count: 1_000_000))
        }
    }

    @Test("never crashes the reader, whatever its bytes")
    func anyBytes() {
        // Every way to cut and every way to spoil one byte of a text that has all there is.
        let whole = Array(#"{"a":[1,-2.5e3,true,null,"\u00fc\n"],"ü":{"":false}}"#.utf8)
        #expect(throws: Never.self) { try JSON(parsing: whole) }
        for index in whole.indices {
            #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: Array(whole[..<index])) }
            var spoilt = whole
            for byte in 0...UInt8.max {
                spoilt[index] = byte
                _ = try? JSON(parsing: spoilt)
            }
        }
    }
}
