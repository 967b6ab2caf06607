@_exported import Foundation

/// What can respond to events: the application and its delegate, controllers, views and windows.
///
/// It is an `NSObject`, as in UIKit. Nothing here touches a screen or types: code that plays the
/// user calls what the user would have caused.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Makes a responder. For a delegate, `main()` calls it on the main thread, before anything is
    /// restored.
    public override init() { super.init() }

    /// What the user does here, which is saved with the scene that has it too (C5).
    open var userActivity: NSUserActivity?
    /// Does nothing. Override it to bring an activity up to date that is about to be saved (C5).
    open func updateUserActivityState(_ activity: NSUserActivity) {}
    /// Does nothing. Override it to bring back what an activity holds; the app calls it.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    /// The responder after this one. After a view comes its controller or its superview, after a
    /// controller what is around its view, after a window the application, and last the delegate.
    open var next: UIResponder? { nil }

    /// Called once a storyboard has made a controller, before its view is loaded. Nothing else
    /// calls it: there are no nib files. It does nothing.
    open func awakeFromNib() {}

    // MARK: First responder

    private static weak var firstResponder: UIResponder?

    /// Whether it is being edited, or gets what the user types. At most one responder does.
    open var isFirstResponder: Bool { Self.firstResponder === self }
    /// False. Text fields, and text views that are editable, answer true.
    open var canBecomeFirstResponder: Bool { false }
    /// True.
    open var canResignFirstResponder: Bool { true }

    /// Becomes the first responder in another one's place. There is no keyboard here.
    ///
    /// - Returns: false where `canBecomeFirstResponder` is.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        if let old = Self.firstResponder, old !== self { old.resignFirstResponder() }
        Self.firstResponder = self
        return true
    }

    /// Ends editing.
    ///
    /// - Returns: false where `canResignFirstResponder` is.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if isFirstResponder { Self.firstResponder = nil }
        return true
    }

    // MARK: Events

    /// What the user can press on a keyboard. Nothing here presses keys.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Whether a menu can offer something. Nothing here asks: no, unless the app says so.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
    /// Who does something that a menu offers: this responder, or one after it, as far as one says so.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        if canPerformAction(action, withSender: sender) { return self }
        return next?.target(forAction: action, withSender: sender)
    }

    /// Passes the touches on to `next`. Nothing here touches the screen.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }
    /// Passes the touches on to `next`.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }
    /// Passes the touches on to `next`.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }
    /// Passes the touches on to `next`.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

/// A finger on the screen. Nothing here makes one.
@preconcurrency @MainActor
open class UITouch: NSObject {}

/// What the user did. Nothing here makes one.
@preconcurrency @MainActor
open class UIEvent: NSObject {}

extension UIResponder {
    // There is no keyboard here: nothing posts these.

    /// A keyboard is about to be shown. Nothing here posts it.
    public nonisolated static let keyboardWillShowNotification =
        Notification.Name("UIKeyboardWillShowNotification")
    /// A keyboard is shown. Nothing here posts it.
    public nonisolated static let keyboardDidShowNotification =
        Notification.Name("UIKeyboardDidShowNotification")
    /// A keyboard is about to be hidden. Nothing here posts it.
    public nonisolated static let keyboardWillHideNotification =
        Notification.Name("UIKeyboardWillHideNotification")
    /// A keyboard is hidden. Nothing here posts it.
    public nonisolated static let keyboardDidHideNotification =
        Notification.Name("UIKeyboardDidHideNotification")
    /// The key of a keyboard's final frame in such a notification.
    public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
}
