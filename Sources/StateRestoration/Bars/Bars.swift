import Foundation

/// How a bar looks. It changes nothing here.
public enum UIBarStyle: Int, Sendable {
    /// Light.
    case `default`
    /// Dark.
    case black
}

/// The bar of a navigation controller. The controller draws it; what is set here changes nothing.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// How it looks.
    open var barStyle = UIBarStyle.default
    /// Its color.
    open var barTintColor: UIColor?
    /// Whether what is below it can be seen.
    open var isTranslucent = true
    /// Whether titles are large.
    open var prefersLargeTitles = false
    /// How titles look.
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    /// Its line at the bottom.
    open var shadowImage: UIImage?
}

/// The bar at the bottom of a navigation controller. It is not drawn.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// Its buttons.
    open var items: [UIBarButtonItem]?
    /// How it looks.
    open var barStyle = UIBarStyle.default
    /// Its color.
    open var barTintColor: UIColor?
    /// Whether what is below it can be seen.
    open var isTranslucent = true
    /// Replaces its buttons. `animated` is ignored.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}

/// The bar of a tab bar controller. The controller draws it.
@preconcurrency @MainActor
open class UITabBar: UIView {
    /// One item for each tab: those of the controllers.
    open var items: [UITabBarItem]?
    /// The item of the selected tab.
    open weak var selectedItem: UITabBarItem?
    /// How it looks. It changes nothing here.
    open var barStyle = UIBarStyle.default
    /// Its color. It is not drawn.
    open var barTintColor: UIColor?
    /// The color of the tabs that are not selected. It is not drawn.
    open var unselectedItemTintColor: UIColor?
    /// Whether what is below it can be seen. It changes nothing here.
    open var isTranslucent = true
}

/// What a tab bar shows for a controller. The bar is drawn into snapshots.
@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
    /// Tabs of the system's, whose titles are drawn.
    public enum SystemItem: Int, Sendable {
        /// What is asked for most.
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search
        /// What is kept, found and often used.
        case downloads, mostRecent, mostViewed

        fileprivate var title: String {
            switch self {
            case .topRated: "Top Rated"
            case .mostRecent: "Most Recent"
            case .mostViewed: "Most Viewed"
            default: "\(self)".capitalized
            }
        }
    }

    /// The picture of a selected tab. It is not drawn.
    open var selectedImage: UIImage?
    /// A small text on the tab. It is neither drawn nor saved.
    open var badgeValue: String?

    /// Makes an item without text: the controller's title is drawn.
    public override init() { super.init() }

    /// Makes an item. A tab is drawn as its title.
    public init(title: String?, image: UIImage?, tag: Int) {
        super.init()
        self.title = title
        self.image = image
        self.tag = tag
    }

    /// Makes an item with a picture of its own for a selected tab. A tab is drawn as its title.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }

    /// Makes an item of the system's.
    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init(title: systemItem.title, image: nil, tag: tag)
    }
}
