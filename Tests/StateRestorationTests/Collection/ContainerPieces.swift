#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: tabs of navigation stacks, made in one place

class TabsViewController: UITabBarController, UITabBarControllerDelegate {
    override func viewDidLoad() {
        super.viewDidLoad()
        delegate = self
        tabBar.isTranslucent = false
        viewControllers = [
            makeTab(DeskViewController(), title: "Desk", item: .recents),
            makeTab(ShelfViewController(), title: "Shelf", item: .bookmarks),
            makeTab(UIViewController(), title: "More", item: .more),
        ]
    }

    private func makeTab(
        _ root: UIViewController, title: String, item: UITabBarItem.SystemItem
    ) -> UINavigationController {
        root.restorationIdentifier = title
        root.title = title
        let navigation = UINavigationController(rootViewController: root)
        navigation.restorationIdentifier = "\(title)Navigation"
        navigation.tabBarItem = UITabBarItem(tabBarSystemItem: item, tag: 0)
        return navigation
    }

    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
        return viewController !== selectedViewController
    }
}

class DeskViewController: UIViewController {}
class ShelfViewController: UIViewController {}

// MARK: Piece: a stack whose controllers hide the tab bar

class ChapterViewController: UIViewController, UIViewControllerRestoration {
    var number = 0

    static func make(number: Int) -> ChapterViewController {
        let controller = ChapterViewController()
        controller.number = number
        controller.restorationIdentifier = "Chapter"
        controller.restorationClass = ChapterViewController.self
        controller.hidesBottomBarWhenPushed = true
        controller.navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .add,
            primaryAction: UIAction { [weak controller] _ in controller?.addNext() })
        return controller
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        return make(number: coder.decodeInteger(forKey: "number"))
    }

    func addNext() {
        navigationController?.pushViewController(
            ChapterViewController.make(number: number + 1), animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(number, forKey: "number")
    }
}

// MARK: Piece: a container of the app's own, which encodes its children

class DrawerViewController: UIViewController {
    private(set) var menu = UIViewController()
    private(set) var content = UIViewController()
    var isOpen = false

    override func viewDidLoad() {
        super.viewDidLoad()
        menu.restorationIdentifier = "DrawerMenu"
        content.restorationIdentifier = "DrawerContent"
        for child in [menu, content] {
            addChild(child)
            child.view.frame = view.bounds
            child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(child.view)
            child.didMove(toParent: self)
        }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(menu, forKey: "menu")
        coder.encode(content, forKey: "content")
        coder.encode(isOpen, forKey: "isOpen")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let restored = coder.decodeObject(forKey: "content") as? UIViewController {
            content.title = restored === content ? "the same" : "another"
        }
        isOpen = coder.decodeBool(forKey: "isOpen")
        UIView.animate(
            withDuration: 0.3,
            animations: {
                self.menu.view.alpha = self.isOpen ? 1 : 0
            })
    }
}

// MARK: Piece: a sheet in a navigation controller, presented over a list

class ComposeViewController: UIViewController, UIViewControllerRestoration {
    var recipient: String?

    static func inSheet(to recipient: String?) -> UINavigationController {
        let compose = ComposeViewController()
        compose.recipient = recipient
        compose.restorationIdentifier = "Compose"
        compose.restorationClass = self
        let navigation = UINavigationController(rootViewController: compose)
        navigation.restorationIdentifier = "ComposeNavigation"
        navigation.restorationClass = self
        navigation.modalPresentationStyle = .formSheet
        navigation.modalTransitionStyle = .crossDissolve
        return navigation
    }

    class func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        switch identifierComponents.last {
        case "ComposeNavigation": return inSheet(to: nil)
        default: return nil
        }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        edgesForExtendedLayout = []
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel,
            primaryAction: UIAction { [weak self] _ in self?.dismiss(animated: true) })
    }
}

// MARK: Piece: a navigation controller with a bar of its own class

class TintedBar: UINavigationBar {
    override init(frame: CGRect) {
        super.init(frame: frame)
        barTintColor = .purple
        prefersLargeTitles = true
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

@MainActor
func makeTintedNavigation(root: UIViewController) -> UINavigationController {
    let navigation = UINavigationController(navigationBarClass: TintedBar.self, toolbarClass: nil)
    navigation.restorationIdentifier = "Tinted"
    navigation.setViewControllers([root], animated: false)
    navigation.setToolbarHidden(false, animated: false)
    return navigation
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct ContainerPieces {
        @Test("The selected tab comes back, and the controllers in each")
        func tabs() throws {
            func make() -> TabsViewController {
                let tabs = TabsViewController()
                tabs.restorationIdentifier = "Tabs"
                tabs.loadViewIfNeeded()
                return tabs
            }
            let tabs = try restored(make) { $0.selectedIndex = 1 }
            #expect(tabs.selectedIndex == 1)
            #expect(tabs.tabBar.items?.map(\.title) == ["Recents", "Bookmarks", "More"])
            let shelf = tabs.selectedViewController as? UINavigationController
            #expect(shelf?.topViewController is ShelfViewController)
        }

        @Test("A stack of controllers of one identifier comes back in its order")
        func chapters() throws {
            let navigation = try restored({ inNavigation(ChapterViewController.make(number: 1)) }) {
                for _ in 0..<2 {
                    $0.topViewController?.navigationItem.rightBarButtonItem?.tap()
                }
            }
            let numbers = navigation.viewControllers.map { ($0 as? ChapterViewController)?.number }
            #expect(numbers == [1, 2, 3])
            #expect(navigation.topViewController?.hidesBottomBarWhenPushed == true)
        }

        @Test("A container finds its own children again, as the same instances")
        func drawer() throws {
            func make() -> DrawerViewController {
                let drawer = DrawerViewController()
                drawer.restorationIdentifier = "Drawer"
                return drawer
            }
            let drawer = try restored(make) { $0.isOpen = true }
            #expect(drawer.isOpen)
            #expect(drawer.content.title == "the same")
            #expect(drawer.menu.view.alpha == 1)
        }

        @Test("A sheet is presented again, and its button closes it")
        func compose() throws {
            func make() -> UIViewController {
                let list = UIViewController()
                list.restorationIdentifier = "List"
                return list
            }
            let list = try restored(make) {
                $0.present(ComposeViewController.inSheet(to: "Ann"), animated: true)
            }
            let sheet = try #require(list.presentedViewController as? UINavigationController)
            #expect(sheet.modalPresentationStyle == .formSheet)
            let compose = try #require(sheet.topViewController as? ComposeViewController)
            compose.navigationItem.leftBarButtonItem?.tap()
            #expect(list.presentedViewController == nil)
        }

        @Test("The bar is of the class that was asked for")
        func tinted() throws {
            let root = UIViewController()
            root.restorationIdentifier = "root"
            let navigation = try restored({ makeTintedNavigation(root: root) }) { _ in }
            #expect(navigation.navigationBar is TintedBar)
            #expect(navigation.navigationBar.barTintColor == .purple)
        }
    }
#endif
