import Foundation

/// Hears what happens to a text view.
@MainActor
public protocol UITextViewDelegate: AnyObject {
    func textViewDidChange(_ textView: UITextView)
    func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewDidChange(_ textView: UITextView) {}
    public func textViewDidChangeSelection(_ textView: UITextView) {}
}

/// A text of several lines. It saves the selection and whether it is edited, and **not the text**
/// (S12): that is the app's data.
@MainActor
open class UITextView: UIScrollView {
    public weak var delegate: (any UITextViewDelegate)?

    open var text: String! = "" {
        didSet {
            if text == nil { text = "" }
            selectedRange = NSRange(location: text.utf16.count, length: 0)
        }
    }
    open var isEditable = true

    /// In UTF-16 units, and never outside the text.
    open var selectedRange = NSRange(location: 0, length: 0) {
        didSet {
            let inside = selectedRange.clamped(to: text.utf16.count)
            if inside != selectedRange { selectedRange = inside }
        }
    }

    open override var canBecomeFirstResponder: Bool { isEditable }

    /// Types a text over the selection, as the keyboard does.
    open func insertText(_ text: String) {
        let old = self.text as NSString
        let start = selectedRange.location
        self.text = old.replacingCharacters(in: selectedRange, with: text)
        selectedRange = NSRange(location: start + text.utf16.count, length: 0)
        delegate?.textViewDidChange(self)
    }

    open override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(selectedRange.location, forKey: "UITextView.selection.location")
        coder.encode(selectedRange.length, forKey: "UITextView.selection.length")
        coder.encode(isFirstResponder, forKey: "UITextView.isEditing")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard coder.containsValue(forKey: "UITextView.selection.location") else { return }
        selectedRange = NSRange(
            location: coder.decodeInteger(forKey: "UITextView.selection.location"),
            length: coder.decodeInteger(forKey: "UITextView.selection.length"))
        if coder.decodeBool(forKey: "UITextView.isEditing") { becomeFirstResponder() }
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(200).enumerated()
        {
            canvas.text(String(line), at: CGPoint(x: 8, y: 24 + 20 * CGFloat(number)), size: 17)
        }
    }

    override var observableState: [String: JSON] {
        super.observableState.merging(
            [
                "text": .string(text), "editing": .bool(isFirstResponder),
                "selection": [
                    "location": .integer(Int64(selectedRange.location)),
                    "length": .integer(Int64(selectedRange.length)),
                ],
            ], uniquingKeysWith: { $1 })
    }
}
