@testable import Relaunch
@testable import RelaunchAudit
import RelaunchProtocol
import Testing

/// Arguments that are drawn from schemas, without a target.
@Suite struct ArgumentDrawTests {
    private static let draws = 300

    /// What is drawn for one argument of this schema.
    private func values(
        of schema: JSON, known: [String] = [], extremes: Bool = false, seed: UInt64 = 1
    ) throws -> [JSON] {
        var draw = ArgumentDraw(seed: seed, drawsExtremes: extremes)
        draw.known = known
        let whole: JSON = ["type": "object", "properties": ["it": schema], "required": ["it"]]
        return try (0..<Self.draws).map { _ in
            let members = try draw.arguments(whole).members
            return try #require(members["it"])
        }
    }

    private func texts(of schema: JSON, known: [String] = []) throws -> Set<String> {
        let values = try values(of: schema, known: known)
        let texts = values.compactMap(\.string)
        #expect(texts.count == values.count)
        return Set(texts)
    }

    private func problem(_ schema: JSON) -> String? {
        var draw = ArgumentDraw(seed: 1)
        do { _ = try draw.arguments(schema) } catch { return error.reason }
        return nil
    }

    // MARK: Texts

    @Test func `texts are those that programs lose`() throws {
        let texts = try texts(of: ["type": "string"])
        for text in ["", "a/b", "0", "e\u{301}te\u{301}", "first line\nsecond line", " spaced "] {
            #expect(texts.contains(text), "\(text.debugDescription)")
        }
        #expect(texts.contains { $0.contains("\"") } && texts.contains { $0.contains("🏳️‍🌈") })
        #expect(texts.allSatisfy { $0.utf8.count < 200 })
        let long = try values(of: ["type": "string"], extremes: true).compactMap(\.string)
        #expect(long.contains { $0.utf8.count > 256 })
    }

