import Foundation
import RestorationArchive

/// A kind of Foundation's objects that is stored by its name and by what an object holds (S7).
///
/// It is there for those that the library's values would take for another one, as a counted set for a set, and
/// for those of which Foundation's own `NSCoding` on Linux loses something.
struct FoundationKind: Sendable {
    let name: String
    /// The class, whose subclasses belong to it.
    private let isClass: @Sendable (Any.Type) -> Bool
    /// The types that are bridged to it.
    private let bridged: [any (Any & Sendable).Type]
    /// What an object of this kind holds, as another value; nil where the library has a value for it.
    let content: @Sendable (Any) -> Any?
    /// The object that holds this; nil where nothing of this kind can.
    let object: @Sendable (Any) -> Any?

    /// The kind of an object, and what it holds; nil where the library has a value for it.
    static func content(of object: Any) -> (kind: String, content: Any)? {
        let type = Swift.type(of: object)
        let kind =
            type is NSObject.Type
            ? all.first { $0.isClass(type) } : bridges[ObjectIdentifier(type)]
        guard let kind, let content = kind.content(object) else { return nil }
        return (kind.name, content)
    }

    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let bridges: [ObjectIdentifier: FoundationKind] = all.reduce(into: [:]) {
        found, kind in
        for type in kind.bridged { found[ObjectIdentifier(type)] = kind }
    }

    /// Those with the more special class come first.
    private static let all: [FoundationKind] = [
        of(NSDecimalNumber.self, or: [Decimal.self], "NSDecimalNumber") {
            $0 == .notANumber ? "NaN" : $0.description(withLocale: nil)
        } from: { (text: String) in
            text == "NaN" ? .notANumber : NSDecimalNumber(string: text)
        },
        // No signed number can hold it.
        of(NSNumber.self, or: [UInt64.self, UInt.self], "UInt64") {
            let isUnsigned = $0.objCType.pointee == 0x51  // Q
            return isUnsigned && $0.uint64Value > Int64.max ? "\($0.uint64Value)" : nil
        } from: { (text: String) in
            UInt64(text).map(NSNumber.init(value:))
        },
        of(NSNull.self, "NSNull") { _ in
            ""
        } from: { (_: String) in
            NSNull()
        },
        of(NSMutableString.self, "NSMutableString") {
            $0 as String
        } from: {
            NSMutableString(string: $0)
        },
        of(NSMutableData.self, "NSMutableData") {
            $0 as Data
        } from: {
            NSMutableData(data: $0)
        },
        of(NSMutableArray.self, "NSMutableArray") {
            Array($0)
        } from: {
            NSMutableArray(array: $0)
        },
        of(NSMutableDictionary.self, "NSMutableDictionary") {
            $0 as? [AnyHashable: Any] ?? [:]
        } from: {
            NSMutableDictionary(dictionary: $0)
        },
        of(NSCountedSet.self, "NSCountedSet") { set in
            set.allObjects.flatMap { Array(repeating: $0, count: set.count(for: $0)) }
        } from: {
            NSCountedSet(array: $0)
        },
        of(NSMutableSet.self, "NSMutableSet") {
            $0.allObjects
        } from: {
            NSMutableSet(array: $0)
        },
        of(NSMutableOrderedSet.self, "NSMutableOrderedSet") {
            $0.array
        } from: {
            NSMutableOrderedSet(array: $0)
        },
        of(NSOrderedSet.self, "NSOrderedSet") {
            $0.array
        } from: {
            NSOrderedSet(array: $0)
        },
        of(NSMutableAttributedString.self, "NSMutableAttributedString") {
            $0.runs
        } from: {
            NSMutableAttributedString(runs: $0)
        },
        of(NSAttributedString.self, "NSAttributedString") {
            $0.runs
        } from: {
            NSAttributedString(attributedString: NSMutableAttributedString(runs: $0))
        },
        of(NSMutableIndexSet.self, "NSMutableIndexSet") {
            json(IndexSet($0))
        } from: {
            value(IndexSet.self, $0).map(NSMutableIndexSet.init(indexSet:))
        },
        codable(IndexSet.self, NSIndexSet.self, "NSIndexSet"),
        codable(CharacterSet.self, NSCharacterSet.self, "NSCharacterSet"),
        codable(Locale.self, NSLocale.self, "NSLocale"),
        codable(TimeZone.self, NSTimeZone.self, "NSTimeZone"),
        codable(Calendar.self, NSCalendar.self, "NSCalendar"),
        codable(DateComponents.self, NSDateComponents.self, "NSDateComponents"),
        codable(AffineTransform.self, NSAffineTransform.self, "NSAffineTransform"),
        codable(DateInterval.self, NSDateInterval.self, "NSDateInterval"),
        codable(PersonNameComponents.self, NSPersonNameComponents.self, "NSPersonNameComponents"),
        of(NSMeasurement.self, "NSMeasurement") {
            [$0.doubleValue, $0.unit]
        } from: {
            (parts: [Any]) in
            guard parts.count == 2, let unit = parts[1] as? Unit else { return nil }
            return (parts[0] as? Double).map { NSMeasurement(doubleValue: $0, unit: unit) }
        },
        geometry, error,
    ]

    // MARK: Ways to make one

    /// A class, and the types that are bridged to it. What an object holds is a value that can be stored.
    static func of<Object: NSObject, Content>(
        _ type: Object.Type, or bridged: [any (Any & Sendable).Type] = [], _ name: String,
        _ content: @escaping @Sendable (Object) -> Content?,
        from make: @escaping @Sendable (Content) -> Object?
    ) -> FoundationKind {
        FoundationKind(name: name, isClass: { $0 is Object.Type }, bridged: bridged) {
            (($0 as AnyObject) as? Object).flatMap(content)
        } object: {
            ($0 as? Content).flatMap(make)
        }
    }

    /// A type and the class to which it is bridged, by the type's own JSON.
    private static func codable<Value: Codable & Sendable, Object: NSObject>(
        _ type: Value.Type, _ object: Object.Type, _ name: String
    ) -> FoundationKind {
        FoundationKind(name: name, isClass: { $0 is Object.Type }, bridged: [type]) {
            ($0 as? Value).flatMap(json)
        } object: {
            ($0 as? Data).flatMap { value(type, $0) }
        }
    }

    private static func json<Value: Encodable>(_ value: Value) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode([value])
    }

    private static func value<Value: Decodable>(_ type: Value.Type, _ json: Data) -> Value? {
        try? JSONDecoder().decode([Value].self, from: json).first
    }
}

extension NSAttributedString {
    /// The text of each run, and its attributes.
    fileprivate var runs: [Any] {
        var runs: [Any] = []
        enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
            let named = attributes.map { ($0.key.rawValue, $0.value) }
            runs += [
                attributedSubstring(from: range).string as Any,
                Dictionary(uniqueKeysWithValues: named) as Any,
            ]
        }
        return runs
    }
}

extension NSMutableAttributedString {
    fileprivate convenience init(runs: [Any]) {
        self.init(string: "")
        for index in stride(from: 0, to: runs.count - 1, by: 2) {
            guard let text = runs[index] as? String else { continue }
            let attributes = runs[index + 1] as? [String: Any] ?? [:]
            append(
                NSAttributedString(
                    string: text,
                    attributes: Dictionary(
                        uniqueKeysWithValues: attributes.map { (.init($0.key), $0.value) })))
        }
    }
}
