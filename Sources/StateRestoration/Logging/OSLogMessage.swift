import Foundation

/// A message with values in it, of which some may be marked as private. All of them are written here.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A message without values.
    public init(stringLiteral value: String) { text = value }
    /// A message of its parts.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// The parts of a message.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var text = ""

        /// No parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {}
        /// Adds words.
        public mutating func appendLiteral(_ literal: String) { text += literal }
        /// Adds a value.
        public mutating func appendInterpolation(
            _ value: @autoclosure () -> Any?, privacy: OSLogPrivacy = .auto
        ) { text += value().map { "\($0)" } ?? "nil" }
    }
}

/// Who may read a value of a message. It changes nothing here.
public struct OSLogPrivacy: Sendable {
    /// As its type is.
    public static let auto = OSLogPrivacy()
    /// Everybody.
    public static let `public` = OSLogPrivacy()
    /// Nobody.
    public static let `private` = OSLogPrivacy()
    /// Nobody, ever.
    public static let sensitive = OSLogPrivacy()
}