    @Test func `lengths count characters as JSON Schema does`() throws {
        let texts = try texts(of: ["type": "string", "minLength": 4, "maxLength": 6])
        let lengths = Set(texts.map(\.unicodeScalars.count))
        #expect(lengths.isSubset(of: [4, 5, 6]) && lengths.isSuperset(of: [4, 6]))
        #expect(
            try self.texts(of: ["type": "string", "minLength": 500]).allSatisfy { $0.count >= 500 })
    }

    @Test func `a simple pattern is drawn`() throws {
        let patterns: [(String, (String) -> Bool)] = [
            ("^[a-z]{3}$", { $0.count == 3 && $0.allSatisfy { $0.isLowercase } }),
            (
                #"^\d{2,4}-[A-F0-9]+$"#,
                { $0.split(separator: "-").allSatisfy { Int($0, radix: 16) != nil } }
            ),
            ("^(?:red|green)?x*$", { ["red", "green", ""].contains($0.filter { $0 != "x" }) }),
            ("^[^a-y]{5}$", { $0.count == 5 && !$0.contains("a") && !$0.contains("y") }),
            (#"^\w+\.txt$"#, { $0.hasSuffix(".txt") && $0.count > 4 }),
            ("^[-+]?[0-9]{1,3}$", { Int($0).map { abs($0) < 1000 } ?? false }),
        ]
        for (pattern, matches) in patterns {
            let texts = try texts(of: ["type": "string", "pattern": .string(pattern)])
            #expect(texts.count > 1 && texts.allSatisfy(matches), "\(pattern): \(texts.sorted())")
        }
    }

    @Test func `a pattern takes the examples, and what the target shows, first`() throws {
        let texts = try texts(
            of: ["type": "string", "pattern": "^[a-z]+-[0-9]+$", "examples": ["milk-1"]],
            known: ["bread", "tea-2"])
        #expect(texts.isSuperset(of: ["milk-1", "tea-2"]) && !texts.contains("bread"))
    }

    @Test func `a format that JSON Schema names is kept to`() throws {
        #expect(
            try texts(of: ["type": "string", "format": "email"]).allSatisfy { $0.contains("@") })
    }

    // MARK: Numbers

    @Test(
        arguments: [
            (["type": "integer", "minimum": 3, "maximum": 90], 3...90, [3, 90]),
            (["type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 4], 1...3, [1, 2, 3]),
            (
                ["type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 2], 1...2,
                [1]
            ),
            (
                ["type": "integer", "multipleOf": 7, "minimum": 10, "maximum": 30], 14...28,
                [14, 28]
            ),
            (
                ["type": "integer", "minimum": -1000, "maximum": 1000], -1000...1000,
                [-1000, 0, -1]
            ),
            (["type": "integer", "minimum": 1000], 1000...1009, [1000]),
            (["type": "integer", "maximum": -5], -14 ... -5, [-5]),
        ] as [(JSON, ClosedRange<Int64>, [Int64])])
    func `whole numbers lie between the bounds, and on them`(
        schema: JSON, range: ClosedRange<Int64>, edges: [Int64]
    ) throws {
        let numbers = Set(try values(of: schema).compactMap(\.integer))
        #expect(numbers.allSatisfy(range.contains) && numbers.isSuperset(of: edges), "\(numbers)")
        #expect(schema["multipleOf"] == nil || numbers.allSatisfy { $0 % 7 == 0 })
    }

    @Test func `large numbers are drawn where nothing is said against them`() throws {
        let all = Set(try values(of: ["type": "integer"], extremes: true).compactMap(\.integer))
        #expect(all.isSuperset(of: [0, -1, 3_000_000_000, 9_007_199_254_740_993]))
        let ordinary = Set(try values(of: ["type": "integer"]).compactMap(\.integer))
        #expect(ordinary.isSubset(of: Set(0...9)))
        let bounded: JSON = ["type": "integer", "minimum": 0, "maximum": 5_000_000_000]
        #expect(try values(of: bounded).compactMap(\.integer).contains(5_000_000_000))
    }

    @Test func `numbers have digits enough, and lie between the bounds`() throws {
        #expect(try values(of: ["type": "number"]).contains(.number(3.141592653589793)))
        let open: JSON = ["type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1]
        #expect(try values(of: open).allSatisfy { ($0.number ?? 0) > 0 && ($0.number ?? 1) < 1 })
    }

    @Test func `a pattern that cannot be drawn from takes the examples alone`() throws {
        let schema: JSON = ["type": "string", "pattern": "^(?=m)[a-z]+$", "examples": ["milk"]]
        #expect(try texts(of: schema) == ["milk"])
    }

    @Test func `what is difficult comes in turn, on from one way to the next`() throws {
        let schema: JSON = ["properties": ["it": ["type": "string"]], "required": ["it"]]
        for seed in 1...20 as ClosedRange<UInt64> {
            var drawn: Set<JSON?> = []
            for way in 1...6 {
                var draw = ArgumentDraw(seed: seed, way: way)
                for _ in 0..<20 { drawn.insert(try draw.arguments(schema).members["it"]) }
            }
            let lines: JSON = "first line\nsecond line"
            #expect(drawn.contains(lines), "seed \(seed)")
            #expect(drawn.contains("it's"), "seed \(seed)")
        }
    }

    // MARK: The rest

    @Test func `constants, alternatives and references`() throws {
        #expect(Set(try values(of: ["const": "k"])) == ["k"])
        #expect(Set(try values(of: ["enum": ["a", 1, nil]])) == ["a", 1, nil])
        let either: JSON = ["oneOf": [["const": "all"], ["type": "integer", "minimum": 5]]]
        let found = Set(try values(of: either))
        #expect(found.contains("all") && found.contains(5))
        #expect(found.allSatisfy { $0 == "all" || ($0.integer ?? 0) >= 5 })
        let nullable: JSON = ["type": ["string", "null"]]
        #expect(Set(try values(of: nullable)).isSuperset(of: [nil, "milk"]))
        var draw = ArgumentDraw(seed: 1)
        let referring: JSON = [
            "properties": ["it": ["$ref": "#/$defs/yes"]], "required": ["it"],
            "$defs": ["yes": ["const": true]],
        ]
        #expect(try draw.arguments(referring).members == ["it": true])
    }

    @Test func `arrays have as many elements as they may, and each once where it has to be`() throws
    {
        let schema: JSON = [
            "type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 3,
            "uniqueItems": true,
        ]
        for value in try values(of: schema) {
            let elements = try #require(value.array)
            #expect((2...3).contains(elements.count) && Set(elements).count == elements.count)
        }
    }

    @Test func `what is required is given though nothing is said of it`() throws {
        var draw = ArgumentDraw(seed: 1)
        #expect(try draw.arguments(["required": ["z"]]).members.keys.sorted() == ["z"])
        #expect(try draw.arguments(true).members == [:])
    }

    @Test(
        arguments: [
            (
                ["properties": ["n": ["type": "integer", "minimum": 5, "maximum": 2]]],
                "whole number"
            ),
            (["properties": ["n": ["pattern": "(?=a)b"]]], "looks around"),
            (["properties": ["n": ["pattern": "^[a-z]{3}$", "minLength": 9]]], "pattern"),
            (["properties": ["n": ["$ref": "http://example.com/x"]]], "leads out of its schema"),
            (["properties": ["n": ["$ref": "#/properties/n"]]], "refers to itself"),
            (["properties": ["n": false]], "allows nothing"),
            (
                ["properties": ["n": ["type": "array", "minItems": 1_000_000_000]]],
                "more than 1000"
            ),
            (["properties": ["n": ["minLength": 1_000_000_000]]], "longer than"),
            (["properties": ["n": ["type": "text"]]], "which does not exist"),
        ] as [(JSON, String)])
    func `what cannot be drawn says why`(schema: JSON, words: String) throws {
        var schema = try #require(schema.object)
        schema["required"] = ["n"]
        let reason = try #require(problem(.object(schema)))
        #expect(reason.contains(words), "\(reason)")
        // Where it may be left out, the action is drawn without it.
        schema["required"] = nil
        #expect(problem(.object(schema)) == nil)
    }

    @Test(arguments: ["(", ")", "[", "[a-", "a{", "a{2", "\\", "\\b", "(?<a>b)", "a{99999}"])
    func `a pattern that is not understood is no crash`(pattern: String) {
        #expect(throws: Undrawable.self) { try TextPattern(parsing: pattern) }
    }

    @Test func `the same seed draws the same`() throws {
        let schema: JSON = ["type": ["string", "integer", "number", "boolean"]]
        #expect(try values(of: schema, seed: 7) == values(of: schema, seed: 7))
        #expect(try values(of: schema, seed: 7) != values(of: schema, seed: 8))
    }
}
