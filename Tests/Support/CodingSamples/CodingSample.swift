import StateRestoration

/// One value that an app puts into a coder, and whether what came back is that value for the code that asks
/// for it.
public struct CodingSample: CustomStringConvertible, @unchecked Sendable {
    public let description: String
    public let value: Any
    public let isBack: (Any?) -> Bool

    init(_ name: String, _ value: Any, _ isBack: @escaping (Any?) -> Bool) {
        (description, self.value, self.isBack) = (name, value, isBack)
    }

    /// Of a type that it is asked for as, too.
    init<Value: Equatable>(_ name: String, _ value: Value) {
        self.init(name, value) { $0 as? Value == value }
    }
}

extension CodingSample {
    private static func attributed() -> NSAttributedString {
        let text = NSMutableAttributedString(
            string: "bold 🧪 and plain", attributes: [.init("weight"): 700])
        text.addAttribute(.init("link"), value: "https://example.org", range: NSRange(0..<4))
        return text
    }

    /// Each kind of value.
    public static let all: [CodingSample] = [
        CodingSample("a decimal number", NSDecimalNumber(string: "12345678901234567890.12")),
        CodingSample("a decimal number that is none", NSDecimalNumber.notANumber),
        CodingSample("a Decimal", Decimal(string: "-0.000000000000000000001")!),
        CodingSample("a Decimal as a number", NSDecimalNumber(string: "1.25")) {
            $0 as? Double == 1.25
        },
        CodingSample("the largest unsigned number", NSNumber(value: UInt64.max)),
        CodingSample("UInt64.max", UInt64.max),
        CodingSample("UInt8.max", UInt8.max),
        CodingSample("infinity", Double.infinity),
        CodingSample("a truth value", NSNumber(value: true)) { $0 as? Bool == true },
        CodingSample("an empty text", ""),
        CodingSample("a decomposed text", "e\u{301}\0\n") {
            ($0 as? String)?.utf8.elementsEqual("e\u{301}\0\n".utf8) == true
        },
        CodingSample("a mutable text", NSMutableString(string: "text")),
        CodingSample("a mutable array", NSMutableArray(array: [1, "two"])),
        CodingSample("a mutable dictionary", NSMutableDictionary(dictionary: ["a": 1])),
        CodingSample("a mutable set", NSMutableSet(array: ["a", "b"])),
        CodingSample("a counted set", NSCountedSet(array: ["a", "a", "b"])) {
            ($0 as? NSCountedSet)?.count(for: "a") == 2
        },
        CodingSample("an ordered set", NSOrderedSet(array: ["z", "a", "m"])),
        CodingSample("a mutable ordered set", NSMutableOrderedSet(array: ["z", "a"])),
        CodingSample("mutable data", NSMutableData(data: Data([1, 2]))),
        CodingSample("an array with a null in it", [1, NSNull(), 2] as [Any]) {
            ($0 as? [Any])?.count == 3 && ($0 as? [Any])?[1] is NSNull
        },
        CodingSample("null", NSNull()) { $0 is NSNull },
        CodingSample(
            "a URL with a base", URL(string: "b?c#d", relativeTo: URL(string: "https://a.org/x/"))!
        ) {
            ($0 as? URL)?.absoluteString == "https://a.org/x/b?c#d"
        },
        CodingSample("a date before the year 1", Date(timeIntervalSince1970: -1e11)),
        CodingSample("an attributed text", attributed()),
        CodingSample(
            "a mutable attributed text", NSMutableAttributedString(attributedString: attributed())
        ) {
            ($0 as? NSMutableAttributedString)?.isEqual(to: attributed()) == true
        },
        CodingSample("an empty attributed text", NSAttributedString(string: "")),
        CodingSample("a locale", Locale(identifier: "de_CH")),
        CodingSample("a locale as an object", NSLocale(localeIdentifier: "ar_EG")) {
            ($0 as? Locale)?.identifier == "ar_EG"
        },
        CodingSample("a time zone", TimeZone(identifier: "Asia/Kolkata")!),
        CodingSample("a time zone by its offset", TimeZone(secondsFromGMT: 5400)!),
        CodingSample("a calendar", Calendar(identifier: .hebrew)) {
            ($0 as? Calendar)?.identifier == .hebrew
        },
        CodingSample(
            "components of a date", DateComponents(year: 2024, month: 2, day: 29, nanosecond: 5)),
        CodingSample(
            "a range of dates", DateInterval(start: Date(timeIntervalSince1970: 0), duration: 9)),
        CodingSample("a set of characters", CharacterSet(charactersIn: "aé🧪")),
        CodingSample("all letters", CharacterSet.letters),
        CodingSample("a set of indexes", IndexSet([1, 2, 3, 700])),
        CodingSample("a mutable set of indexes", NSMutableIndexSet(indexSet: IndexSet(4...9))),
        CodingSample(
            "a person's name", PersonNameComponents(givenName: "Ada", familyName: "Lovelace")),
        CodingSample("a measurement", Measurement(value: 2.5, unit: UnitLength.miles)),
        CodingSample("a unit", UnitTemperature.celsius),
        CodingSample("a query item", URLQueryItem(name: "a b", value: nil)),
        CodingSample("an error", NSError(domain: "d", code: 7, userInfo: ["key": "why"])),
        CodingSample("an error with a long code", NSError(domain: "d", code: Int.max)),
        CodingSample("an error of Cocoa", CocoaError(.fileNoSuchFile)) {
            ($0 as? NSError)?.domain == NSCocoaErrorDomain && ($0 as? NSError)?.code == 4
        },
        CodingSample("a size as an object", NSValue(size: NSSize(width: 0.1, height: 1e300))),
        CodingSample(
            "a rectangle as an object", NSValue(rect: NSRect(x: -1, y: 0.5, width: 3, height: 4))),
        CodingSample(
            "a range that is nowhere", NSValue(range: NSRange(location: NSNotFound, length: 0))),
        CodingSample("a range", NSValue(range: NSRange(location: 3, length: 9))),
        CodingSample(
            "a UUID as an object", NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        ) {
            ($0 as? UUID)?.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        },
        CodingSample(
            "a regular expression",
            try! NSRegularExpression(pattern: "a+(b)", options: .anchorsMatchLines)),
        CodingSample("a font", UIFont.systemFont(ofSize: 11)) { ($0 as? UIFont)?.pointSize == 11 },
        CodingSample("a point as an object", NSValue(point: NSPoint(x: 1.5, y: -2))),
        CodingSample("a path of indexes", IndexPath(indexes: [3, 0, 7])),
        CodingSample("a part of a text", "whole".dropFirst(2)) { $0 as? String == "ole" },
        CodingSample("a UUID", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!),
        CodingSample("data", Data((0...255).map { UInt8($0) })),
        CodingSample("a set", Set(["a", "é", "e\u{301}x"])),
        CodingSample("the smallest number", Int64.min),
        CodingSample("a negative zero", -0.0) { ($0 as? Double)?.sign == .minus },
        CodingSample("no number", Double.nan) { ($0 as? Double)?.isNaN == true },
        CodingSample("a transformation", NSAffineTransform()),
        CodingSample("a color", UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)),
        CodingSample("an image", UIImage(named: "cover")!) { ($0 as? UIImage)?.name == "cover" },
        CodingSample(
            "all of it in a dictionary",
            [
                "amount": NSDecimalNumber(string: "0.1"), "where": Locale(identifier: "fr"),
                "of": [NSNull()],
            ]
        ) {
            let back = $0 as? [String: Any]
            return back?["amount"] as? NSDecimalNumber == NSDecimalNumber(string: "0.1")
                && back?["where"] as? Locale == Locale(identifier: "fr")
                && (back?["of"] as? [Any])?.first is NSNull
        },
    ]
}
