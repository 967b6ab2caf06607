import Foundation

/// How points are moved, scaled and turned. Foundation on Linux has `AffineTransform` only.
public struct CGAffineTransform: Hashable, Codable, Sendable {
    /// How far x goes to the right.
    public var a: CGFloat
    /// How far x goes down.
    public var b: CGFloat
    /// How far y goes to the right.
    public var c: CGFloat
    /// How far y goes down.
    public var d: CGFloat
    /// How far every point is moved to the right.
    public var tx: CGFloat
    /// How far every point is moved down.
    public var ty: CGFloat

    /// Changes nothing.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// Whether it changes nothing.
    public var isIdentity: Bool { self == .identity }

    /// Makes a transform of its numbers.
    public init(
        a: CGFloat = 1, b: CGFloat = 0, c: CGFloat = 0, d: CGFloat = 1, tx: CGFloat = 0,
        ty: CGFloat = 0
    ) { (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty) }
    /// Moves points.
    public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(tx: tx, ty: ty) }
    /// Scales points away from zero.
    public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, d: sy) }
    /// Turns points around zero, by an angle in radians.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine)
    }

    /// First this one, then another.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d, c: c * t2.a + d * t2.c,
            d: c * t2.b + d * t2.d, tx: tx * t2.a + ty * t2.c + t2.tx,
            ty: tx * t2.b + ty * t2.d + t2.ty)
    }
    /// First moved, then this one.
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }
    /// First scaled, then this one.
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }
    /// First turned, then this one.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }
    /// What takes this one back; this one where nothing does.
    public func inverted() -> CGAffineTransform {
        let area = a * d - b * c
        guard area != 0 else { return self }
        return CGAffineTransform(
            a: d / area, b: -b / area, c: -c / area, d: a / area,
            tx: (c * ty - d * tx) / area, ty: (b * tx - a * ty) / area)
    }
}

extension CGPoint {
    /// Where a transform brings the point.
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGSize {
    /// What a transform makes of the size.
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension NSCoder {
    /// Encodes a transform as text, such as `[1, 0, 0, 1, 0, 0]`.
    public func encode(_ transform: CGAffineTransform, forKey key: String) {
        let t = transform
        encode("[\(t.a), \(t.b), \(t.c), \(t.d), \(t.tx), \(t.ty)]" as Any?, forKey: key)
    }

    /// Decodes a transform; one that changes nothing where there is none.
    public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform {
        guard let text = decodeObject(forKey: key) as? String else { return .identity }
        let numbers = text.split { "[], ".contains($0) }.compactMap { Double($0) }
        guard numbers.count == 6 else { return .identity }
        return CGAffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4],
            ty: numbers[5])
    }
}
