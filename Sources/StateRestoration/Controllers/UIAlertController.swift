import Foundation

/// A button of an alert.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// What a button means.
    public enum Style: Int, Sendable {
        /// One of several.
        case `default`
        /// It leaves everything as it is.
        case cancel
        /// It destroys something.
        case destructive
    }

    /// The text that the user reads.
    public let title: String?
    /// What it means.
    public let style: Style
    /// Whether it can be tapped.
    open var isEnabled = true
    fileprivate let handler: ((UIAlertAction) -> Void)?

    /// Makes a button. The handler is called when the alert has gone.
    public init(
        title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }
}

/// A message with buttons, over everything else.
///
/// UIKit does not restore it: it is a controller without an identifier, and its handlers are closures,
/// which nothing can save. An app that needs it again encodes that, and presents a new one.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// Where it is shown. It changes nothing here.
    public enum Style: Int, Sendable {
        /// At the bottom.
        case actionSheet
        /// In the middle.
        case alert
    }

    /// The message below the title.
    open var message: String?
    /// Where it is shown.
    public let preferredStyle: Style
    /// The buttons.
    public private(set) var actions: [UIAlertAction] = []
    /// The button that the Return key taps.
    open var preferredAction: UIAlertAction?
    /// The fields to type into. Nil are none.
    public private(set) var textFields: [UITextField]?

    /// Makes a message without buttons.
    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    /// Reads nothing from the coder: there is no message.
    public required init?(coder: NSCoder) {
        preferredStyle = .alert
        super.init(coder: coder)
    }

    /// Adds a button.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Adds a field to type into.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
        view.addSubview(field)
    }

    /// Taps a button, as a user does: the alert goes, and the button's handler is called. For code that
    /// plays the user; not in UIKit. A disabled button does nothing.
    open func tap(_ action: UIAlertAction) {
        guard action.isEnabled else { return }
        presentingViewController?.dismiss(animated: false)
        action.handler?(action)
    }

    override func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        canvas.fill(frame, with: "#f2f2f7")
        let texts = [title, message].compactMap { $0 } + actions.compactMap(\.title)
        for (line, text) in texts.enumerated() {
            canvas.text(
                text, at: CGPoint(x: frame.midX, y: frame.minY + 30 + 28 * CGFloat(line)), size: 17,
                anchor: "middle")
        }
    }
}
