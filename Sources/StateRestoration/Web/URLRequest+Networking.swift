import Foundation

// `FoundationNetworking` brings libcurl along, which would make each launch of each app some milliseconds longer.
// An app that uses the network imports it, and has its requests, whose addresses are read here by reflection.

extension WKWebView {
    /// Loads the page of a request of `FoundationNetworking`, and drops those after the current one. Nil
    /// where the request has no address.
    @discardableResult
    public func load(_ request: some CustomReflectable & Hashable) -> WKNavigation? {
        address(of: request).flatMap { load(URLRequest(url: $0)) }
    }
}

extension UIWebView {
    /// Loads the page of a request of `FoundationNetworking`.
    public func loadRequest(_ request: some CustomReflectable & Hashable) {
        address(of: request).map { loadRequest(URLRequest(url: $0)) }
    }
}

private func address(of request: some CustomReflectable) -> URL? {
    for child in request.customMirror.children where child.label == "url" {
        return child.value as? URL
    }
    return nil
}
