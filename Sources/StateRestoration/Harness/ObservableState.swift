import Foundation
import RelaunchProtocol

extension UIApplication {
    /// What the harness sees: the controllers, or else the scenes with theirs, the registered objects, the version, and what the
    /// delegate adds.
    ///
    /// A controller that is not on the screen is shown by its class and identifier alone: what is
    /// in its view would depend on whether that was loaded.
    var observableState: JSON {
        var state: [String: JSON] = ["bundleVersion": .string(bundle.version)]
        if scenes.areUsed {
            state["scenes"] = .object(describedScenes)
        } else {
            state["controllers"] = .array(
                rootViewControllers.map { description(of: $0, isVisible: true) })
        }
        var objects: [String: JSON] = [:]
        for registered in registered {
            guard let object = registered.object else { continue }
            objects[registered.identifier] = ["$instance": instanceName(of: object)]
        }
        if !objects.isEmpty { state["objects"] = .object(objects) }
        if let delegate = delegate as? any ScenarioDriven {
            state.merge(delegate.observableState) { $1 }
        }
        return .object(state)
    }

    func description(of controller: UIViewController, isVisible: Bool) -> JSON {
        var members: [String: JSON] = [
            "class": .string("\(type(of: controller))"),
            "$instance": instanceName(of: controller),
        ]
        members["identifier"] = controller.restorationIdentifier.map(JSON.string)
        if isVisible {
            members["title"] = controller.title.map(JSON.string)
            if let view = controller.viewIfLoaded {
                let views = descriptions(of: view, in: controller)
                if !views.isEmpty { members["views"] = .array(views) }
            }
        }
        let shown = Set(isVisible ? controller.visibleChildren : [])
        let children = controller.children.map {
            description(of: $0, isVisible: shown.contains($0))
        }
        if !children.isEmpty { members["children"] = .array(children) }
        if let presented = controller.ownPresented {
            members["presented"] = description(of: presented, isVisible: isVisible)
        }
        return .object(members)
    }

    private func descriptions(of view: UIView, in controller: UIViewController) -> [JSON] {
        if view.owner != nil && view.owner !== controller { return [] }
        var found: [JSON] = []
        var members = view.observableState
        if !members.isEmpty {
            members["class"] = .string("\(type(of: view))")
            members["identifier"] = view.restorationIdentifier.map(JSON.string)
            found.append(.object(members))
        }
        return view.subviews.reduce(into: found) { $0 += descriptions(of: $1, in: controller) }
    }
}
