import Foundation

/// Hears what happens to a text field.
@MainActor
public protocol UITextFieldDelegate: AnyObject {
    /// Whether the Return key does what it does by default. There is no keyboard here: code that
    /// plays the user calls it.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    /// The field has become first responder.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// The field is no longer first responder.
    func textFieldDidEndEditing(_ textField: UITextField)
}

extension UITextFieldDelegate {
    /// Yes.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
}

/// A line of text that can be edited. It saves the selection and not the text, which is the app's
/// data (S12).
@MainActor
open class UITextField: UIView {
    /// Hears what happens to the field; held weakly.
    public weak var delegate: (any UITextFieldDelegate)?

    /// The text. Setting it puts the selection at its end, and does not tell the delegate.
    open var text: String? {
        didSet { selection = NSRange(location: text?.utf16.count ?? 0, length: 0) }
    }
    /// What is drawn, in gray, while there is no text. It is not saved.
    open var placeholder: String?

    /// In UTF-16 units, and never outside the text.
    var selection = NSRange(location: 0, length: 0) {
        didSet {
            let inside = selection.clamped(to: text?.utf16.count ?? 0)
            if inside != selection { selection = inside }
        }
    }

    open override var canBecomeFirstResponder: Bool { true }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard super.becomeFirstResponder() else { return false }
        if !wasEditing { delegate?.textFieldDidBeginEditing(self) }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasEditing { delegate?.textFieldDidEndEditing(self) }
        return true
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(selection.location, forKey: "UITextField.selection.location")
        coder.encode(selection.length, forKey: "UITextField.selection.length")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: "UITextField.selection.location") else { return }
        selection = NSRange(
            location: coder.decodeInteger(forKey: "UITextField.selection.location"),
            length: coder.decodeInteger(forKey: "UITextField.selection.length"))
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        let isEmpty = (text ?? "").isEmpty
        canvas.text(
            isEmpty ? placeholder ?? "" : text ?? "", at: CGPoint(x: 4, y: 20), size: 17,
            color: isEmpty ? "#c7c7cc" : "#000000")
    }

    override var observableState: [String: JSON] {
        [
            "text": text.map(JSON.string) ?? nil, "editing": .bool(isFirstResponder),
            "selection": [
                "location": .integer(Int64(selection.location)),
                "length": .integer(Int64(selection.length)),
            ],
        ]
    }
}
