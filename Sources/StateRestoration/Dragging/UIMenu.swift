import Foundation

/// A part of a menu: an action or another menu. Menus are not shown here.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// The text that the user reads.
    open var title: String
    /// The picture beside the text. It is not drawn.
    open var image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

/// A menu. It is not shown here.
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
    /// What it offers.
    public let children: [UIMenuElement]

    /// Makes a menu of actions and other menus.
    public init(title: String = "", image: UIImage? = nil, children: [UIMenuElement] = []) {
        self.children = children
        super.init(title: title, image: image)
    }
}

/// The menu that a long touch shows. Nothing here touches the screen.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
    /// What it is about.
    public let identifier: any NSObjectProtocol & NSCopying
    private let makeMenu: (([UIMenuElement]) -> UIMenu?)?

    /// A menu that is made when it is to be shown.
    public init(
        identifier: (any NSObjectProtocol & NSCopying)?,
        previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
    ) {
        self.identifier = identifier ?? NSUUID()
        makeMenu = actionProvider
        super.init()
    }

    /// The menu as it would be shown: for code that plays the user.
    public var menu: UIMenu? { makeMenu?([]) }
}
