import Foundation

extension UIViewController {
    /// Puts children into place without telling them more than that they moved.
    func setChildren(_ new: [UIViewController]) {
        let (old, kept) = (children, Set(new))
        let gone = old.filter { !kept.contains($0) }
        for child in gone { child.willMove(toParent: nil) }
        children = old.filter(kept.contains)
        for child in gone {
            child.parent = nil
            child.didMove(toParent: nil)
        }
        let come = new.filter { $0.parent !== self }
        for child in come {
            child.removeFromParent()
            child.willMove(toParent: self)
            child.parent = self
        }
        children = new
        for child in come { child.didMove(toParent: self) }
        UIApplication.shared.updateAppearance()
    }

    /// Whether it is on its way into a container: never, since nothing is animated.
    public var isMovingToParent: Bool { false }
    /// Whether it is on its way out of its container: it is no longer inside.
    public var isMovingFromParent: Bool { parent == nil && presentingViewController == nil }
    /// Whether it is being presented: never, since nothing is animated.
    public var isBeingPresented: Bool { false }
    /// Whether it is being dismissed: never, since nothing is animated.
    public var isBeingDismissed: Bool { false }

    /// The nearest navigation controller that contains it.
    public var navigationController: UINavigationController? { ancestor() }
    /// The nearest tab bar controller that contains it.
    public var tabBarController: UITabBarController? { ancestor() }
    /// The nearest split view controller that contains it.
    public var splitViewController: UISplitViewController? { ancestor() }

    private func ancestor<Container: UIViewController>() -> Container? {
        var candidate = parent
        while let controller = candidate {
            if let found = controller as? Container { return found }
            candidate = controller.parent
        }
        return nil
    }
}

extension UIViewController {
    /// What is above it on the way to the root.
    var container: UIViewController? { parent ?? presentingViewController }

    /// What is below it: children, then what it presents itself.
    var contained: [UIViewController] { children + [ownPresented].compactMap { $0 } }
}
