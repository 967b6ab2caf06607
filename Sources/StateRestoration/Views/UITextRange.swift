import Foundation

/// A place in a text.
public final class UITextPosition: Sendable {
    /// In UTF-16 units from the beginning.
    let offset: Int
    init(_ offset: Int) { self.offset = offset }
}

/// A stretch of a text.
public final class UITextRange: Sendable {
    public let start: UITextPosition
    public let end: UITextPosition

    init(_ start: UITextPosition, _ end: UITextPosition) {
        (self.start, self.end) = (start, end)
    }

    public var isEmpty: Bool { start.offset == end.offset }
}

extension UITextField {
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

    public var beginningOfDocument: UITextPosition { UITextPosition(0) }
    public var endOfDocument: UITextPosition { UITextPosition(text?.utf16.count ?? 0) }

    /// Nil where it would lie outside the text.
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let (place, overflows) = position.offset.addingReportingOverflow(offset)
        guard !overflows, (0...endOfDocument.offset).contains(place) else { return nil }
        return UITextPosition(place)
    }

    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
        toPosition.offset - from.offset
    }

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
