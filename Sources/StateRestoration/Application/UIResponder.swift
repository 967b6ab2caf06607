@_exported import Foundation

/// The root class of the application and of its delegate.
///
/// It is not an `NSObject`, and views and controllers are not responders here. `init()` is required,
/// so that `@main` can make a delegate of any subclass.
@MainActor
open class UIResponder {
    /// Makes a responder. For a delegate, `main()` calls it on the main thread, before anything is
    /// restored.
    public required init() {}

    /// Nil: events do not travel from responder to responder here.
    open var next: UIResponder? { nil }
}

extension UIResponder: Hashable {
    public nonisolated static func == (lhs: UIResponder, rhs: UIResponder) -> Bool { lhs === rhs }
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
