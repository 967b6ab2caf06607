import Foundation

/// Views in a row or a column. There is no layout: they stay where their frames say.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// How the space is shared out. It changes nothing here.
    public enum Distribution: Int, Sendable {
        /// By growing, by equal sizes or by equal spaces.
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }
    /// Where narrow views are. It changes nothing here.
    public enum Alignment: Int, Sendable {
        /// As wide as the stack, at one of its sides, or in the middle.
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        /// At the top of a row.
        public static let top = Alignment.leading
        /// At the bottom of a row.
        public static let bottom = Alignment.trailing
    }

    /// The views, the first on the left or on top.
    public private(set) var arrangedSubviews: [UIView] = []
    /// In which direction they are arranged.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// How the space is shared out.
    open var distribution = Distribution.fill
    /// Where narrow views are.
    open var alignment = Alignment.fill
    /// The space between two views, in points.
    open var spacing: CGFloat = 0
    /// Whether views keep the margins. They move nothing here.
    open var isLayoutMarginsRelativeArrangement = false
    /// The space that the system likes.
    public nonisolated static let spacingUseSystem = CGFloat.greatestFiniteMagnitude
    /// Says how much space is after a view. It is kept by nothing here.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {}

    /// Makes a row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Reads nothing from the coder: there are no views.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.count)
    }
    /// Adds a view before another.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
        addSubview(view)
    }
    /// Takes a view out of the row. It stays a subview, as in UIKit.
    open func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }
}
