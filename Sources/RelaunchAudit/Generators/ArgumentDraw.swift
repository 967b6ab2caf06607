import CrashStates
import Relaunch
import RelaunchProtocol

/// Draws values that a schema allows, among them those that saving and restoring breaks in the field.
struct ArgumentDraw {
    var generator: SeededGenerator
    private var turns: Turns
    /// Texts that the target shows: most actions are about something that is there.
    var known: [String] = []
    /// Whether texts are only such as the target cannot know yet.
    let inventsTexts: Bool
    private var inventions = 0
    /// Whether there are values among them that a right target may not be able to take, although its
    /// schema does not exclude them: numbers below zero and beyond 32 bits, and very long texts.
    let drawsExtremes: Bool
    /// Whether one of those has been drawn since it was asked last.
    private var hasExtreme = false
    /// The arguments that could be left out and had to be, each with the reason.
    private(set) var leftOut: [String: String] = [:]

    private static let depthLimit = 8
    private static let countLimit = 1000
    /// How many values are drawn at most to find one that is allowed.
    private static let tries = 40

    /// - Parameter way: draws of one seed and different ways go on with what is difficult where the
    ///   way before may have stopped.
    init(seed: UInt64, way: Int = 0, inventsTexts: Bool = false, drawsExtremes: Bool = false) {
        generator = SeededGenerator(seed: seed &+ UInt64(way) &* 7919)
        turns = Turns(seed: seed, start: way * 5)
        self.inventsTexts = inventsTexts
        self.drawsExtremes = drawsExtremes
    }

    /// Arguments for an action, and whether they are out of the ordinary.
    ///
    /// - Throws: `Undrawable`, which says what it is about the schema.
    mutating func arguments(
        _ schema: JSON
    ) throws(Undrawable) -> (members: [String: JSON], isExtreme: Bool) {
        hasExtreme = false
        let schema = ArgumentSchema(schema)
        for _ in 0..<Self.tries {
            let drawn = try object(schema, "", 0)
            if let members = drawn.object, schema.allows(drawn) {
                return (members.dictionary, hasExtreme)
            }
        }
        throw Undrawable("no arguments were found that its schema allows")
    }

    // MARK: Values

    private mutating func value(
        _ whole: ArgumentSchema, _ place: String, _ depth: Int
    ) throws(Undrawable) -> JSON {
        guard depth < Self.depthLimit else { throw Undrawable("'\(place)' has no end") }
        let schema = try whole.resolved()
        if let ways = schema.alternatives {
            return try first(of: ways) { (draw, way) throws(Undrawable) in
                try draw.value(way, place, depth + 1)
            }
        }
        if let value = schema["const"] { return value }
        if let values = schema["enum"]?.array {
            guard let value = values.filter(schema.allows).randomElement(using: &generator) else {
                throw Undrawable("'\(place)' allows no value of its 'enum'")
            }
            return value
        }
        let examples = schema.examples.filter(schema.allows)
        if let example = examples.randomElement(using: &generator), Bool.random(using: &generator) {
            return example
        }
        return try first(of: schema.types) { (draw, type) throws(Undrawable) in
            try draw.value(of: type, schema, place, depth)
        }
    }

    /// Tries them in an order that is drawn, until one gives a value.
    private mutating func first<Way>(
        of ways: [Way], _ draw: (inout Self, Way) throws(Undrawable) -> JSON
    ) throws(Undrawable) -> JSON {
        var reason = Undrawable("its schema allows none of its alternatives")
        for way in ways.shuffled(using: &generator) {
            do { return try draw(&self, way) } catch { reason = error }
        }
        throw reason
    }

    private mutating func value(
        of type: String, _ schema: ArgumentSchema, _ place: String, _ depth: Int
    ) throws(Undrawable) -> JSON {
        switch type {
        case "integer": try integer(schema, place)
        case "number": try number(schema, place)
        case "boolean": .bool(Bool.random(using: &generator))
        case "null": .null
        case "object": try object(schema, place, depth)
        case "array": try array(schema, place, depth)
        case "string": .string(try text(schema, place))
        default: throw Undrawable("'\(place)' is of the type '\(type)', which does not exist")
        }
    }

