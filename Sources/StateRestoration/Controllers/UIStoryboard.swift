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

    public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
        self.name = name
    }

    /// Says how a controller of a storyboard is made.
    public static func register(
        _ identifier: String, in storyboard: String, make: @escaping () -> UIViewController
    ) {
        makers[storyboard, default: [:]][identifier] = make
    }

    public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        guard let controller = controllerIfKnown(identifier) else {
            preconditionFailure(
                "storyboard \"\(name)\" has no controller \"\(identifier)\"; register it with "
                    + "UIStoryboard.register(_:in:make:)")
        }
        return controller
    }

    func controllerIfKnown(_ identifier: String) -> UIViewController? {
        guard let controller = Self.makers[name]?[identifier]?() else { return nil }
        controller.storyboard = self
        return controller
    }
}
