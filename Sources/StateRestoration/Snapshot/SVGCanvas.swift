import Foundation
import RelaunchProtocol

/// Draws rectangles and texts as SVG. Equal views give equal pictures: no time, no address.
struct SVGCanvas {
    private var body = ""
    private let size: CGSize

    init(size: CGSize) { self.size = size }

    /// The whole picture.
    var svg: String {
        let (width, height) = (Self.number(size.width), Self.number(size.height))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="sans-serif">\(body)</svg>
            """
    }

    mutating func fill(_ frame: CGRect, with color: String) {
        body +=
            "<rect x=\"\(Self.number(frame.minX))\" y=\"\(Self.number(frame.minY))\""
            + " width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\""
            + " fill=\"\(color)\"/>"
    }

    /// - Parameter point: the baseline, at its start, middle or end, as the anchor says.
    mutating func text(
        _ text: String, at point: CGPoint, size: CGFloat, anchor: String = "start",
        color: String = "#000000"
    ) {
        guard !text.isEmpty else { return }
        let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        body +=
            "<text x=\"\(Self.number(point.x))\" y=\"\(Self.number(point.y))\""
            + " font-size=\"\(Self.number(size))\"\(anchor) fill=\"\(color)\">"
            + Self.escaped(text) + "</text>"
    }

    /// A view and everything in it, moved to a frame.
    @MainActor
    mutating func draw(_ view: UIView, in frame: CGRect) {
        guard !view.isHidden, view.alpha > 0 else { return }
        let opacity = view.alpha < 1 ? " opacity=\"\(Self.number(view.alpha))\"" : ""
        body +=
            "<svg x=\"\(Self.number(frame.minX))\" y=\"\(Self.number(frame.minY))\""
            + " width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\""
            + "\(opacity)>"
        if let color = view.backgroundColor?.svg {
            fill(CGRect(origin: .zero, size: frame.size), with: color)
        }
        let origin = view.contentOrigin
        let isScrolled = origin != .zero
        if isScrolled {
            body +=
                "<g transform=\"translate(\(Self.number(-origin.x)) \(Self.number(-origin.y)))\">"
        }
        view.drawContent(on: &self)
        for subview in view.subviews { draw(subview, in: subview.frame) }
        if isScrolled { body += "</g>" }
        body += "</svg>"
    }

    /// Whole numbers without a fraction.
    private static func number(_ value: CGFloat) -> String {
        let value = Double(value)
        guard value.isFinite else { return "0" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    /// Characters that XML does not allow become U+FFFD.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\t", "\n": escaped += " "
            case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE:
                escaped.unicodeScalars.append("\u{FFFD}")
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension UIApplication {
    /// The screen as it is now.
    func drawScreen() -> Picture {
        let bounds = UIScreen.main.bounds
        var canvas = SVGCanvas(size: bounds.size)
        canvas.fill(bounds, with: keyWindow?.backgroundColor?.svg ?? "#ffffff")
        var shown = keyWindow?.rootViewController
        var frame = bounds
        while let controller = shown {
            controller.draw(on: &canvas, in: frame)
            shown = controller.ownPresented
            if let sheet = shown {
                frame = frame.divided(atDistance: 56, from: .minYEdge).remainder
                canvas.fill(frame, with: "#ffffff")
                sheet.loadViewIfNeeded()
            }
        }
        return .svg(canvas.svg)
    }
}
