import Foundation

/// Takes part in state restoration: controllers do, and objects that were registered with
/// ``UIApplication/registerObject(forStateRestoration:restorationIdentifier:)`` (S10).
@preconcurrency @MainActor
public protocol UIStateRestoring: NSObjectProtocol {
    /// What is above it in its restoration path (S6): a controller, or another registered object.
    var restorationParent: (any UIStateRestoring)? { get }
    /// The class that makes the object again at the next launch. Nil finds the object by the
    /// identifier that the app has registered it with.
    var objectRestorationClass: (any UIObjectRestoration.Type)? { get }
    /// Encodes the object's state. Called on the main thread, in the background (S3).
    func encodeRestorableState(with coder: NSCoder)
    /// Decodes the state that an object at the same path encoded. An object of another class is not
    /// asked (R4).
    func decodeRestorableState(with coder: NSCoder)
    /// Every object has decoded its state, and restoration is complete (R1, R10).
    func applicationFinishedRestoringState()
}

extension UIStateRestoring {
    /// Nil: the path is the identifier alone.
    public var restorationParent: (any UIStateRestoring)? { nil }
    /// Nil: the object is found among those that are registered.
    public var objectRestorationClass: (any UIObjectRestoration.Type)? { nil }
    /// Encodes nothing.
    public func encodeRestorableState(with coder: NSCoder) {}
    /// Decodes nothing.
    public func decodeRestorableState(with coder: NSCoder) {}
    /// Does nothing.
    public func applicationFinishedRestoringState() {}
}

/// Makes a registered object again, as its `objectRestorationClass`.
@preconcurrency @MainActor
public protocol UIObjectRestoration {
    /// The object for a restoration path (S6); nil skips it. The coder holds what the object
    /// encoded.
    static func object(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> (any UIStateRestoring)?
}

/// Makes a controller again, as its `restorationClass`: the first place where a saved controller is
/// looked for (R3).
@preconcurrency @MainActor
public protocol UIViewControllerRestoration {
    /// The controller for a restoration path (S6). Nil ends the search: the controller is skipped,
    /// with everything below it (R3). The coder holds what the controller encoded.
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController?
}
