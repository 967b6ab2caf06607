import Foundation
import RestorationArchive

/// Makes controllers by their identifiers. There are no storyboard files here: the app registers in
/// code how each controller is made.
///
///     UIStoryboard.register("detail", in: "Main") { DetailViewController() }
///
/// A controller that came from a storyboard is made again from it by its restoration identifier,
/// where nothing else finds it (R3). The two identifiers must therefore be equal.
@preconcurrency @MainActor
public final class UIStoryboard: NSObject {
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

    /// A new initial controller that the closure makes, with an empty coder; nil where it makes none,
    /// or none is registered.
    public func instantiateInitialViewController<Controller: UIViewController>(
        creator: ((NSCoder) -> Controller?)?
    ) -> Controller? {
        guard let identifier = Self.initial[name] else { return nil }
        guard let creator else { return controllerIfKnown(identifier) as? Controller }
        return creator(emptyCoder()).map { settled($0, as: identifier) }
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

    /// A new controller that the closure makes, with an empty coder. Where it makes none, the
    /// registration does.
    ///
    /// - Precondition: as for `instantiateViewController(identifier:as:)`, where the closure makes
    ///   none.
    public func instantiateViewController<Controller: UIViewController>(
        identifier: String, creator: ((NSCoder) -> Controller?)?
    ) -> Controller {
        if let made = creator?(emptyCoder()) { return settled(made, as: identifier) }
        return instantiateViewController(identifier: identifier, as: Controller.self)
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
        Self.makers[name]?[identifier].map { settled($0(), as: identifier) }
    }

    private func settled<Controller: UIViewController>(
        _ controller: Controller, as identifier: String
    ) -> Controller {
        controller.storyboard = self
        controller.storyboardIdentifier = identifier
        controller.awakeFromNib()
        return controller
    }

    private func emptyCoder() -> NSCoder {
        RestorationCoder(
            decoding: KeyedValues(), for: "storyboard \(name)", context: CoderContext())
    }
}
