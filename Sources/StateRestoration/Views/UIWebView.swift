import Foundation

/// Shows a page, and remembers the pages before and after it.
///
/// It saves the addresses and how far each page is scrolled, and **not the page** (S12). After a
/// restoration, call `reload()`. There is no network here: a subclass says what an address shows.
@preconcurrency @MainActor
open class UIWebView: UIView {
    /// How far the current page is scrolled.
    public let scrollView = UIScrollView(frame: .zero)

    private var pages = PageHistory()

    /// The text of the current page; nil until it is loaded, as after a restoration.
    public private(set) var page: String?
    /// The address of the current page, loaded or not; nil before the first.
    public var url: URL? { pages.current?.address }
    /// The visited addresses, the oldest first.
    public var history: [URL] { pages.visits.map(\.address) }

    /// The text of the page at an address: the address itself, unless a subclass overrides it.
    open func page(at address: URL) -> String { address.absoluteString }

    /// Loads an address, and drops the pages after the current one.
    open func load(_ address: URL) {
        keepOffset()
        pages.visit(address)
        reload()
    }

    /// Loads the address of a request; one without an address does nothing.
    open func loadRequest(_ request: URLRequest) { request.url.map(load) }

    /// Loads the current page again, and scrolls to where it was.
    open func reload() {
        page = url.map(page(at:))
        if let current = pages.current { scrollView.contentOffset = current.offset }
    }

    /// Whether there is a page before the current one.
    public var canGoBack: Bool { pages.canMove(by: -1) }
    /// Whether there is a page after the current one.
    public var canGoForward: Bool { pages.canMove(by: 1) }
    /// Loads the page before the current one; without one it does nothing.
    open func goBack() { move(by: -1) }
    /// Loads the page after the current one; without one it does nothing.
    open func goForward() { move(by: 1) }

    private func move(by distance: Int) {
        guard pages.canMove(by: distance) else { return }
        keepOffset()
        pages.move(by: distance)
        reload()
    }

    private func keepOffset() { pages.keep(scrollView.contentOffset) }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        keepOffset()
        coder.encode(history, forKey: "UIWebView.history")
        coder.encode(
            pages.visits.flatMap { [Double($0.offset.x), Double($0.offset.y)] },
            forKey: "UIWebView.offsets")
        coder.encode(pages.index, forKey: "UIWebView.current")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let history = coder.decodeObject(forKey: "UIWebView.history") as? [URL] else {
            return
        }
        let offsets = coder.decodeObject(forKey: "UIWebView.offsets") as? [Double] ?? []
        let visits = history.enumerated().map { index, address in
            let isKnown = offsets.count >= 2 * index + 2
            return PageHistory.Visit(
                address: address,
                offset: isKnown
                    ? CGPoint(x: offsets[2 * index], y: offsets[2 * index + 1]) : .zero)
        }
        pages = PageHistory(
            visits: visits, index: coder.decodeInteger(forKey: "UIWebView.current"))
        page = nil
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(page ?? "", at: CGPoint(x: 8, y: 24), size: 17)
    }

    override var observableState: [String: JSON] {
        [
            "url": url.map { .string($0.absoluteString) } ?? nil,
            "history": .array(history.map { .string($0.absoluteString) }),
            "isLoaded": .bool(page != nil),
            "contentOffset": [
                "x": .number(scrollView.contentOffset.x), "y": .number(scrollView.contentOffset.y),
            ],
        ]
    }
}
