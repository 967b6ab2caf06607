@_exported import Foundation

/// What can take part in an app's events: the root of the application and of its delegate.
///
/// Its `init()` is required, so that `@main` can make a delegate of any class below it.
@MainActor
open class UIResponder {
    public required init() {}

    open var next: UIResponder? { nil }
}

extension UIResponder: Hashable {
    public nonisolated static func == (lhs: UIResponder, rhs: UIResponder) -> Bool { lhs === rhs }
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
