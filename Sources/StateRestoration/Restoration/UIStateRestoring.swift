import Foundation

/// What can take part in state restoration: controllers, and objects that were registered with
/// `UIApplication.registerObject(forStateRestoration:restorationIdentifier:)` (S10).
@MainActor
public protocol UIStateRestoring: AnyObject {
    var restorationParent: (any UIStateRestoring)? { get }
    var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
    func encodeRestorableState(with coder: NSCoder)
    func decodeRestorableState(with coder: NSCoder)
    func applicationFinishedRestoringState()
}

extension UIStateRestoring {
    public var restorationParent: (any UIStateRestoring)? { nil }
    public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
    public func encodeRestorableState(with coder: NSCoder) {}
    public func decodeRestorableState(with coder: NSCoder) {}
    public func applicationFinishedRestoringState() {}
}

/// Makes registered objects again.
@MainActor
public protocol UIObjectRestoration {
    static func object(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> (any UIStateRestoring)?
}

/// Makes controllers again: the first place where a saved controller is looked for (R3).
@MainActor
public protocol UIViewControllerRestoration {
    /// The controller for a restoration path; nil leaves it out, with everything below it.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}
