/// Where a controller or a view is: its restoration path (S6), and its position among siblings of
/// the same identifier (S5).
struct ControllerPath: Hashable {
    var identifiers: [String]
    var position: Int
}

extension Sequence where Element == UIViewController {
    /// Siblings with their paths; nil for one without identifier.
    @MainActor
    func withPaths(below identifiers: [String]) -> [(UIViewController, ControllerPath?)] {
        var counts: [String: Int] = [:]
        return map { controller in
            guard let identifier = controller.restorationIdentifier else {
                return (controller, nil)
            }
            let position = counts[identifier, default: 0]
            counts[identifier] = position + 1
            return (
                controller,
                ControllerPath(identifiers: identifiers + [identifier], position: position)
            )
        }
    }
}

extension UIViewController {
    /// Nil without an identifier. The path begins below the nearest controller without one (S4).
    ///
    /// It looks at all siblings: for whole hierarchies there is `containedWithPaths(below:)`.
    var restorationPath: ControllerPath? {
        guard restorationIdentifier != nil else { return nil }
        let siblings: [UIViewController] =
            if let parent {
                parent.children
            } else if container == nil {
                UIApplication.shared.rootViewControllers
            } else {
                [self]
            }
        let above = container?.restorationPath?.identifiers ?? []
        return siblings.withPaths(below: above).first { $0.0 === self }?.1
            ?? ControllerPath(identifiers: above + [restorationIdentifier ?? ""], position: 0)
    }

    /// What is below it, with paths: children, then what it presents itself.
    func containedWithPaths(
        below identifiers: [String]
    ) -> [(UIViewController, ControllerPath?)] {
        children.withPaths(below: identifiers)
            + CollectionOfOne(ownPresented).compactMap { $0 }.withPaths(below: identifiers)
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
