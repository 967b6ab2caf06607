import Foundation

/// A text of one line. It saves the selection (S12), not the text.
@MainActor
open class UITextField: UIView {
    open var text: String? {
        didSet { selection = NSRange(location: text?.utf16.count ?? 0, length: 0) }
    }
    open var placeholder: String?

    /// In UTF-16 units.
    var selection = NSRange(location: 0, length: 0)

    open override var canBecomeFirstResponder: Bool { true }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(selection.location, forKey: "UITextField.selection.location")
        coder.encode(selection.length, forKey: "UITextField.selection.length")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: "UITextField.selection.location") else { return }
        let length = text?.utf16.count ?? 0
        let start = coder.decodeInteger(forKey: "UITextField.selection.location")
        let count = coder.decodeInteger(forKey: "UITextField.selection.length")
        let location = min(max(0, start), length)
        selection = NSRange(location: location, length: min(max(0, count), length - location))
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
