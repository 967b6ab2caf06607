import Foundation

/// Shows a line of text. It saves nothing.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// The text, which the observable state shows.
    open var text: String?
    /// The color of the text; black unless it is set. Do not set nil.
    open var textColor: UIColor! = .black
    /// The font. It is not drawn.
    open var font: UIFont! = .systemFont(ofSize: 17)
    /// Where the lines begin. It is not drawn.
    open var textAlignment = NSTextAlignment.natural
    /// How many lines there may be; 0 is any number. One is drawn.
    open var numberOfLines = 1
    /// How a line that is too long ends. It is drawn as a whole.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Whether a long line becomes smaller. It does not here.
    open var adjustsFontSizeToFitWidth = false
    /// The text with its attributes, which are not drawn.
    open var attributedText: NSAttributedString? {
        get { text.map { NSAttributedString(string: $0) } }
        set { text = newValue?.string }
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(
            text ?? "", at: CGPoint(x: 0, y: 17), size: 17, color: textColor.svg ?? "none")
    }

    override var observableState: [String: JSON] { ["text": text.map(JSON.string) ?? nil] }
}
