import Foundation

/// How much of something is done. It is not saved.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    private var done: Float = 0
    /// From 0 to 1.
    open var progress: Float {
        get { done }
        set { done = min(max(newValue, 0), 1) }
    }
    /// How it looks. It is drawn one way.
    open var progressViewStyle = Style.default
    /// The color of what is done. It is not drawn.
    open var progressTintColor: UIColor?
    /// The color of what is left. It is not drawn.
    open var trackTintColor: UIColor?
    /// How a progress looks.
    public enum Style: Int, Sendable {
        /// By itself, or in a bar.
        case `default`, bar
    }
    /// Sets the progress. `animated` is ignored.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
    override var observableState: [String: JSON] { ["progress": .number(Double(progress))] }
}

/// A wheel that turns while something takes its time. It is not saved.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// How large it is. Every style is drawn as nothing.
    public enum Style: Int, Sendable {
        /// The usual size.
        case medium = 100
        /// Larger.
        case large = 101
    }
    /// The style that it was made with.
    open var style: Style
    /// Its color. It is not drawn.
    open var color: UIColor! = .gray
    /// Whether it is hidden while it stands still. It is kept, and not used.
    open var hidesWhenStopped = true
    /// Whether it turns.
    open private(set) var isAnimating = false

    /// Makes a wheel that stands still.
    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
    }
    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
    }
    /// Reads nothing from the coder: the style is medium.
    public required init?(coder: NSCoder) {
        style = .medium
        super.init(coder: coder)
    }
    /// Has it turn.
    open func startAnimating() { isAnimating = true }
    /// Has it stand still.
    open func stopAnimating() { isAnimating = false }
}

/// What the user pulls down to load a list again. It is not saved.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
    /// Whether the list is being loaded.
    open private(set) var isRefreshing = false
    /// Says that the list is being loaded. It sends no action, as in UIKit.
    open func beginRefreshing() { isRefreshing = true }
    /// Says that it has been loaded.
    open func endRefreshing() { isRefreshing = false }
}
