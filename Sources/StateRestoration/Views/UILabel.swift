import Foundation

/// Shows a line of text. It saves nothing.
@MainActor
open class UILabel: UIView {
    /// The text, which the observable state shows.
    open var text: String?
    /// The color of the text; black unless it is set. Do not set nil.
    open var textColor: UIColor! = .black

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(
            text ?? "", at: CGPoint(x: 0, y: 17), size: 17, color: textColor.svg ?? "none")
    }

    override var observableState: [String: JSON] { ["text": text.map(JSON.string) ?? nil] }
}
