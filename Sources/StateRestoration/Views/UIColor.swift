import Foundation

/// A color in sRGB, as snapshots are drawn with it.
public final class UIColor: NSCoding, Sendable, Hashable {
    /// Red, from 0 to 1.
    public let red: CGFloat
    /// Green, from 0 to 1.
    public let green: CGFloat
    /// Blue, from 0 to 1.
    public let blue: CGFloat
    /// Opacity: 0 is not drawn at all, and everything above is drawn opaque.
    public let alpha: CGFloat

    /// Makes a color of components from 0 to 1. Values outside are kept, and clamped when they are
    /// drawn.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Makes a gray: 0 is black, and 1 is white.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// What a coder has of a color: its components.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "alpha") else { return nil }
        red = coder.decodeDouble(forKey: "red")
        green = coder.decodeDouble(forKey: "green")
        blue = coder.decodeDouble(forKey: "blue")
        alpha = coder.decodeDouble(forKey: "alpha")
    }

    /// Encodes its components.
    public func encode(with coder: NSCoder) {
        coder.encode(Double(red), forKey: "red")
        coder.encode(Double(green), forKey: "green")
        coder.encode(Double(blue), forKey: "blue")
        coder.encode(Double(alpha), forKey: "alpha")
    }

    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// The gray halfway between black and white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Not drawn.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Pure red, at full intensity.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Pure green, at full intensity.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Pure blue, at full intensity.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Pure yellow: red and green at full intensity.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Orange: red at full intensity, green at half.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// White: there is no dark mode here.
    public static let systemBackground = white

    public static func == (lhs: UIColor, rhs: UIColor) -> Bool {
        (lhs.red, lhs.green, lhs.blue, lhs.alpha) == (rhs.red, rhs.green, rhs.blue, rhs.alpha)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(red)
        hasher.combine(green)
        hasher.combine(blue)
        hasher.combine(alpha)
    }

    /// As SVG writes it; nil where nothing is to be painted.
    var svg: String? {
        guard alpha > 0 else { return nil }
        func component(_ value: CGFloat) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
        return "rgb(\(component(red)),\(component(green)),\(component(blue)))"
    }
}

/// Distances from the four edges of a rectangle, in points.
public struct UIEdgeInsets: Equatable, Sendable {
    /// From the top edge.
    public var top: CGFloat
    /// From the left edge.
    public var left: CGFloat
    /// From the bottom edge.
    public var bottom: CGFloat
    /// From the right edge.
    public var right: CGFloat

    /// Makes insets of four distances in points.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// Makes insets of zero on every edge.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Zero on every edge.
    public static let zero = UIEdgeInsets()
}
