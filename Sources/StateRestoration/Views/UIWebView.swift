import Foundation

/// Shows a page, and remembers those before and after it. It saves the addresses and how far each
/// page is scrolled, the current one too, and **not the page** (S12): that is loaded again.
///
/// There is no network here: a subclass says what the page at an address is.
@MainActor
open class UIWebView: UIView {
    /// Scrolls the current page.
    public let scrollView = UIScrollView(frame: .zero)

    private struct Visit {
        var address: URL
        var offset = CGPoint.zero
    }
    private var visits: [Visit] = []
    private var current = -1

    /// The page; nil where it has not been loaded, as after a restoration.
    public private(set) var page: String?
    /// The address of the current page, loaded or not.
    public var url: URL? { visits.indices.contains(current) ? visits[current].address : nil }
    /// The addresses that were visited, the oldest first.
    public var history: [URL] { visits.map(\.address) }

    /// What is at an address. For subclasses; the address itself where nothing else is known.
    open func page(at address: URL) -> String { address.absoluteString }

    /// Goes to an address, and forgets those after the current one.
    open func load(_ address: URL) {
        keepOffset()
        visits.removeSubrange(min(current + 1, visits.count)...)
        visits.append(Visit(address: address))
        current = visits.count - 1
        reload()
    }

    /// Loads the current page, and stays where it is scrolled to.
    open func reload() {
        page = url.map(page(at:))
        if visits.indices.contains(current) { scrollView.contentOffset = visits[current].offset }
    }

    public var canGoBack: Bool { current > 0 }
    public var canGoForward: Bool { current + 1 < visits.count }
    open func goBack() { if canGoBack { go(to: current - 1) } }
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
