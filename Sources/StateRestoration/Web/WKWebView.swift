import Foundation

/// A page's identity, for the methods of a delegate. Nothing here makes one.
@preconcurrency @MainActor
public final class WKNavigation: NSObject {}

/// What a web view may do. Nothing of it is used: there is no web engine.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {
    /// Whether videos play inside the page.
    open var allowsInlineMediaPlayback = false
    /// What the app gives pages.
    open var userContentController = WKUserContentController()
    /// How pages are to be shown.
    open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
    /// What the app calls itself.
    open var applicationNameForUserAgent: String?
    /// Whether only the app's own addresses are loaded. It changes nothing here.
    open var limitsNavigationsToAppBoundDomains = false
}

/// Shows windows and alerts of pages. Nothing here calls it.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {}

/// Hears how pages are loaded.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    /// Whether a page may be loaded. Code that plays the user asks.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void)
    /// Whether a page may be loaded, and how it is to be shown. Code that plays the user asks.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)
    /// What shows pages has ended. Nothing here calls it.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
    /// A page begins to load.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
    /// A page is loaded.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    /// A page could not be loaded. Nothing here calls it.
    func webView(
        _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
}

extension WKNavigationDelegate {
    /// It may.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(.allow) }
    /// It may, if the shorter method says so.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        preferences: WKWebpagePreferences,
        decisionHandler: @escaping (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        webView.navigationDelegate?.webView(webView, decidePolicyFor: navigationAction) {
            decisionHandler($0, preferences)
        }
    }
    /// Does nothing.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!
    ) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {}
}

/// Shows a page, and remembers the pages before and after it.
///
/// It saves nothing by itself: Apple's list of the views that preserve state names `UIWebView`, which
/// this one has replaced. Encode ``interactionState``, or the address (S12). There is no network:
/// a subclass says what an address shows, and every page is loaded when the call returns.
@preconcurrency @MainActor
open class WKWebView: UIView {
    /// What it may do.
    public let configuration: WKWebViewConfiguration
    /// How far the page is scrolled.
    public let scrollView = UIScrollView(frame: .zero)
    /// Hears how pages are loaded; held weakly.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Shows what a page asks for; held weakly. No page asks for anything here.
    open weak var uiDelegate: (any WKUIDelegate)?
    /// Whether a swipe leads back and forward. It changes nothing here.
    open var allowsBackForwardNavigationGestures = false
    private var history = PageHistory()
    /// Whom `observe(_:options:changeHandler:)` has to tell.
    var observers: [UUID: (WKWebView) -> Void] = [:]

    /// Makes a view without a page.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }
    public override init(frame: CGRect) {
        configuration = WKWebViewConfiguration()
        super.init(frame: frame)
    }
    /// Reads nothing from the coder: there is no page.
    public required init?(coder: NSCoder) {
        configuration = WKWebViewConfiguration()
        super.init(coder: coder)
    }

    /// The address of the page; nil before the first.
    open var url: URL? { history.current?.address }
    /// The text of the page; nil until it is loaded.
    public private(set) var page: String?
    /// The title of the page: its host.
    open var title: String? { page == nil ? nil : url?.host }
    /// False: a page is loaded when the call returns.
    open var isLoading: Bool { false }
    /// 1 where a page is loaded, and otherwise 0.
    open var estimatedProgress: Double { page == nil ? 0 : 1 }

    /// The text of the page at an address: the address itself, unless a subclass overrides it. Not in
    /// UIKit.
    open func page(at address: URL) -> String { address.absoluteString }

    /// Loads the page of a request, and drops those after the current one. Nil where the request has
    /// no address.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        guard let address = request.url else { return nil }
        history.keep(scrollView.contentOffset)
        history.visit(address)
        return reload()
    }

    /// Loads the page of a request.
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        page = string
        return WKNavigation()
    }

    /// Shows a file, which is not read here.
    @discardableResult
    open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
        load(URLRequest(url: url))
    }

    /// Loads the page again.
    @discardableResult
    open func reload() -> WKNavigation? {
        guard let current = history.current else { return nil }
        let navigation = WKNavigation()
        navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
        page = page(at: current.address)
        scrollView.contentOffset = current.offset
        for observer in observers.values { observer(self) }
        navigationDelegate?.webView(self, didFinish: navigation)
        return navigation
    }

    /// Does nothing: a page is loaded when the call returns.
    open func stopLoading() {}

    /// Whether there is a page before the current one.
    open var canGoBack: Bool { history.canMove(by: -1) }
    /// Whether there is a page after the current one.
    open var canGoForward: Bool { history.canMove(by: 1) }
    /// Loads the page before the current one; nil where there is none.
    @discardableResult
    open func goBack() -> WKNavigation? { move(by: -1) }
    /// Loads the page after the current one; nil where there is none.
    @discardableResult
    open func goForward() -> WKNavigation? { move(by: 1) }

    private func move(by distance: Int) -> WKNavigation? {
        guard history.canMove(by: distance) else { return nil }
        history.keep(scrollView.contentOffset)
        history.move(by: distance)
        return reload()
    }

    /// The addresses, how far each page is scrolled, and which is the current one, as data that a
    /// coder takes. Setting what this gave, in this process or in another, loads the current page.
    /// Whatever else is set is ignored.
    open var interactionState: Any? {
        get {
            history.keep(scrollView.contentOffset)
            return history.isEmpty ? nil : try? JSONEncoder().encode(history)
        }
        set {
            guard let data = newValue as? Data,
                let history = try? JSONDecoder().decode(PageHistory.self, from: data)
            else { return }
            self.history = history
            reload()
        }
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(page ?? "", at: CGPoint(x: 8, y: 24), size: 17)
    }

    override var observableState: [String: JSON] {
        ["url": url.map { .string($0.absoluteString) } ?? nil, "isLoaded": .bool(page != nil)]
    }
}

/// The pages that a web view has shown, the oldest first.
struct PageHistory: Codable {
    struct Visit: Codable {
        var address: URL
        var offset = CGPoint.zero
    }
    private(set) var visits: [Visit] = []
    private(set) var index = -1

    init() {}
    init(visits: [Visit], index: Int) {
        self.visits = visits
        self.index = min(index, visits.count - 1)
    }

    var isEmpty: Bool { visits.isEmpty }
    var current: Visit? { visits.indices.contains(index) ? visits[index] : nil }
    func canMove(by distance: Int) -> Bool { visits.indices.contains(index + distance) }

    /// Drops what is after the current page.
    mutating func visit(_ address: URL) {
        visits.removeSubrange(min(index + 1, visits.count)...)
        visits.append(Visit(address: address))
        index = visits.count - 1
    }
    mutating func move(by distance: Int) { index += distance }
    /// Remembers how far the current page is scrolled.
    mutating func keep(_ offset: CGPoint) { if current != nil { visits[index].offset = offset } }
}
