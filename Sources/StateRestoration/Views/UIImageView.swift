import Foundation

/// Shows a picture. It saves where it is and how large (S12), as a picture that was zoomed and moved
/// needs it; not the picture.
@MainActor
open class UIImageView: UIView {
    open var image: UIImage?

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(frame, forKey: "UIImageView.frame")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: "UIImageView.frame") else { return }
        frame = coder.decodeCGRect(forKey: "UIImageView.frame")
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.fill(bounds, with: "#e5e5ea")
        canvas.text(
            image?.name ?? "", at: CGPoint(x: bounds.midX, y: bounds.midY), size: 12,
            anchor: "middle")
    }

    override var observableState: [String: JSON] {
        [
            "image": image.map { .string($0.name) } ?? nil,
            "frame": [
                "x": .number(frame.minX), "y": .number(frame.minY),
                "width": .number(frame.width), "height": .number(frame.height),
            ],
        ]
    }
}

/// A picture; headless, and thus only a name.
public final class UIImage: Sendable {
    public let name: String
    public init?(named name: String) { self.name = name }
    public init?(systemName name: String) { self.name = name }
}
