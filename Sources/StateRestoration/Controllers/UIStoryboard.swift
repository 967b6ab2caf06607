import Foundation

/// Makes controllers by their identifiers, from what the app has registered in code: there are no
/// storyboard files here.
///
///     UIStoryboard.register("detail", in: "Main") { DetailViewController() }
///
/// A controller that came from a storyboard is found there again (R3), by its restoration
/// identifier.
@MainActor
public final class UIStoryboard {
    public let name: String
    private static var makers: [String: [String: () -> UIViewController]] = [:]
    private static var initial: [String: String] = [:]

    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
    }

    /// Says how a controller of a storyboard is made.
    ///
    /// - Parameter isInitial: whether it is the storyboard's initial controller. That of the main
    ///   storyboard, which `UIMainStoryboardFile` in the `Info.plist` names, is the window's root
    ///   before the app's own code is called (R1): register it in the delegate's `init`.
    public static func register(
        _ identifier: String, in storyboard: String, isInitial: Bool = false,
        make: @escaping () -> UIViewController
    ) {
        makers[storyboard, default: [:]][identifier] = make
        if isInitial { initial[storyboard] = identifier }
    }

    public func instantiateInitialViewController() -> UIViewController? {
        Self.initial[name].flatMap(controllerIfKnown)
    }

    public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        guard let controller = controllerIfKnown(identifier) else {
            preconditionFailure(
                "storyboard \"\(name)\" has no controller \"\(identifier)\"; register it with "
                    + "UIStoryboard.register(_:in:make:)")
        }
        return controller
    }

    /// The controller in its own class.
    public func instantiateViewController<Controller: UIViewController>(
        identifier: String, as type: Controller.Type = Controller.self
    ) -> Controller {
        let controller = instantiateViewController(withIdentifier: identifier)
        guard let found = controller as? Controller else {
            preconditionFailure(
                "\"\(identifier)\" of storyboard \"\(name)\" is a \(Swift.type(of: controller)) "
                    + "and no \(type)")
        }
        return found
    }

    func controllerIfKnown(_ identifier: String) -> UIViewController? {
        guard let controller = Self.makers[name]?[identifier]?() else { return nil }
        controller.storyboard = self
        return controller
    }
}
