import Foundation

/// Hears what happens to a text view.
@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
    /// The user has typed: ``UITextView/insertText(_:)`` was called. Setting `text` does not call
    /// it.
    func textViewDidChange(_ textView: UITextView)
    /// The user has changed the selection. Nothing here calls it: code that plays the user does.
    func textViewDidChangeSelection(_ textView: UITextView)
    /// Whether the view may be edited.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    /// The view has become first responder.
    func textViewDidBeginEditing(_ textView: UITextView)
    /// Whether editing may end. Nothing here asks.
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    /// The view is no longer first responder.
    func textViewDidEndEditing(_ textView: UITextView)
    /// Whether what the user types may replace a part of the text.
    func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool
}

extension UITextViewDelegate {
    /// Does nothing.
    public func textViewDidChange(_ textView: UITextView) {}
    /// Does nothing.
    public func textViewDidChangeSelection(_ textView: UITextView) {}
    /// Yes.
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    /// Yes.
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    /// Does nothing.
    public func textViewDidEndEditing(_ textView: UITextView) {}
    /// Yes.
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
}

/// Several lines of text that can be edited. It saves the selection and whether it is being edited,
/// and **not the text**, which is the app's data (S12).
@preconcurrency @MainActor
open class UITextView: UIScrollView {
    private var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    /// The text; nil becomes empty. Setting it puts the selection at its end, and does not tell the
    /// delegate.
    open var text: String! = "" {
        didSet {
            if text == nil { text = "" }
            selectedRange = NSRange(location: text.utf16.count, length: 0)
        }
    }
    /// Whether it can become first responder. It is not saved.
    open var isEditable = true
    /// The text with its attributes, which are not drawn.
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: text) }
        set { text = newValue?.string }
    }
    /// The font. It is not drawn.
    open var font: UIFont?
    /// The color of the text. It is not drawn.
    open var textColor: UIColor?
    /// Where the lines begin. It is not drawn.
    open var textAlignment = NSTextAlignment.natural
    /// Whether the text can be selected. It is kept, and not used.
    open var isSelectable = true

    /// The selection in UTF-16 units, clamped to the text.
    open var selectedRange = NSRange(location: 0, length: 0) {
        didSet {
            let inside = selectedRange.clamped(to: text.utf16.count)
            if inside != selectedRange { selectedRange = inside }
        }
    }

    open override var canBecomeFirstResponder: Bool { isEditable }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard wasEditing || textDelegate?.textViewShouldBeginEditing(self) != false,
            super.becomeFirstResponder()
        else { return false }
        if !wasEditing { textDelegate?.textViewDidBeginEditing(self) }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasEditing { textDelegate?.textViewDidEndEditing(self) }
        return true
    }

    /// Types text over the selection, as the keyboard does, and tells the delegate, unless the
    /// delegate refuses.
    open func insertText(_ text: String) {
        let mayChange = textDelegate?.textView(
            self, shouldChangeTextIn: selectedRange, replacementText: text)
        guard mayChange != false else { return }
        let old = self.text as NSString
        let start = selectedRange.location
        self.text = old.replacingCharacters(in: selectedRange, with: text)
        selectedRange = NSRange(location: start + text.utf16.count, length: 0)
        textDelegate?.textViewDidChange(self)
    }

    /// Scrolls nowhere: there is no layout of the text.
    open func scrollRangeToVisible(_ range: NSRange) {}

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
