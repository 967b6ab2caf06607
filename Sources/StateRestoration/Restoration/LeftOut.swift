/// Something that a save left out, and why (S18).
public struct LeftOut: Equatable, Sendable, CustomStringConvertible {
    /// Why something was left out. The harness is told its raw value as the issue's code.
    public enum Reason: String, Sendable, CaseIterable {
        /// It has no restoration identifier (S4).
        case noIdentifier
        /// It has an identifier, but a controller above it has none (S4).
        case noIdentifierAbove
        /// It has no identifier yet: its view was never loaded, so an identifier that `viewDidLoad`
        /// sets comes too late (S4).
        case notLoaded
        /// Another object is registered under the same identifier (S5).
        case duplicate
    }

    /// The class of the object that was left out.
    public var type: String
    /// The restoration path (S6) as far as there are identifiers, the root first.
    public var path: [String]
    /// Why it was left out.
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
