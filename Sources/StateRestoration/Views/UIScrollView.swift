import Foundation

/// A view whose content is larger than itself. It saves offset, zoom and inset (S12).
@MainActor
open class UIScrollView: UIView {
    open var contentOffset = CGPoint.zero
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var zoomScale: CGFloat = 1

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
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
    }

    override var contentOrigin: CGPoint { contentOffset }

    override var observableState: [String: JSON] {
        ["contentOffset": ["x": .number(contentOffset.x), "y": .number(contentOffset.y)]]
    }
}
