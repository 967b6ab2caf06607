import Foundation

/// What is done to what is behind a view. It is not drawn.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// Makes what is behind a view unclear. It is not drawn.
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
    /// How much, and how light.
    public enum Style: Int, Sendable {
        /// Lighter, or darker.
        case extraLight, light, dark, regular = 4, prominent
        /// As a material of the system's.
        case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
        /// As that of a bar.
        case systemChromeMaterial
    }

    /// Makes an effect of a style.
    public init(style: Style) { super.init() }
}

/// A view through which what is behind it is seen in another way. It is not drawn.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
    /// What is done to what is behind it.
    open var effect: UIVisualEffect?
    /// What its own views are in.
    public private(set) lazy var contentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()

    /// Makes a view of zero size.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
    }
    /// Reads nothing from the coder: there is no effect, and the frame is zero.
    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
