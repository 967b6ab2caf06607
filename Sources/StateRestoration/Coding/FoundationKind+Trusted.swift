import Foundation

extension FoundationKind {
    /// Whether all of an object comes back that is encoded by its own `NSCoding`.
    ///
    /// Of Foundation's classes on Linux, only these are known to: a formatter comes back without its format,
    /// and a notification ends the process that decodes it. An app's own class keeps what it encodes.
    static func isKept(byItsOwnCoding type: AnyClass) -> Bool {
        if String(reflecting: type).hasPrefix("Foundation.") {
            return trusted.contains { $0(type) }
        }
        return true
    }

    private static let trusted: [@Sendable (AnyClass) -> Bool] = [
        { $0 is Unit.Type }, { $0 is UnitConverter.Type }, { $0 is NSURLQueryItem.Type },
        { $0 is NSRegularExpression.Type },
    ]
}
