import Foundation

/// Something that has coordinates of its own on the screen: a view, a window, the screen.
@preconcurrency @MainActor
public protocol UICoordinateSpace: NSObjectProtocol {
    /// What it covers, in its own coordinates.
    var bounds: CGRect { get }
    /// A point of it, in the coordinates of another space.
    func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// A point of another space, in its own coordinates.
    func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
    /// A rectangle of it, in the coordinates of another space.
    func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
    /// A rectangle of another space, in its own coordinates.
    func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

extension UICoordinateSpace {
    /// A point of it, in the coordinates of another space. Nothing here is turned or scaled.
    public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
        let (here, there) = (originOnScreen, coordinateSpace.originOnScreen)
        return CGPoint(x: point.x + here.x - there.x, y: point.y + here.y - there.y)
    }
    /// A point of another space, in its own coordinates.
    public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
        coordinateSpace.convert(point, to: self)
    }
    /// A rectangle of it, in the coordinates of another space.
    public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
        CGRect(origin: convert(rect.origin, to: coordinateSpace), size: rect.size)
    }
    /// A rectangle of another space, in its own coordinates.
    public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
        CGRect(origin: convert(rect.origin, from: coordinateSpace), size: rect.size)
    }

    /// Where its own zero point is on the screen.
    fileprivate var originOnScreen: CGPoint {
        guard let view = self as? UIView else { return .zero }
        var origin = CGPoint.zero
        var next: UIView? = view
        while let current = next {
            origin.x += current.frame.minX - current.contentOrigin.x
            origin.y += current.frame.minY - current.contentOrigin.y
            next = current.superview
        }
        // What it has scrolled away is a part of its own coordinates.
        origin.x += view.contentOrigin.x
        origin.y += view.contentOrigin.y
        return origin
    }
}

extension UIView: UICoordinateSpace {
    /// A point of the view, in the coordinates of another; of the window without one.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        convert(point, to: space(view))
    }
    /// A point of another view, or of the window, in the view's own coordinates.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        convert(point, from: space(view))
    }
    /// A rectangle of the view, in the coordinates of another; of the window without one.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        convert(rect, to: space(view))
    }
    /// A rectangle of another view, or of the window, in the view's own coordinates.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        convert(rect, from: space(view))
    }

    private func space(_ view: UIView?) -> any UICoordinateSpace {
        view ?? window ?? UIScreen.main
    }
}

extension UIScreen: UICoordinateSpace {
    /// The screen's own coordinates, as it is held.
    public var coordinateSpace: any UICoordinateSpace { self }
    /// The same: nothing turns here while a process lives.
    public var fixedCoordinateSpace: any UICoordinateSpace { self }
}

extension UIWindowScene {
    /// The coordinates of the screen: a scene covers it.
    public var coordinateSpace: any UICoordinateSpace { screen }
}
