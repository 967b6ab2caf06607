import Foundation

/// A line of straight and curved parts, as a value. It is not drawn; a coder keeps all of it.
public final class UIBezierPath: NSObject, NSSecureCoding, NSCopying {
    /// A part of the path: what it is, and its points, the last of which it leads to.
    private struct Part {
        enum Kind: Int { case move, line, quadCurve, curve, close }
        var kind: Kind
        var points: [CGPoint] = []
    }

    private var parts: [Part] = []
    /// How wide the line is, in points.
    public var lineWidth: CGFloat = 1
    /// How the line ends.
    public var lineCapStyle = CGLineCap.butt
    /// How its parts meet.
    public var lineJoinStyle = CGLineJoin.miter

    /// Makes a path without parts.
    public override init() { super.init() }

    /// Makes a path around a rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }
    /// Makes a path around a rectangle: its corners are not round here.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(rect: rect)
    }
    /// Makes a path around the rectangle of an oval.
    public convenience init(ovalIn rect: CGRect) { self.init(rect: rect) }
    /// Makes a path with an arc.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
            clockwise: clockwise)
    }

    // MARK: Parts

    /// Begins at a point.
    public func move(to point: CGPoint) { parts.append(Part(kind: .move, points: [point])) }
    /// Goes straight on to a point.
    public func addLine(to point: CGPoint) { parts.append(Part(kind: .line, points: [point])) }
    /// Goes on to a point in a curve.
    public func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        parts.append(Part(kind: .quadCurve, points: [controlPoint, endPoint]))
    }
    /// Goes on to a point in a curve.
    public func addCurve(
        to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint
    ) {
        parts.append(Part(kind: .curve, points: [controlPoint1, controlPoint2, endPoint]))
    }
    /// Goes on along an arc: here straight from its beginning to its end.
    public func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        for angle in [startAngle, endAngle] {
            let point = CGPoint(
                x: center.x + radius * CGFloat(cos(Double(angle))),
                y: center.y + radius * CGFloat(sin(Double(angle))))
            if isEmpty { move(to: point) } else { addLine(to: point) }
        }
    }
    /// Goes back to where it began.
    public func close() { parts.append(Part(kind: .close)) }
    /// Adds the parts of another path.
    public func append(_ bezierPath: UIBezierPath) { parts += bezierPath.parts }
    /// Takes all parts out.
    public func removeAllPoints() { parts = [] }

    // MARK: What it is

    /// Whether it has no parts.
    public var isEmpty: Bool { parts.isEmpty }
    /// Where it has come to; zero where it is empty.
    public var currentPoint: CGPoint { parts.last { !$0.points.isEmpty }?.points.last ?? .zero }
    /// The rectangle around all points, those that curves are bent by among them.
    public var bounds: CGRect {
        let points = parts.flatMap(\.points)
        guard let first = points.first else { return .zero }
        return points.reduce(CGRect(origin: first, size: .zero)) { box, point in
            box.union(CGRect(origin: point, size: .zero))
        }
    }

    /// Draws nothing.
    public func stroke() {}
    /// Draws nothing.
    public func fill() {}

    // MARK: Coding

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// What a coder has of a path.
    public init?(coder: NSCoder) {
        guard let text = coder.decodeObject(forKey: "parts") as? String else { return nil }
        lineWidth = CGFloat(coder.decodeDouble(forKey: "lineWidth"))
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard let kind = numbers.first.flatMap({ Part.Kind(rawValue: Int($0)) }) else {
                return nil
            }
            let points = stride(from: 1, to: numbers.count - 1, by: 2).map {
                CGPoint(x: numbers[$0], y: numbers[$0 + 1])
            }
            parts.append(Part(kind: kind, points: points))
        }
    }

    /// Encodes its parts and its width.
    public func encode(with coder: NSCoder) {
        let lines = parts.map { part in
            ([String(part.kind.rawValue)] + part.points.flatMap { ["\($0.x)", "\($0.y)"] })
                .joined(separator: " ")
        }
        coder.encode(lines.joined(separator: "\n"), forKey: "parts")
        coder.encode(Double(lineWidth), forKey: "lineWidth")
    }

    /// Another path of the same parts.
    public func copy(with zone: NSZone? = nil) -> Any {
        let other = UIBezierPath()
        (other.parts, other.lineWidth) = (parts, lineWidth)
        (other.lineCapStyle, other.lineJoinStyle) = (lineCapStyle, lineJoinStyle)
        return other
    }
}

/// How a line ends. It is not drawn.
public enum CGLineCap: Int32, Sendable {
    /// At its end, round, or a little later.
    case butt, round, square
}

/// How the parts of a line meet. They are not drawn.
public enum CGLineJoin: Int32, Sendable {
    /// At a point, round, or cut off.
    case miter, round, bevel
}
