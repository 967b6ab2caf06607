import Foundation

/// Makes changes of views that iOS shows over some time. Here they are made at once, when it starts.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject {
    /// How long it takes on iOS, in seconds.
    public let duration: TimeInterval
    /// Whether it has started and is not over: never, as it is over at once.
    open private(set) var isRunning = false
    private var animations: [() -> Void]
    private var completions: [(UIViewAnimatingPosition) -> Void] = []

    /// Makes an animator that swings.
    public convenience init(
        duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
    ) { self.init(duration: duration, animations: animations) }

    /// Makes an animator that follows a curve.
    public convenience init(
        duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
    ) { self.init(duration: duration, animations: animations) }

    private init(duration: TimeInterval, animations: (() -> Void)?) {
        self.duration = duration
        self.animations = [animations].compactMap { $0 }
        super.init()
    }

    /// Adds changes, which are made after those that are there.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat = 0) {
        animations.append(animation)
    }

    /// Adds what is called when all changes are made.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    /// Makes the changes, and calls the completions, before it returns.
    open func startAnimation() {
        let (changes, ends) = (animations, completions)
        (animations, completions) = ([], [])
        for change in changes { change() }
        for end in ends { end(.end) }
    }

    /// Makes the changes, and calls the completions, before it returns.
    open func startAnimation(afterDelay delay: TimeInterval) { startAnimation() }
}

/// Where an animation has come to.
public enum UIViewAnimatingPosition: Int, Sendable {
    /// The end.
    case end
    /// The start.
    case start
    /// Somewhere between.
    case current
}

extension UIView {
    /// How a change begins and ends.
    public enum AnimationCurve: Int, Sendable {
        /// Both slowly.
        case easeInOut
        /// It begins slowly.
        case easeIn
        /// It ends slowly.
        case easeOut
        /// At one speed.
        case linear
    }
}
