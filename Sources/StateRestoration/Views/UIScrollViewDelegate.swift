import Foundation

/// Hears how a view is scrolled and zoomed.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// The offset is another, whoever has changed it.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// The zoom is another, whoever has changed it.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    /// The view that is zoomed. Nothing here asks.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// The user begins to scroll. Nothing here scrolls: code that plays the user calls it.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// The user has lifted the finger. Code that plays the user calls it.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// The view has come to rest. Code that plays the user calls it.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// The view has come to rest where code has scrolled it with animation. Nothing here animates.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    /// Nil.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Does nothing.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {}
    /// Does nothing.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Does nothing.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}
