/// Something that a save left out (S18).
public struct LeftOut: Equatable, Sendable, CustomStringConvertible {
    public enum Reason: String, Sendable, CaseIterable {
        /// It has no restoration identifier.
        case noIdentifier
        /// It has an identifier, and a controller above it has none.
        case noIdentifierAbove
        /// It has no identifier yet, and its view was never loaded: an identifier that is set in
        /// `viewDidLoad` comes too late (S4).
        case notLoaded
        /// Another object is registered under the same identifier.
        case duplicate
    }

    /// The class of what was left out.
    public var type: String
    /// The identifiers from the root to it, as far as there are any.
    public var path: [String]
    public var reason: Reason

    public var description: String {
        let place = path.isEmpty ? type : "\(type) (\(path.joined(separator: "/")))"
        let why =
            switch reason {
            case .noIdentifier: "it has no restoration identifier"
            case .noIdentifierAbove: "a controller above it has no restoration identifier"
            case .notLoaded:
                "it has no restoration identifier, and its view was not loaded: one that is set "
                    + "in viewDidLoad is not there yet"
            case .duplicate: "another object is registered under its identifier"
            }
        return "\(place) is left out: \(why)"
    }
}
