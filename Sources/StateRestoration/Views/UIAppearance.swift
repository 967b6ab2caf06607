import Foundation

/// What can say how all views of its class look.
@preconcurrency @MainActor
public protocol UIAppearance: NSObjectProtocol {}

/// What a view's class says of its looks is taken by an object of its own. Nothing of it is drawn, so no
/// view gets it.
extension UIView: UIAppearance {
    /// Takes what all views of the class are to look like.
    public class func appearance() -> Self {
        unsafeDowncast(RuntimeClass.makeView(self), to: self)
    }
    /// Takes what views of the class are to look like inside of others.
    public class func appearance(
        whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { appearance() }
}

/// What can contain views that look otherwise.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: NSObjectProtocol {}

extension UIView: UIAppearanceContainer {}
extension UIViewController: UIAppearanceContainer {}
