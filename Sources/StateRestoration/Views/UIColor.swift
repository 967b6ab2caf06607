import Foundation

/// A color in sRGB, as snapshots are drawn with it.
public final class UIColor: NSObject, NSSecureCoding, Sendable {
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
    /// Pure cyan.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Pure magenta.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Purple: half of red and of blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// The gray near black.
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    /// The gray near white.
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)

    // There is no dark mode here: these are the light ones.

    /// White.
    public static let systemBackground = white
    /// Nearly white.
    public static let secondarySystemBackground = UIColor(
        red: 0.949, green: 0.949, blue: 0.969, alpha: 1)
    /// The gray behind groups of rows.
    public static let groupTableViewBackground = secondarySystemBackground
    /// The gray behind groups of rows.
    public static let systemGroupedBackground = secondarySystemBackground
    /// Black.
    public static let label = black
    /// The gray of a less important text.
    public static let secondaryLabel = UIColor(white: 0.24, alpha: 0.6)
    /// The system's red.
    public static let systemRed = UIColor(red: 1, green: 0.231, blue: 0.188, alpha: 1)
    /// The system's green.
    public static let systemGreen = UIColor(red: 0.204, green: 0.78, blue: 0.349, alpha: 1)
    /// The system's blue.
    public static let systemBlue = UIColor(red: 0, green: 0.478, blue: 1, alpha: 1)
    /// The system's orange.
    public static let systemOrange = UIColor(red: 1, green: 0.584, blue: 0, alpha: 1)
    /// The system's yellow.
    public static let systemYellow = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
    /// The system's gray.
    public static let systemGray = UIColor(red: 0.557, green: 0.557, blue: 0.576, alpha: 1)

    /// True.
    public static var supportsSecureCoding: Bool { true }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
    }

    public override var hash: Int {
        var hasher = Hasher()
        for component in [red, green, blue, alpha] { hasher.combine(component) }
        return hasher.finalize()
    }

    /// The same color with another opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The components, each where a pointer is given.
    ///
    /// - Returns: true.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = self.alpha
        return true
    }

    /// As SVG writes it; nil where nothing is to be painted.
    var svg: String? {
        guard alpha > 0 else { return nil }
        func component(_ value: CGFloat) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
        return "rgb(\(component(red)),\(component(green)),\(component(blue)))"
    }
}
