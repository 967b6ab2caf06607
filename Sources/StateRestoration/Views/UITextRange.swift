import Foundation

/// A place in a text, between two UTF-16 units.
public final class UITextPosition: Sendable {
    /// In UTF-16 units from the beginning.
    let offset: Int
    init(_ offset: Int) { self.offset = offset }
}

/// A part of a text, from one position to another.
public final class UITextRange: Sendable {
    /// Where it begins.
    public let start: UITextPosition
    /// Where it ends; never before the start.
    public let end: UITextPosition

    init(_ start: UITextPosition, _ end: UITextPosition) {
        (self.start, self.end) = (start, end)
    }

    /// Whether it begins where it ends: a cursor rather than a selection.
    public var isEmpty: Bool { start.offset == end.offset }
}

extension UITextField {
    /// The selection, never outside the text. Setting nil changes nothing.
    public var selectedTextRange: UITextRange? {
        get {
            UITextRange(
                UITextPosition(selection.location),
                UITextPosition(selection.location + selection.length))
        }
        set {
            guard let range = newValue else { return }
            selection = NSRange(
                location: range.start.offset, length: range.end.offset - range.start.offset)
        }
    }

    /// Before the first character.
    public var beginningOfDocument: UITextPosition { UITextPosition(0) }
    /// After the last character.
    public var endOfDocument: UITextPosition { UITextPosition(text?.utf16.count ?? 0) }

    /// The position so many UTF-16 units after another, or before it; nil where it would be outside
    /// the text.
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let (place, overflows) = position.offset.addingReportingOverflow(offset)
        guard !overflows, (0...endOfDocument.offset).contains(place) else { return nil }
        return UITextPosition(place)
    }

    /// How many UTF-16 units lie between two positions; negative where the second comes first.
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        toPosition.offset - from.offset
    }

    /// The range between two positions; nil where the second comes first.
    public func textRange(
        from fromPosition: UITextPosition, to toPosition: UITextPosition
    ) -> UITextRange? {
        fromPosition.offset <= toPosition.offset ? UITextRange(fromPosition, toPosition) : nil
    }
}

extension NSRange {
    /// The part of it that lies in a text of so many UTF-16 units.
    func clamped(to count: Int) -> NSRange {
        let start = min(max(0, location), count)
        return NSRange(location: start, length: min(max(0, length), count - start))
    }
}
