import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// What an app puts into a coder that it has from Foundation, and that `NSCoding` or its bridge can take on
/// iOS: it comes back equal and as what it was, or the save says which value it cannot take (S7).
@MainActor
struct FoundationCodingTests {
    /// One value, and whether what came back is that value for the code that asks for it.
    struct Sample: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let value: Any
        let isBack: (Any?) -> Bool

        init(_ name: String, _ value: Any, _ isBack: @escaping (Any?) -> Bool) {
            (testDescription, self.value, self.isBack) = (name, value, isBack)
        }

        /// Of a type that it is asked for as, too.
        init<Value: Equatable>(_ name: String, _ value: Value) {
            self.init(name, value) { $0 as? Value == value }
        }
    }

    nonisolated private static func attributed() -> NSAttributedString {
        let text = NSMutableAttributedString(
            string: "bold 🧪 and plain", attributes: [.init("weight"): 700])
        text.addAttribute(.init("link"), value: "https://example.org", range: NSRange(0..<4))
        return text
    }

    nonisolated static let samples: [Sample] = [
        Sample("a decimal number", NSDecimalNumber(string: "12345678901234567890.12")),
        Sample("a decimal number that is none", NSDecimalNumber.notANumber),
        Sample("a Decimal", Decimal(string: "-0.000000000000000000001")!),
        Sample("a Decimal as a number", NSDecimalNumber(string: "1.25")) { $0 as? Double == 1.25 },
        Sample("the largest unsigned number", NSNumber(value: UInt64.max)),
        Sample("UInt64.max", UInt64.max),
        Sample("UInt8.max", UInt8.max),
        Sample("infinity", Double.infinity),
        Sample("a truth value", NSNumber(value: true)) { $0 as? Bool == true },
        Sample("an empty text", ""),
        Sample("a decomposed text", "e\u{301}\0\n") {
            ($0 as? String)?.utf8.elementsEqual("e\u{301}\0\n".utf8) == true
        },
        Sample("a mutable text", NSMutableString(string: "text")),
        Sample("a mutable array", NSMutableArray(array: [1, "two"])),
        Sample("a mutable dictionary", NSMutableDictionary(dictionary: ["a": 1])),
        Sample("a mutable set", NSMutableSet(array: ["a", "b"])),
        Sample("a counted set", NSCountedSet(array: ["a", "a", "b"])) {
            ($0 as? NSCountedSet)?.count(for: "a") == 2
        },
        Sample("an ordered set", NSOrderedSet(array: ["z", "a", "m"])),
        Sample("a mutable ordered set", NSMutableOrderedSet(array: ["z", "a"])),
        Sample("mutable data", NSMutableData(data: Data([1, 2]))),
        Sample("an array with a null in it", [1, NSNull(), 2] as [Any]) {
            ($0 as? [Any])?.count == 3 && ($0 as? [Any])?[1] is NSNull
        },
        Sample("null", NSNull()) { $0 is NSNull },
        Sample(
            "a URL with a base", URL(string: "b?c#d", relativeTo: URL(string: "https://a.org/x/"))!
        ) {
            ($0 as? URL)?.absoluteString == "https://a.org/x/b?c#d"
        },
        Sample("a date before the year 1", Date(timeIntervalSince1970: -1e11)),
        Sample("an attributed text", attributed()),
        Sample(
            "a mutable attributed text", NSMutableAttributedString(attributedString: attributed())
        ) {
            ($0 as? NSMutableAttributedString)?.isEqual(to: attributed()) == true
        },
        Sample("an empty attributed text", NSAttributedString(string: "")),
        Sample("a locale", Locale(identifier: "de_CH")),
        Sample("a locale as an object", NSLocale(localeIdentifier: "ar_EG")) {
            ($0 as? Locale)?.identifier == "ar_EG"
        },
        Sample("a time zone", TimeZone(identifier: "Asia/Kolkata")!),
        Sample("a time zone by its offset", TimeZone(secondsFromGMT: 5400)!),
        Sample("a calendar", Calendar(identifier: .hebrew)) {
            ($0 as? Calendar)?.identifier == .hebrew
        },
        Sample(
            "components of a date", DateComponents(year: 2024, month: 2, day: 29, nanosecond: 5)),
        Sample(
            "a range of dates", DateInterval(start: Date(timeIntervalSince1970: 0), duration: 9)),
        Sample("a set of characters", CharacterSet(charactersIn: "aé🧪")),
        Sample("all letters", CharacterSet.letters),
        Sample("a set of indexes", IndexSet([1, 2, 3, 700])),
        Sample("a mutable set of indexes", NSMutableIndexSet(indexSet: IndexSet(4...9))),
        Sample("a person's name", PersonNameComponents(givenName: "Ada", familyName: "Lovelace")),
        Sample("a measurement", Measurement(value: 2.5, unit: UnitLength.miles)),
        Sample("a unit", UnitTemperature.celsius),
        Sample("a query item", URLQueryItem(name: "a b", value: nil)),
        Sample("an error", NSError(domain: "d", code: 7, userInfo: ["key": "why"])),
        Sample("a range", NSValue(range: NSRange(location: 3, length: 9))),
        Sample("a UUID as an object", NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!) {
            ($0 as? UUID)?.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        },
        Sample(
            "a regular expression",
            try! NSRegularExpression(pattern: "a+(b)", options: .anchorsMatchLines)),
        Sample("a color", UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)),
        Sample("an image", UIImage(named: "cover")!) { ($0 as? UIImage)?.name == "cover" },
        Sample(
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

    @Test("S7: what Foundation can encode on iOS comes back as what it was", arguments: samples)
    func comesBack(sample: Sample) throws {
        let context = CoderContext()
        var issues: [String] = []
        context.report = { text, _ in issues.append(text) }
        let encoder = RestorationCoder(encodingFor: "test", context: context)
        encoder.encode(sample.value, forKey: "value")
        #expect(context.failure == nil)
        var archive = StateArchive()
        archive.application = encoder.state
        let copy = try StateArchive(file: archive.file)
        let decoder = RestorationCoder(decoding: copy.application, for: "test", context: context)
        let back = decoder.decodeObject(forKey: "value")
        #expect(sample.isBack(back), "\(back ?? "nil"), a \(type(of: back))")
        #expect(issues.isEmpty)
    }
}