    private mutating func object(
        _ whole: ArgumentSchema, _ place: String, _ depth: Int
    ) throws(Undrawable) -> JSON {
        let schema = try whole.resolved()
        if let ways = schema.alternatives {
            return try first(of: ways) { (draw, way) throws(Undrawable) in
                try draw.object(way, place, depth + 1)
            }
        }
        if place.isEmpty, schema["type"] != nil, !schema.types.contains("object") {
            throw Undrawable("its schema does not describe an object")
        }
        let required = Set(schema["required"]?.array?.compactMap(\.string) ?? [])
        var properties = schema["properties"]?.object ?? [:]
        for name in required where properties[name] == nil {
            properties[name] = schema["additionalProperties"] ?? [:]
        }
        var members = JSON.Members()
        for (name, property) in properties.sorted(by: { $0.key < $1.key }) {
            let isNeeded = required.contains(name)
            if !isNeeded, Bool.random(using: &generator) { continue }
            let inner = place.isEmpty ? name : place + "." + name
            do { members[name] = try value(schema.part(property), inner, depth + 1) } catch {
                if isNeeded { throw error }
                if depth == 0 { leftOut[inner] = error.reason }
            }
        }
        return .object(members)
    }

    private mutating func array(
        _ schema: ArgumentSchema, _ place: String, _ depth: Int
    ) throws(Undrawable) -> JSON {
        let counts = schema.counts
        guard counts.lowerBound <= Self.countLimit else {
            throw Undrawable("'\(place)' wants more than \(Self.countLimit) elements")
        }
        let count = Int.random(
            in: counts.lowerBound...min(counts.upperBound, counts.lowerBound + 3),
            using: &generator)
        let items = schema.part(schema["items"] ?? [:])
        var elements: [JSON] = []
        for _ in 0..<(count + Self.tries) where elements.count < count {
            let element: JSON
            do { element = try value(items, place + "[]", depth + 1) } catch {
                if counts.lowerBound == 0 { return [] }
                throw error
            }
            if schema["uniqueItems"] == true, elements.contains(element) { continue }
            elements.append(element)
        }
        guard counts.contains(elements.count) else {
            throw Undrawable("'\(place)' wants more elements than there are different ones")
        }
        return .array(elements)
    }

    // MARK: Numbers

    /// Whole numbers that programs lose on the way through a file: beyond 32 bits, without a sign and
    /// with one, and beyond what a floating-point number tells apart.
    private static let large: [Int64] = [
        -1, -7, 3_000_000_000, -3_000_000_000, 5_000_000_000, 9_007_199_254_740_993,
        -9_007_199_254_740_993,
    ]

    private mutating func integer(
        _ schema: ArgumentSchema, _ place: String
    ) throws(Undrawable) -> JSON {
        let bounds = schema.numbers
        let (low, high) = (bounds.wholeLow, bounds.wholeHigh)
        for _ in 0..<Self.tries {
            let small = bounds.wholeStart &+ Int64.random(in: 0...9, using: &generator)
            var number = small
            switch Int.random(in: 0...5, using: &generator) {
            case 0:
                let edges = [low, high, 0, 1, -1].compactMap(\.self)
                number = edges.randomElement(using: &generator) ?? small
            case 1:
                if let low, let high, low <= high {
                    number = Int64.random(in: low...high, using: &generator)
                }
            case 2 where drawsExtremes:
                number = turns.next(of: Self.large, for: place)
            default: break
            }
            // A bound says that what lies up to it is ordinary.
            let isOrdinary =
                number == small || number == 0 || (number < 0 ? low != nil : high != nil)
            guard isOrdinary || drawsExtremes, let number = bounds.whole(near: number),
                schema.allows(.integer(number))
            else { continue }
            hasExtreme = hasExtreme || !isOrdinary
            return .integer(number)
        }
        throw Undrawable("no whole number that '\(place)' allows was found")
    }

    private mutating func number(
        _ schema: ArgumentSchema, _ place: String
    ) throws(Undrawable) -> JSON {
        let bounds = schema.numbers
        let small = Double(bounds.wholeStart) + Double(Int.random(in: 0...9, using: &generator))
        let special = [0, 1, 0.1, 2.75, 3.141592653589793, 0.0000001, 1_234_567.890625]
        for pool in [[small + 0.5], special, bounds.spread].shuffled(using: &generator) {
            let allowed = pool.filter { schema.allows(.number($0)) }
            if let number = allowed.randomElement(using: &generator) { return .number(number) }
        }
        throw Undrawable("no number that '\(place)' allows was found")
    }

