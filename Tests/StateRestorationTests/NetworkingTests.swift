import Foundation
import FoundationNetworking
import Testing

@testable import StateRestoration

/// What an app that uses the network has of a web view.
@MainActor
@Suite struct NetworkingTests {
    @Test("A web view takes a request of FoundationNetworking")
    func request() throws {
        var request = FoundationNetworking.URLRequest(
            url: try #require(URL(string: "https://example.org/a")))
        request.setValue("text/html", forHTTPHeaderField: "Accept")
        let view = WKWebView(frame: .zero)
        #expect(view.load(request) != nil)
        #expect(view.url == request.url)
        request.url = nil
        #expect(view.load(request) == nil)
    }
}
