import Foundation

/// What a navigation bar shows for a controller. Only its title is drawn, and nothing of it is saved.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// Whether titles are large.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As that of the item before.
        case automatic
        /// Always.
        case always
        /// Never.
        case never
    }

    /// The text in the middle of the bar, and of the back button of the controller above it.
    open var title: String?
    /// A line above the title. It is not drawn.
    open var prompt: String?
    /// A view in place of the title.
    open var titleView: UIView?
    /// The buttons on the left. Nil are none.
    open var leftBarButtonItems: [UIBarButtonItem]?
    /// The buttons on the right, the outermost first. Nil are none.
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// The first button on the left. Setting it replaces them all.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    /// The outermost button on the right. Setting it replaces them all.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    /// The button that leads back to the controller of this item.
    open var backBarButtonItem: UIBarButtonItem?
    /// The text of that button.
    open var backButtonTitle: String?
    /// Whether there is no back button. It changes nothing here.
    open var hidesBackButton = false
    /// Whether the buttons on the left stand beside the back button. It changes nothing here.
    open var leftItemsSupplementBackButton = false
    /// Whether its title is large. It changes nothing here.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// A search whose bar is below the title. It is not saved with the controller: see
    /// ``UISearchController``.
    open var searchController: UISearchController?
    /// Whether scrolling hides the search bar. It changes nothing here.
    open var hidesSearchBarWhenScrolling = true

    /// Makes an item with a title.
    public init(title: String?) { self.title = title }

    /// Replaces the button on the left. `animated` is ignored.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        leftBarButtonItem = item
    }
    /// Replaces the button on the right. `animated` is ignored.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        rightBarButtonItem = item
    }
    /// Replaces the buttons on the left. `animated` is ignored.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        leftBarButtonItems = items
    }
    /// Replaces the buttons on the right. `animated` is ignored.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        rightBarButtonItems = items
    }
    /// Shows or hides the back button. It changes nothing here.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
        self.hidesBackButton = hidesBackButton
    }
}
