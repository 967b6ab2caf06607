import RelaunchProtocol
import Testing
import TestSupport

@testable import Relaunch

/// What a scenario sends is held against the schema that its target has announced.
@Suite struct ArgumentCheckTests {
    private static let edit: JSON = [
        "type": "object",
        "properties": [
            "note": ["type": "string"], "text": ["type": "string", "maxLength": 5],
            "size": ["type": ["integer", "null"], "minimum": 1, "exclusiveMaximum": 10],
            "mode": ["enum": ["new", "old"]], "kind": ["const": 7],
            "tags": ["type": "array", "items": ["type": "string"], "maxItems": 2],
            "place": ["$ref": "#/$defs/place"],
            "colour": ["oneOf": [["type": "string"], ["type": "array", "minItems": 3]]],
        ],
        "required": ["text"],
        "$defs": [
            "place": [
                "type": "object", "properties": ["x": ["type": "number"]], "required": ["x"],
            ]
        ],
    ]

    private func text(_ arguments: [String: JSON], _ schema: JSON = edit) -> String {
        guard let problem = ArgumentCheck(action: "edit", schema: schema).problem(with: arguments)
        else { return "fine" }
        return "\(problem.message) | expected \(problem.expected) | actual \(problem.actual)"
    }

    @Test func whatFitsIsFine() {
        for arguments: [String: JSON] in [
            ["text": "milk"], ["text": "", "size": nil, "mode": "old", "kind": 7.0],
            ["text": "x", "size": 9, "tags": [], "place": ["x": 1.5]],
            ["text": "x", "tags": ["a", "b"], "colour": "red", "note": "n"],
            ["text": "x", "colour": [1, 2, 3]], ["text": "x", "size": 2.0],
        ] {
            #expect(text(arguments) == "fine")
        }
    }

    @Test func whatDoesNotFitIsNamedWithWhatIsMeant() throws {
        let wrong: [[String: JSON]] = [
            ["text": 3], ["text": nil], [:], ["note": "n"], ["txt": "milk"], ["x": 1, "text": ""],
            ["text": "too long"], ["text": "x", "size": 0], ["text": "x", "size": 10],
            ["text": "x", "size": 1.5], ["text": "x", "mode": "odd"], ["text": "x", "kind": 8],
            ["text": "x", "tags": ["a", 2]], ["text": "x", "tags": ["a", "b", "c"]],
            ["text": "x", "place": [:]], ["text": "x", "place": ["x": "left"]],
            ["text": "x", "place": ["x": 1, "y": 2]], ["text": "x", "colour": 3],
            ["text": "x", "colour": [1]],
        ]
        try expectGolden(wrong.map { "\(JSON.object($0).text): \(text($0))" })
    }

    @Test func anActionWithoutArgumentsTakesNone() throws {
        for schema: JSON in [["properties": [:]], ["additionalProperties": false]] {
            #expect(text([:], schema) == "fine")
            try expectGolden(text(["by": 1], schema), of: schema.text)
        }
    }

    /// Names are those of all parts; each may know but some.
    @Test func theNamesOfAllPartsAreKnown() throws {
        let schema: JSON = [
            "allOf": [["properties": ["a": ["type": "integer"]]], ["$ref": "#/$defs/b"]],
            "anyOf": [["required": ["a"]], ["properties": ["c": [:]], "required": ["c"]]],
            "$defs": ["b": ["properties": ["b": ["type": "string"]]]],
        ]
        #expect(text(["a": 1, "b": "x"], schema) == "fine")
        #expect(text(["c": 1, "b": "x"], schema) == "fine")
        try expectGolden(
            [text(["a": "1"], schema), text(["b": "x"], schema), text(["a": 1, "d": 1], schema)])
    }

    @Test(
        arguments: [
            true, [:], ["type": "object"],
            ["properties": ["b": [:]], "additionalProperties": true],
            ["properties": ["b": [:]], "additionalProperties": ["type": "integer"]],
            ["properties": ["b": [:]], "patternProperties": ["^a": [:]]],
            ["properties": ["a": ["type": "text"]]], ["properties": ["a": ["$ref": "other.json"]]],
            ["properties": ["a": ["$ref": "#/nowhere"]]],
            ["properties": ["b": [:]], "$ref": "other"],
            ["properties": ["a": ["not": ["type": "string"]]]], ["properties": ["a": 7]],
            ["properties": ["a": ["type": "string", "pattern": "["]]],
            ["properties": ["a": ["if": true, "then": false]]], "a schema", nil,
            ["$ref": "#"],
            ["properties": ["a": ["$ref": "#/properties/a"]]],
        ] as [JSON])
    func whatIsNotUnderstoodIsNotJudged(_ schema: JSON) {
        #expect(text(["a": "x"], schema) == "fine")
    }

    @Test func theTargetIsNotAskedAndTheScenarioIsToBlame() async throws {
        for (part, arguments): (String, [String: JSON]) in [
            ("wrong type", ["by": "two"]), ("unknown name", ["bye": 2]),
        ] {
            let result = try await trial(TrialTarget.counter) {
                Launch()
                Perform("increment", arguments)
                Expect("count", equals: 0)
            }.only()
            #expect(result.verdict == .errored)
            #expect(result.failure?.blame == .scenario)
            try expectGolden(result, of: part)
        }
        let missing = try await trial(TrialTarget.counter) {
            Launch()
            Perform("incremnt")
            Expect("count", equals: 0)
        }.only()
        #expect(missing.verdict == .errored)
        try expectGolden(missing, of: "unknown action")
    }
}
