import Foundation

/// Shows a picture. It saves its frame, as a picture that can be moved and zoomed needs, and not
/// the picture (S12).
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// The picture. Its name is drawn in its place.
    open var image: UIImage?
    /// The picture while it is highlighted. It is not drawn.
    open var highlightedImage: UIImage?

    /// Whether it is highlighted. It is not saved.
    open var isHighlighted = false

    /// Makes a view of zero size with a picture.
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }
    /// Makes a view of zero size with two pictures.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        self.image = image
        self.highlightedImage = highlightedImage
        super.init(frame: .zero)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Reads nothing from the coder: there is no picture, and the frame is zero.
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

/// A picture that is only a name here: no file is read.
public final class UIImage: NSObject, NSSecureCoding, Sendable {
    /// The name that it was made with.
    public let name: String
    /// Makes a picture of a name. It never fails: no file is looked for.
    public init?(named name: String) { self.name = name }
    /// Makes a picture of a symbol's name. It never fails.
    public init?(systemName name: String) { self.name = name }

    /// A picture of nothing.
    public override init() { name = "" }

    /// A picture that a file or the network gave: its bytes are not kept. Nil where there are none.
    public init?(data: Data) {
        if data.isEmpty { return nil }
        name = "data"
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// What a coder has of a picture: its name.
    public init?(coder: NSCoder) {
        guard let name = coder.decodeObject(forKey: "name") as? String else { return nil }
        self.name = name
    }

    /// Encodes its name.
    public func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
}
