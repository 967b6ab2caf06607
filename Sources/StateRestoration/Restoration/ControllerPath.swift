/// Where a controller or a view is: its restoration path (S6), and its position among siblings of
/// the same identifier (S5).
struct ControllerPath: Hashable {
    var identifiers: [String]
    var position: Int
}

extension UIViewController {
    /// Nil without an identifier. The path begins below the nearest controller without one (S4).
    var restorationPath: ControllerPath? {
        guard let restorationIdentifier else { return nil }
        var identifiers = [restorationIdentifier]
        var above = container
        while let controller = above, let identifier = controller.restorationIdentifier {
            identifiers.insert(identifier, at: 0)
            above = controller.container
        }
        let siblings: [UIViewController] =
            if let parent {
                parent.children
            } else if container == nil {
                UIApplication.shared.rootViewControllers
            } else {
                [self]
            }
        let position =
            siblings.prefix { $0 !== self }
            .count { $0.restorationIdentifier == restorationIdentifier }
        return ControllerPath(identifiers: identifiers, position: position)
    }

    /// The views of this controller alone that have an identifier, with their paths below it.
    var restorableViews: [(view: UIView, path: ControllerPath)] {
        var found: [(view: UIView, path: ControllerPath)] = []
        var counts: [String: Int] = [:]
        func visit(_ view: UIView) {
            if view.owner != nil && view.owner !== self { return }
            if let identifier = view.restorationIdentifier {
                let position = counts[identifier, default: 0]
                counts[identifier] = position + 1
                found.append(
                    (view, ControllerPath(identifiers: [identifier], position: position)))
            }
            for subview in view.subviews { visit(subview) }
        }
        if let viewIfLoaded { visit(viewIfLoaded) }
        return found
    }
}
