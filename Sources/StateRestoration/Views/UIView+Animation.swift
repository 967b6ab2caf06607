import Foundation

extension UIView {
    /// What an animation is like. Nothing is animated.
    public struct AnimationOptions: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// Subviews are laid out as well.
        public static let layoutSubviews = AnimationOptions(rawValue: 1)
        /// The user can act on the view meanwhile.
        public static let allowUserInteraction = AnimationOptions(rawValue: 2)
        /// It begins where the view is now.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
        /// It does not end.
        public static let `repeat` = AnimationOptions(rawValue: 8)
        /// It goes back and forth.
        public static let autoreverse = AnimationOptions(rawValue: 16)
        /// It begins slowly.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// It ends slowly.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// It begins and ends slowly.
        public static let curveEaseInOut: AnimationOptions = []
        /// It is equally fast all the time.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// The view turns over from the left.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// The view turns over from the right.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// One look dissolves into the other.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    /// Makes the changes at once, and calls `completion` with true before it returns.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes the changes at once, without a spring, and calls `completion` with true before it returns.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes the changes at once, and calls `completion` with true before it returns.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        completion?(true)
    }

    /// Makes the changes at once.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        actionsWithoutAnimation()
    }
}