    // MARK: Texts

    private static let plain = [
        "milk", "bread", "tea", "a longer text with several words", "zebra", "Apple",
    ]
    /// Texts that files often lose.
    static let hard = [
        "", "1", "0", "007", "true", "Ünïcödé 🧪", "e\u{301}te\u{301}", "👩‍👩‍👧 🏳️‍🌈", " spaced ",
        "a \"quoted\" word, a \\ and a tab\t", "it's", "a/b", "first line\nsecond line",
        "<b>&amp;</b>",
    ]
    /// Longer than what columns and the names of files often hold.
    private static let long = String(repeating: "0123456789 äöü ", count: 20)
    private static let lengthLimit = 10_000

    private mutating func text(
        _ schema: ArgumentSchema, _ place: String
    ) throws(Undrawable) -> String {
        func isAllowed(_ text: String) -> Bool { schema.allows(.string(text)) }
        let named = schema.examples.compactMap(\.string) + known
        if let pattern = schema["pattern"]?.string {
            let named = named.filter(isAllowed).randomElement(using: &generator)
            if let named, Bool.random(using: &generator) { return named }
            do { return try text(matching: pattern, schema, place) } catch {
                guard let named else { throw error }
                return named
            }
        }
        if let samples = schema["format"]?.string.flatMap({ TextFormat.samples[$0] }),
            let text = samples.filter(isAllowed).randomElement(using: &generator)
        {
            return text
        }
        if inventsTexts {
            let text = invention()
            if isAllowed(text) { return text }
        }
        let isBounded = schema["minLength"] != nil || schema["maxLength"] != nil
        if isBounded, Int.random(in: 0...2, using: &generator) == 0 {
            return try text(as: schema.lengths, place)
        }
        for pool in pools(for: place) where !pool.isEmpty {
            guard let text = pool.randomElement(using: &generator), isAllowed(text) else {
                continue
            }
            hasExtreme = hasExtreme || text == Self.long && schema["maxLength"] == nil
            return text
        }
        return try text(as: schema.lengths, place)
    }

    private mutating func invention() -> String {
        inventions += 1
        return ["a new one", "the new one", "Another new one"][inventions % 3] + " \(inventions)"
    }

    /// Where texts are taken from, the first that is tried first.
    private mutating func pools(for place: String) -> [[String]] {
        switch Int.random(in: 0...9, using: &generator) {
        case 0...4: [known, Self.plain]
        case 5, 6: [Self.plain]
        case 7 where drawsExtremes: [[Self.long], Self.plain]
        default: [[turns.next(of: Self.hard, for: place)], Self.plain]
        }
    }

    private mutating func text(
        matching pattern: String, _ schema: ArgumentSchema, _ place: String
    ) throws(Undrawable) -> String {
        let known = try TextPattern(parsing: pattern)
        for _ in 0..<Self.tries {
            let text = known.draw(using: &generator)
            if schema.allows(.string(text)) { return text }
        }
        throw Undrawable("no text was found that the pattern \(pattern) of '\(place)' allows")
    }

    /// A text at one of the bounds, or between them.
    private mutating func text(
        as lengths: ClosedRange<Int>, _ place: String
    ) throws(Undrawable) -> String {
        guard lengths.lowerBound <= Self.lengthLimit else {
            throw Undrawable("'\(place)' wants a text longer than \(Self.lengthLimit) characters")
        }
        let most = min(lengths.upperBound, max(lengths.lowerBound, Self.long.unicodeScalars.count))
        let count =
            [
                lengths.lowerBound, most,
                Int.random(in: lengths.lowerBound...most, using: &generator),
            ]
            .randomElement(using: &generator) ?? most
        let letters = Array("abc ä7 xyz".unicodeScalars)
        var text = String.UnicodeScalarView()
        for index in 0..<count { text.append(letters[index % letters.count]) }
        return String(text)
    }
}
