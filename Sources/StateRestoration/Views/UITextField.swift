import Foundation

/// Hears what happens to a text field.
@MainActor
public protocol UITextFieldDelegate: AnyObject {
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField)
}

extension UITextFieldDelegate {
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldDidEndEditing(_ textField: UITextField) {}
}

/// A text of one line. It saves the selection (S12), not the text.
@MainActor
open class UITextField: UIView {
    public weak var delegate: (any UITextFieldDelegate)?

    open var text: String? {
        didSet { selection = NSRange(location: text?.utf16.count ?? 0, length: 0) }
    }
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
