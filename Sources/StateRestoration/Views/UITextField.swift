import Foundation

/// Hears what happens to a text field.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {
    /// Whether the Return key does what it does by default. There is no keyboard here: code that
    /// plays the user calls it.
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    /// The field has become first responder.
    func textFieldDidBeginEditing(_ textField: UITextField)
    /// The field is no longer first responder.
    func textFieldDidEndEditing(_ textField: UITextField)
    /// Whether the field may be edited.
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    /// Whether editing may end. Nothing here asks.
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    /// Whether the text may be cleared. Nothing here asks.
    func textFieldShouldClear(_ textField: UITextField) -> Bool
    /// Whether what the user types may replace a part of the text.
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
}

extension UITextFieldDelegate {
    /// Yes.
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
    /// Does nothing.
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    /// Does nothing.
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Yes.
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    /// Yes.
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    /// Yes.
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
    /// Yes.
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
}

/// A line of text that can be edited. It saves the selection and not the text, which is the app's
/// data (S12).
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// Hears what happens to the field; held weakly.
    public weak var delegate: (any UITextFieldDelegate)?

    /// The text. Setting it puts the selection at its end, and does not tell the delegate.
    open var text: String? {
        didSet { selection = NSRange(location: text?.utf16.count ?? 0, length: 0) }
    }
    /// What is drawn, in gray, while there is no text. It is not saved.
    open var placeholder: String?
    /// What the field looks like around its text. It is not drawn.
    open var borderStyle = BorderStyle.none
    /// The font. It is not drawn.
    open var font: UIFont?
    /// The color of the text. It is not drawn.
    open var textColor: UIColor?
    /// Where the text begins. It is not drawn.
    open var textAlignment = NSTextAlignment.natural
    /// Which keyboard the user gets. It changes nothing here.
    open var keyboardType = UIKeyboardType.default
    /// What its Return key says. It changes nothing here.
    open var returnKeyType = UIReturnKeyType.default
    /// Which letters become large ones by themselves. It changes nothing here.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// Whether words are corrected. It changes nothing here.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// What is typed. It changes nothing here.
    open var textContentType: UITextContentType?
    /// Whether what is typed is hidden. It is drawn all the same.
    open var isSecureTextEntry = false
    /// When there is a button that clears the field. It changes nothing here.
    open var clearButtonMode = ViewMode.never

    /// What a field looks like around its text.
    public enum BorderStyle: Int, Sendable {
        /// Nothing, a line, or a frame.
        case none, line, bezel, roundedRect
    }
    /// When something in a field is visible.
    public enum ViewMode: Int, Sendable {
        /// Never, at a time, or always.
        case never, whileEditing, unlessEditing, always
    }

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
        guard wasEditing || delegate?.textFieldShouldBeginEditing(self) != false,
            super.becomeFirstResponder()
        else { return false }
        if !wasEditing {
            delegate?.textFieldDidBeginEditing(self)
            sendActions(for: .editingDidBegin)
        }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasEditing {
            delegate?.textFieldDidEndEditing(self)
            sendActions(for: .editingDidEnd)
        }
        return true
    }

    /// Types text over the selection, as the keyboard does, and sends the actions for
    /// `editingChanged`, unless the delegate refuses.
    open func insertText(_ text: String) {
        let mayChange = delegate?.textField(
            self, shouldChangeCharactersIn: selection, replacementString: text)
        guard mayChange != false else { return }
        let start = selection.location
        self.text = ((self.text ?? "") as NSString).replacingCharacters(in: selection, with: text)
        selection = NSRange(location: start + text.utf16.count, length: 0)
        sendActions(for: .editingChanged)
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
