import Foundation

/// Shows a page, and remembers the pages before and after it.
///
/// It saves the addresses and how far each page is scrolled, and **not the page** (S12). After a
/// restoration, call `reload()`. There is no network here: a subclass says what an address shows.
@MainActor
open class UIWebView: UIView {
    /// How far the current page is scrolled.
    public let scrollView = UIScrollView(frame: .zero)

    private struct Visit {
        var address: URL
        var offset = CGPoint.zero
    }
    private var visits: [Visit] = []
    private var current = -1

    /// The text of the current page; nil until it is loaded, as after a restoration.
    public private(set) var page: String?
    /// The address of the current page, loaded or not; nil before the first.
    public var url: URL? { visits.indices.contains(current) ? visits[current].address : nil }
    /// The visited addresses, the oldest first.
    public var history: [URL] { visits.map(\.address) }

    /// The text of the page at an address: the address itself, unless a subclass overrides it.
    open func page(at address: URL) -> String { address.absoluteString }

    /// Loads an address, and drops the pages after the current one.
    open func load(_ address: URL) {
        keepOffset()
        visits.removeSubrange(min(current + 1, visits.count)...)
        visits.append(Visit(address: address))
        current = visits.count - 1
        reload()
    }

    /// Loads the current page again, and scrolls to where it was.
    open func reload() {
        page = url.map(page(at:))
        if visits.indices.contains(current) { scrollView.contentOffset = visits[current].offset }
    }

    /// Whether there is a page before the current one.
    public var canGoBack: Bool { current > 0 }
    /// Whether there is a page after the current one.
    public var canGoForward: Bool { current + 1 < visits.count }
    /// Loads the page before the current one; without one it does nothing.
    open func goBack() { if canGoBack { go(to: current - 1) } }
    /// Loads the page after the current one; without one it does nothing.
    open func goForward() { if canGoForward { go(to: current + 1) } }

    private func go(to index: Int) {
        keepOffset()
        current = index
        reload()
    }

    private func keepOffset() {
        if visits.indices.contains(current) { visits[current].offset = scrollView.contentOffset }
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        keepOffset()
        coder.encode(history, forKey: "UIWebView.history")
        coder.encode(
            visits.flatMap { [Double($0.offset.x), Double($0.offset.y)] },
            forKey: "UIWebView.offsets")
        coder.encode(current, forKey: "UIWebView.current")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let history = coder.decodeObject(forKey: "UIWebView.history") as? [URL] else {
            return
        }
        let offsets = coder.decodeObject(forKey: "UIWebView.offsets") as? [Double] ?? []
        visits = history.enumerated().map { index, address in
            let isKnown = offsets.count >= 2 * index + 2
            return Visit(
                address: address,
                offset: isKnown
                    ? CGPoint(x: offsets[2 * index], y: offsets[2 * index + 1]) : .zero)
        }
        current = min(coder.decodeInteger(forKey: "UIWebView.current"), visits.count - 1)
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
