import Foundation

/// Where the bars of a controller end, to make constraints with. There are none over a view here.
@preconcurrency @MainActor
public protocol UILayoutSupport: NSObjectProtocol {
    /// How much bars cover, in points: nothing.
    var length: CGFloat { get }
    /// The upper edge.
    var topAnchor: NSLayoutYAxisAnchor { get }
    /// The lower edge.
    var bottomAnchor: NSLayoutYAxisAnchor { get }
    /// The height.
    var heightAnchor: NSLayoutDimension { get }
}

extension UILayoutGuide: UILayoutSupport {
    /// How much bars cover, in points: nothing.
    public var length: CGFloat { 0 }
}

extension UIViewController {
    /// Where bars end at the top of the view.
    public var topLayoutGuide: any UILayoutSupport { UILayoutGuide() }
    /// Where bars begin at the bottom of the view.
    public var bottomLayoutGuide: any UILayoutSupport { UILayoutGuide() }
}

/// Distances from the four edges of a rectangle, in points, as lines of text run.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// From the top edge.
    public var top: CGFloat
    /// From the edge where lines begin.
    public var leading: CGFloat
    /// From the bottom edge.
    public var bottom: CGFloat
    /// From the edge where lines end.
    public var trailing: CGFloat

    /// Makes insets of four distances in points.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading) = (top, leading)
        (self.bottom, self.trailing) = (bottom, trailing)
    }

    /// Makes insets of zero on every edge.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Zero on every edge.
    public static let zero = NSDirectionalEdgeInsets()
}

extension UIView {
    /// What is left of the view for text that is easy to read: here all of it.
    public var readableContentGuide: UILayoutGuide { UILayoutGuide() }
    /// The margins, as lines of text run: those of ``layoutMargins``.
    public var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            NSDirectionalEdgeInsets(
                top: layoutMargins.top, leading: layoutMargins.left,
                bottom: layoutMargins.bottom, trailing: layoutMargins.right)
        }
        set {
            layoutMargins = UIEdgeInsets(
                top: newValue.top, left: newValue.leading, bottom: newValue.bottom,
                right: newValue.trailing)
        }
    }
}
