import Foundation

/// A view of content that may be larger than the view. It saves offset, zoom and inset (S12).
@preconcurrency @MainActor
open class UIScrollView: UIView {
    /// Hears how the view is scrolled; held weakly. In UIKit, a table's, a collection's and a text
    /// view's is of the more special protocol: here too it has to adopt that one to hear more.
    open weak var delegate: (any UIScrollViewDelegate)?
    /// How far the content is scrolled, in points. After a restoration it stays inside the content,
    /// where the content's size is known (R17).
    open var contentOffset = CGPoint.zero {
        didSet { if contentOffset != oldValue { delegate?.scrollViewDidScroll(self) } }
    }
    /// The size of the content, in points. It is not saved; zero means that it is not known.
    open var contentSize = CGSize.zero
    /// Space around the content, in points. It is saved, and not drawn.
    open var contentInset = UIEdgeInsets.zero
    /// The zoom; 1 is the natural size. It is saved, and not drawn.
    open var zoomScale: CGFloat = 1 {
        didSet { if zoomScale != oldValue { delegate?.scrollViewDidZoom(self) } }
    }
    /// The least zoom. It is kept, and not used.
    open var minimumZoomScale: CGFloat = 1
    /// The greatest zoom. It is kept, and not used.
    open var maximumZoomScale: CGFloat = 1
    /// Whether scrolling stops at multiples of the view's size. It is kept, and not used.
    open var isPagingEnabled = false
    /// Whether the user can scroll. It is kept, and not used.
    open var isScrollEnabled = true
    /// Whether the view scrolls a little too far. It is kept, and not used.
    open var bounces = true
    /// Whether it scrolls up and down a little, however short the content is. It is kept, and not used.
    open var alwaysBounceVertical = false
    /// Whether it scrolls to the sides a little. It is kept, and not used.
    open var alwaysBounceHorizontal = false
    /// Whether there is a mark for the height. It is not drawn.
    open var showsVerticalScrollIndicator = true
    /// Whether there is a mark for the width. It is not drawn.
    open var showsHorizontalScrollIndicator = true
    /// How scrolling moves the keyboard away. It changes nothing here.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// What the user pulls down to load again. It is neither drawn nor saved.
    open var refreshControl: UIRefreshControl?

    /// Whether what bars cover is added to the inset. Bars cover nothing here.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    /// The inset with what bars cover: the inset itself.
    open var adjustedContentInset: UIEdgeInsets { contentInset }

    /// Whether what bars cover is added to the inset. Bars cover nothing here.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As the view is used, along the axes in which it scrolls, not at all, or always.
        case automatic, scrollableAxes, never, always
    }

    /// How scrolling moves the keyboard away.
    public enum KeyboardDismissMode: Int, Sendable {
        /// Not at all.
        case none
        /// At once.
        case onDrag
        /// With the finger.
        case interactive
    }

    /// Sets the zoom at once. `animated` is ignored.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }

    /// Scrolls until a rectangle of the content is inside the view. `animated` is ignored.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var offset = contentOffset
        offset.x = max(min(offset.x, rect.minX), rect.maxX - frame.width)
        offset.y = max(min(offset.y, rect.minY), rect.maxY - frame.height)
        contentOffset = offset
    }

    /// Scrolls to an offset at once. `animated` is ignored.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
    }

    /// Scrolls back to where there is content: it may have become shorter, or the screen larger.
    func clampContentOffset() {
        contentOffset.x = min(contentOffset.x, max(0, contentSize.width - frame.width))
        contentOffset.y = min(contentOffset.y, max(0, contentSize.height - frame.height))
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(contentOffset, forKey: "UIScrollView.contentOffset")
        coder.encode(contentInset, forKey: "UIScrollView.contentInset")
        coder.encode(Double(zoomScale), forKey: "UIScrollView.zoomScale")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: "UIScrollView.contentOffset") else { return }
        contentInset = coder.decodeUIEdgeInsets(forKey: "UIScrollView.contentInset")
        zoomScale = CGFloat(coder.decodeDouble(forKey: "UIScrollView.zoomScale"))
        contentOffset = coder.decodeCGPoint(forKey: "UIScrollView.contentOffset")
        // The screen may be another (R17). Without a size nothing is known of the content.
        if contentSize != .zero { clampContentOffset() }
    }

    override var contentOrigin: CGPoint { contentOffset }

    override var observableState: [String: JSON] {
        ["contentOffset": ["x": .number(contentOffset.x), "y": .number(contentOffset.y)]]
    }
}
