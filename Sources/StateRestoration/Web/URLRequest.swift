import Foundation

/// What a web view is asked to load. Only its address is used: there is no network.
///
/// Foundation on Linux has this name in the module `FoundationNetworking`, which an app that restores
/// its state does not otherwise need.
public struct URLRequest: Hashable, Sendable {
    /// The address.
    public var url: URL?
    /// What is asked for, such as `GET`. It is kept, and not used.
    public var httpMethod: String? = "GET"
    /// How long to wait, in seconds. It is kept, and not used.
    public var timeoutInterval: TimeInterval

    /// Makes a request for an address.
    public init(url: URL, timeoutInterval: TimeInterval = 60) {
        self.url = url
        self.timeoutInterval = timeoutInterval
    }
}
