import Foundation

/// How a layer of a view looks. It is kept, and not drawn.
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// The radius of its corners, in points.
    open var cornerRadius: CGFloat = 0
    /// How its corners are round.
    open var cornerCurve = CALayerCornerCurve.circular
    /// Whether what reaches out of it is cut off.
    open var masksToBounds = false
    /// The width of its border, in points.
    open var borderWidth: CGFloat = 0
    /// The color of its border.
    open var borderColor: UIColor?
    /// The color of its shadow.
    open var shadowColor: UIColor?
    /// How dark its shadow is, from 0 to 1.
    open var shadowOpacity: Float = 0
    /// The radius of its shadow, in points.
    open var shadowRadius: CGFloat = 0
    /// Where its shadow is.
    open var shadowOffset = CGSize.zero
}

/// How corners are round. They are not drawn.
public enum CALayerCornerCurve: Sendable {
    /// As a circle, or softer.
    case circular, continuous
}

extension UIColor {
    /// The color for a layer: the same.
    public var cgColor: UIColor { self }
}

extension UIView {
    /// How a picture fills its view. It changes nothing here.
    public enum ContentMode: Int, Sendable {
        /// Stretched, fitted, filled, or at one place.
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
        /// In a corner.
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// What of a view grows with its superview. It changes nothing here.
    public struct AutoresizingMask: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The space on the left.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        /// The width.
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        /// The space on the right.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        /// The space above.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        /// The height.
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        /// The space below.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    /// The middle, in the superview's coordinates.
    public var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
        }
    }

    /// Makes the view as large as its content needs: nothing here knows how large that is, so it stays
    /// as it is.
    public func sizeToFit() {}

    /// Has the view be drawn again: the screen is drawn when it is asked for.
    public func setNeedsDisplay() {}

    /// Whether this is the other view, or inside it.
    public func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }
}
