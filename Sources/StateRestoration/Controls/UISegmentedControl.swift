import Foundation

/// A few choices side by side. The choice is not saved: encode it.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
    /// No segment is chosen.
    public static let noSegment = -1

    private var segments: [String?] = []
    private var choice = UISegmentedControl.noSegment

    /// Makes a control with texts or pictures; a picture is taken for an empty text.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        segments = (items ?? []).map { $0 as? String }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Reads nothing from the coder: there are no segments.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The chosen segment, counted from 0, or ``noSegment``. Setting it sends no action.
    ///
    /// - Precondition: there is such a segment; otherwise the process ends, as in UIKit.
    open var selectedSegmentIndex: Int {
        get { choice }
        set {
            precondition(
                newValue == Self.noSegment || segments.indices.contains(newValue),
                "segment \(newValue) of a control with \(segments.count)")
            choice = newValue
        }
    }

    /// How many segments there are.
    open var numberOfSegments: Int { segments.count }

    /// The text of a segment.
    open func titleForSegment(at segment: Int) -> String? { segments[segment] }
    /// Sets the text of a segment.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) { segments[segment] = title }

    /// Adds a segment before another, or at the end. `animated` is ignored.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        let index = min(max(0, segment), segments.count)
        segments.insert(title, at: index)
        if choice >= index { choice += 1 }
    }

    /// Removes a segment. `animated` is ignored.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment)
        if choice == segment { choice = Self.noSegment } else if choice > segment { choice -= 1 }
    }

    /// Removes every segment.
    open func removeAllSegments() { (segments, choice) = ([], Self.noSegment) }

    override var observableState: [String: JSON] {
        [
            "selected": .integer(Int64(choice)),
            "segments": .array(segments.map { .string($0 ?? "") }),
        ]
    }
}

/// One dot for each page, the current one filled. The page is not saved: encode it.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    private var place = 0
    /// The current page, counted from 0 and never beyond the last.
    open var currentPage: Int {
        get { place }
        set { place = min(max(0, newValue), max(0, numberOfPages - 1)) }
    }
    /// How many pages there are.
    open var numberOfPages = 0 { didSet { currentPage = place } }
    /// Whether a single dot is hidden. It is kept, and not used.
    open var hidesForSinglePage = false
    /// The color of the dots. It is not drawn.
    open var pageIndicatorTintColor: UIColor?
    /// The color of the current dot. It is not drawn.
    open var currentPageIndicatorTintColor: UIColor?

    override var observableState: [String: JSON] {
        ["page": .integer(Int64(place)), "pages": .integer(Int64(numberOfPages))]
    }
}
