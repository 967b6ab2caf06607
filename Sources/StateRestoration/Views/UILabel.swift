import Foundation

/// A text that is only shown.
@MainActor
open class UILabel: UIView {
    open var text: String?
    open var textColor: UIColor! = .black

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(
            text ?? "", at: CGPoint(x: 0, y: 17), size: 17, color: textColor.svg ?? "none")
    }

    override var observableState: [String: JSON] { ["text": text.map(JSON.string) ?? nil] }
}
