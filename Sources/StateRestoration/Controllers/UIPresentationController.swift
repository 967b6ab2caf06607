import Foundation

/// How one controller is presented by another. Every way is drawn as a sheet, and nothing is animated.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
    /// What is presented.
    public private(set) unowned var presentedViewController: UIViewController
    /// What presents it.
    open var presentingViewController: UIViewController {
        presentedViewController.presentingViewController ?? presentedViewController
    }
    /// Hears of it; held weakly. Nobody swipes a sheet away here.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    /// Used where a controller is asked for the way it is presented in.
    public init(
        presentedViewController: UIViewController,
        presenting presentingViewController: UIViewController?
    ) {
        self.presentedViewController = presentedViewController
        super.init()
    }
}

/// The bubble in which a controller is presented. It is drawn as a sheet.
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
    /// The view that it points at.
    open weak var sourceView: UIView?
    /// Which part of that view.
    open var sourceRect = CGRect.zero
    /// The button that it points at.
    open weak var barButtonItem: UIBarButtonItem?
    /// On which sides it may be.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    /// What is behind its content.
    open var backgroundColor: UIColor?
}

/// On which side of a bubble its arrow is.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Above.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// Below.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// On the left.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// On the right.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// On any side.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// Hears of a presentation. Nothing here calls it: nobody swipes, and nothing adapts.
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// How it is presented where there is little room.
    func adaptivePresentationStyle(for controller: UIPresentationController)
        -> UIModalPresentationStyle
    /// Whether the user may swipe it away.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController)
        -> Bool
    /// The user swipes it away.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// The user has swiped it away.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// As the controller says.
    public func adaptivePresentationStyle(
        for controller: UIPresentationController
    ) -> UIModalPresentationStyle { controller.presentedViewController.modalPresentationStyle }
    /// Yes.
    public func presentationControllerShouldDismiss(
        _ presentationController: UIPresentationController
    ) -> Bool { true }
    /// Does nothing.
    public func presentationControllerWillDismiss(
        _ presentationController: UIPresentationController
    ) {}
    /// Does nothing.
    public func presentationControllerDidDismiss(
        _ presentationController: UIPresentationController
    ) {}
}

/// Hears of a bubble. Nothing here calls it.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}

extension UIViewController {
    /// How the controller is presented.
    public var presentationController: UIPresentationController? { presentation }
    /// The bubble that it is presented in, where it is presented in one.
    public var popoverPresentationController: UIPopoverPresentationController? {
        modalPresentationStyle == .popover || self is UIAlertController
            ? presentation as? UIPopoverPresentationController : nil
    }
}
