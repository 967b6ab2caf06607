/// Why the harness did not let the target go on.
public enum HarnessError: Error, Sendable, Equatable {
    /// The harness answered a request with an error. `text` says why.
    case refused(method: String, text: String)
    /// The harness died or closed the channel before it answered `hello`.
    case gone
}

extension HarnessError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let method, let text): "the harness refused \(method): \(text)"
        case .gone: "the harness died before it answered hello"
        }
    }
}
