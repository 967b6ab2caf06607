import Foundation

/// Makes controllers by their identifiers. There are no storyboard files here: the app registers in
/// code how each controller is made.
///
///     UIStoryboard.register("detail", in: "Main") { DetailViewController() }
///
/// A controller that came from a storyboard is made again from it by its restoration identifier,
/// where nothing else finds it (R3). The two identifiers must therefore be equal.
@MainActor
public final class UIStoryboard {
    /// The name that its controllers were registered under.
    public let name: String
    private static var makers: [String: [String: () -> UIViewController]] = [:]
    private static var initial: [String: String] = [:]

    /// The storyboard of that name, which need not have any controllers yet. `bundle` is ignored.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
    }

    /// Says how a controller of a storyboard is made. A second registration of an identifier
    /// replaces the first.
    ///
    /// - Parameters:
    ///   - identifier: the controller's identifier in the storyboard.
    ///   - storyboard: the storyboard's name.
    ///   - isInitial: whether it is the storyboard's initial controller. The initial controller of
    ///     the main storyboard, which `UIMainStoryboardFile` in the `Info.plist` names, becomes the
    ///     window's root before any method of the delegate is called (R1). Register it in the
    ///     delegate's `init`.
    ///   - make: makes a new controller each time it is called.
    public static func register(
        _ identifier: String, in storyboard: String, isInitial: Bool = false,
        make: @escaping () -> UIViewController
    ) {
        makers[storyboard, default: [:]][identifier] = make
        if isInitial { initial[storyboard] = identifier }
    }

    /// A new initial controller; nil where none is registered.
    public func instantiateInitialViewController() -> UIViewController? {
        Self.initial[name].flatMap(controllerIfKnown)
    }

    /// A new controller.
    ///
    /// - Precondition: the identifier is registered. Otherwise the process dies with a message that
    ///   names it.
    public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        guard let controller = controllerIfKnown(identifier) else {
            preconditionFailure(
                "storyboard \"\(name)\" has no controller \"\(identifier)\"; register it with "
                    + "UIStoryboard.register(_:in:make:)")
        }
        return controller
    }

    /// A new controller, as its own class.
    ///
    /// - Precondition: the identifier is registered, and its controller is of the class. Otherwise
    ///   the process dies with a message that names both.
    public func instantiateViewController<Controller: UIViewController>(
        identifier: String, as type: Controller.Type = Controller.self
    ) -> Controller {
        let controller = instantiateViewController(withIdentifier: identifier)
        guard let found = controller as? Controller else {
            preconditionFailure(
                "\"\(identifier)\" of storyboard \"\(name)\" is a \(Swift.type(of: controller)), "
                    + "not a \(type)")
        }
        return found
    }

    func controllerIfKnown(_ identifier: String) -> UIViewController? {
        guard let controller = Self.makers[name]?[identifier]?() else { return nil }
        controller.storyboard = self
        return controller
    }
}
