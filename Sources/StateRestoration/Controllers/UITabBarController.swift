import Foundation
import RestorationArchive

/// Several controllers. Only the selected one is visible, and the selection is saved (R14).
@preconcurrency @MainActor
open class UITabBarController: UIViewController {
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Reads nothing from the coder: there are no tabs.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Hears which tab the user selects; held weakly.
    open weak var delegate: (any UITabBarControllerDelegate)?
    /// The bar: its items are those of the tabs.
    open var tabBar: UITabBar {
        bar.items = children.map(\.tabBarItem)
        bar.selectedItem = selectedViewController?.tabBarItem
        return bar
    }
    private let bar = UITabBar()
    /// The tabs whose order the user may change. It is kept, and not used.
    open var customizableViewControllers: [UIViewController]?

    /// The tabs from the left. Setting nil removes all.
    open var viewControllers: [UIViewController]? {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Replaces the tabs and keeps the selected one, or else selects the first. `animated` is
    /// ignored.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let selected = selectedViewController
        setChildren(viewControllers ?? [])
        selectedIndex = selected.flatMap { children.firstIndex(of: $0) } ?? 0
    }

    /// The selected tab, counted from 0. An index beyond the last tab is ignored.
    open var selectedIndex: Int = 0 {
        didSet {
            if selectedIndex != 0, !children.indices.contains(selectedIndex) {
                selectedIndex = oldValue
            }
            UIApplication.shared.updateAppearance()
        }
    }

    /// The selected controller; nil where there are no tabs. Setting a controller that is
    /// not a tab changes nothing.
    open var selectedViewController: UIViewController? {
        get { children.indices.contains(selectedIndex) ? children[selectedIndex] : nil }
        set {
            if let index = newValue.flatMap({ children.firstIndex(of: $0) }) {
                selectedIndex = index
            }
        }
    }

    override var visibleChildren: [UIViewController] { [selectedViewController].compactMap { $0 } }
    override var topChild: UIViewController? { selectedViewController }

    override func encodeStructure(
        into values: inout [String: StateValue], reference: StructureReference
    ) {
        values["tabs"] = .array(children.map { reference($0) ?? .null })
        values["selected"] = selectedViewController.flatMap(reference)
        values["selectedIndex"] = .int(selectedIndex)
    }

    /// The selected tab (R14), and the tabs where the app has not set them.
    override func decodeStructure(
        from values: [String: StateValue], instance: StructureInstance
    ) {
        if children.isEmpty, case .array(let tabs)? = values["tabs"] {
            setChildren(tabs.compactMap { instance($0) })
        }
        if let selected = instance(values["selected"]), children.contains(selected) {
            selectedViewController = selected
        } else if values["selected"] == nil, case .int(let index)? = values["selectedIndex"],
            children.indices.contains(index)
        {
            selectedIndex = index
        }
    }

    override func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        let (bar, content) = frame.divided(atDistance: 49, from: .maxYEdge)
        selectedViewController?.draw(on: &canvas, in: content)
        canvas.fill(bar, with: "#f7f7f7")
        let width = bar.width / CGFloat(max(1, children.count))
        for (index, child) in children.enumerated() {
            let middle = CGPoint(x: bar.minX + width * (CGFloat(index) + 0.5), y: bar.minY + 30)
            let title = child.tabBarItem?.title ?? child.title ?? ""
            let color = index == selectedIndex ? "#007aff" : "#8e8e93"
            canvas.text(title, at: middle, size: 12, anchor: "middle", color: color)
        }
    }
}
