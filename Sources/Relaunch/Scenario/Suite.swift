/// The scenarios for one target.
public struct Suite: Sendable {
    public var name: String
}
