import Foundation

/// What the `userInfo` of an activity or of a session may hold (C6).
enum PropertyList {
    /// A value that cannot be saved.
    struct Refusal: Error, CustomStringConvertible {
        /// Where it is, such as `userInfo["note"]["date"]`.
        let place: String
        let type: String

        var description: String {
            "\(place) is of the type \(type): only texts, numbers, dates, data, URLs, NSNull, and "
                + "arrays, sets and dictionaries of these can be saved"
        }
    }

    /// The same value without optionals.
    ///
    /// - Throws: `Refusal` for the first value that is of no such type.
    static func checked(_ value: Any, at place: String) throws(Refusal) -> Any {
        let type = Swift.type(of: value)
        if plain.contains(ObjectIdentifier(type)) { return value }
        // Only an object is asked which one it is: the answer of a collection would be to bridge all
        // that is in it, again at each level.
        if type is AnyClass { return try object(value, at: place) }
        switch value {
        case let value as [AnyHashable: Any]: return try dictionary(value, at: place)
        case let value as [Any]: return try array(value, at: place)
        case let value as Set<AnyHashable>:
            for element in value { _ = try checked(element.base, at: place) }
            return value
        case is any BinaryInteger, is any BinaryFloatingPoint: return value
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            // As an optional without a value becomes an NSNull on iOS.
            guard let wrapped = mirror.children.first?.value else { return NSNull() }
            return try checked(wrapped, at: place)
        }
        throw Refusal(place: place, type: "\(type)")
    }

    /// Types that need no further look.
    private static let plain = Set(
        ([
            String.self, Int.self, Bool.self, Double.self, Float.self, CGFloat.self, Date.self,
            Data.self, URL.self, Decimal.self,
        ] as [Any.Type]).map { ObjectIdentifier($0) })

    private static func object(_ value: Any, at place: String) throws(Refusal) -> Any {
        switch value {
        case is NSNull, is NSString, is NSNumber, is NSDate, is NSData, is NSURL: return value
        case let value as NSDictionary:
            return try dictionary(value as? [AnyHashable: Any] ?? [:], at: place)
        case let value as NSArray: return try array(Array(value), at: place)
        case let value as NSSet:
            for element in value.allObjects { _ = try checked(element, at: place) }
            return value
        default: throw Refusal(place: place, type: "\(Swift.type(of: value))")
        }
    }

    private static func array(_ values: [Any], at place: String) throws(Refusal) -> [Any] {
        var found: [Any] = []
        for (index, value) in values.enumerated() {
            found.append(try checked(value, at: "\(place)[\(index)]"))
        }
        return found
    }

    private static func dictionary(
        _ values: [AnyHashable: Any], at place: String
    ) throws(Refusal) -> [AnyHashable: Any] {
        var found: [AnyHashable: Any] = [:]
        for (key, value) in values {
            _ = try checked(key.base, at: "the key \(key.base) of \(place)")
            let name = (key.base as? String).map { "\"\($0)\"" } ?? "\(key.base)"
            found[key] = try checked(value, at: "\(place)[\(name)]")
        }
        return found
    }
}
