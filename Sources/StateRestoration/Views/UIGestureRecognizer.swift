import Foundation

/// What recognizes a gesture. Nothing here touches the screen: it recognizes none.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// Where a gesture is.
    public enum State: Int, Sendable {
        /// Not begun, under way, or over.
        case possible, began, changed, ended, cancelled, failed
    }
    /// Whether it recognizes.
    open var isEnabled = true
    /// Always `possible`.
    open private(set) var state = State.possible
    /// The view that it belongs to.
    public internal(set) weak var view: UIView?
    /// Whether the view hears no touch that it recognizes.
    open var cancelsTouchesInView = true
    /// Is asked about it; held weakly. Nothing here asks.
    open weak var delegate: (any UIGestureRecognizerDelegate)?

    /// Makes a recognizer. Linux cannot call the method, and nothing here would.
    public init(target: Any?, action: Selector?) { super.init() }
    /// Makes a recognizer.
    public convenience override init() { self.init(target: nil, action: nil) }

    /// Linux cannot call the method, and nothing here would.
    open func addTarget(_ target: Any, action: Selector) {}
    /// Does nothing.
    open func removeTarget(_ target: Any?, action: Selector?) {}
    /// Where the finger is: nowhere.
    open func location(in view: UIView?) -> CGPoint { .zero }
    /// How many fingers there are: none.
    open var numberOfTouches: Int { 0 }
    /// Waits until another one has failed. It changes nothing here.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}
}

/// Is asked about a gesture. Nothing here asks.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    /// Whether it may begin.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Whether both may recognize at a time.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// Yes.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }
    /// No.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
}

/// Recognizes a tap: none, here.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps.
    open var numberOfTapsRequired = 1
    /// With how many fingers.
    open var numberOfTouchesRequired = 1
}
/// Recognizes a long touch: none, here.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// How long, in seconds.
    open var minimumPressDuration: TimeInterval = 0.5
}
/// Recognizes that something is moved: nothing, here.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// How far: not at all.
    open func translation(in view: UIView?) -> CGPoint { .zero }
    /// Sets how far.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {}
    /// How fast: not at all.
    open func velocity(in view: UIView?) -> CGPoint { .zero }
}
/// Recognizes that something is moved from an edge: nothing, here.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// From which edges.
    open var edges: UIRectEdge = []
}
/// Recognizes a swipe: none, here.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Where a swipe goes.
    public struct Direction: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Up.
        public static let up = Direction(rawValue: 4)
        /// Down.
        public static let down = Direction(rawValue: 8)
    }
    /// Where it goes.
    open var direction: Direction = .right
}
/// Recognizes that something is zoomed: nothing, here.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How far.
    open var scale: CGFloat = 1
}
/// Recognizes that something is turned: nothing, here.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// How far, in radians.
    open var rotation: CGFloat = 0
}
