import Foundation

/// What an app gives a page: scripts, and whom the page can send messages to. No page runs a script here.
@preconcurrency @MainActor
open class WKUserContentController: NSObject {
    /// The scripts, in the order in which they were added.
    public private(set) var userScripts: [WKUserScript] = []
    private var handlers: [String: any WKScriptMessageHandler] = [:]

    /// Adds a script, which nothing here runs.
    open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }
    /// Takes all scripts away.
    open func removeAllUserScripts() { userScripts = [] }

    /// Says who hears the messages of a name; held strongly, as in WebKit.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        handlers[name] = scriptMessageHandler
    }
    /// Says who hears the messages of a name. The world changes nothing here.
    open func add(
        _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld,
        name: String
    ) { add(scriptMessageHandler, name: name) }
    /// Says that nobody hears the messages of a name any more.
    open func removeScriptMessageHandler(forName name: String) { handlers[name] = nil }
    /// Says that nobody hears the messages of a name any more. The world changes nothing here.
    open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
        handlers[name] = nil
    }
    /// Says that nobody hears messages any more.
    open func removeAllScriptMessageHandlers() { handlers = [:] }

    /// Sends a message as a page would: for code that plays the page. Not in UIKit.
    public func receive(_ body: Any, name: String) {
        handlers[name]?.userContentController(
            self, didReceive: WKScriptMessage(body: body, name: name))
    }
}

/// A script for pages. Nothing here runs it.
@preconcurrency @MainActor
open class WKUserScript: NSObject {
    /// Its text.
    public let source: String
    /// When it is to run.
    public let injectionTime: WKUserScriptInjectionTime
    /// Whether it is for the page itself, and not for what is inside it.
    public let isForMainFrameOnly: Bool

    /// Makes a script of a text. The world changes nothing here.
    public init(
        source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld = .page
    ) {
        self.source = source
        self.injectionTime = injectionTime
        isForMainFrameOnly = forMainFrameOnly
        super.init()
    }
}

/// When a script is to run.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// Before the page is there, or after.
    case atDocumentStart, atDocumentEnd
}

/// What keeps scripts apart from each other.
@preconcurrency @MainActor
public final class WKContentWorld: NSObject {
    /// That of the page's own scripts.
    public static let page = WKContentWorld()
    /// That of the app's.
    public static let defaultClient = WKContentWorld()
    /// One of a name.
    public static func world(name: String) -> WKContentWorld { WKContentWorld() }
}

/// Hears messages of pages.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// A page has sent a message. Code that plays the page has it sent.
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// A message of a page.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
    /// What it says.
    public let body: Any
    /// Whom it is for.
    public let name: String

    init(body: Any, name: String) {
        self.body = body
        self.name = name
        super.init()
    }
}

extension WKWebView {
    /// Runs no script: there is no result.
    public func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: ((Any?, (any Error)?) -> Void)? = nil
    ) { completionHandler?(nil, nil) }
    /// Runs no script: there is no result.
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld,
        completionHandler: ((Result<Any, any Error>) -> Void)? = nil
    ) { completionHandler?(.success(NSNull())) }
}
