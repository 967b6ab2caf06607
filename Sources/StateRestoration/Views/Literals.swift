import Foundation

// What Xcode shows as a picture or a color in the source.

/// The type of `#imageLiteral(resourceName:)`.
public typealias _ImageLiteralType = UIImage
/// The type of `#colorLiteral(red:green:blue:alpha:)`.
public typealias _ColorLiteralType = UIColor

extension UIImage: _ExpressibleByImageLiteral {
    /// Makes a picture of a name. The picture itself is not loaded.
    public convenience init(imageLiteralResourceName name: String) { self.init(named: name)! }
}

extension UIColor: _ExpressibleByColorLiteral {
    /// Makes a color of its components.
    public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(
            red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}
