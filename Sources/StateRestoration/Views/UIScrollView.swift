import Foundation

/// A view of content that may be larger than the view. It saves offset, zoom and inset (S12).
@MainActor
open class UIScrollView: UIView {
    /// How far the content is scrolled, in points. After a restoration it stays inside the content,
    /// where the content's size is known (R17).
    open var contentOffset = CGPoint.zero
    /// The size of the content, in points. It is not saved; zero means that it is not known.
    open var contentSize = CGSize.zero
    /// Space around the content, in points. It is saved, and not drawn.
    open var contentInset = UIEdgeInsets.zero
    /// The zoom; 1 is the natural size. It is saved, and not drawn.
    open var zoomScale: CGFloat = 1

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
