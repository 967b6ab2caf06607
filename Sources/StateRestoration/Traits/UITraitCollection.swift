import Foundation

/// Whether there is much room in a direction, or little.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not known.
    case unspecified
    /// Little.
    case compact
    /// Much.
    case regular
}

/// Whether colors are light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not known.
    case unspecified
    /// Light: what every device here has.
    case light
    /// Dark. No device here has it.
    case dark
}

/// What a screen has room for. A state may be restored where there is more or less (R17).
@preconcurrency @MainActor
public final class UITraitCollection: NSObject {
    /// The kind of device.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// From left to right: regular on a pad, and on a phone compact.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// From top to bottom: compact on a phone that lies on its side, and otherwise regular.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// Light on every device here; unspecified in a collection that was made of other traits.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// Pixels for a point: 2 on every device here; 0 in a collection that was made of other traits.
    public let displayScale: CGFloat

    private init(
        idiom: UIUserInterfaceIdiom = .unspecified,
        horizontal: UIUserInterfaceSizeClass = .unspecified,
        vertical: UIUserInterfaceSizeClass = .unspecified,
        style: UIUserInterfaceStyle = .unspecified, scale: CGFloat = 0
    ) {
        userInterfaceIdiom = idiom
        horizontalSizeClass = horizontal
        verticalSizeClass = vertical
        userInterfaceStyle = style
        displayScale = scale
        super.init()
    }

    /// A collection that says nothing.
    public convenience override init() { self.init(idiom: .unspecified) }
    /// A collection that says only how much room there is from left to right.
    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init(horizontal: horizontalSizeClass)
    }
    /// A collection that says only how much room there is from top to bottom.
    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init(vertical: verticalSizeClass)
    }
    /// A collection that says only the kind of device.
    public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) {
        self.init(idiom: idiom)
    }

    /// Those of the device, as the harness describes it.
    public static var current: UITraitCollection {
        let device = UIDevice.current
        let isPad = device.userInterfaceIdiom == .pad
        return UITraitCollection(
            idiom: device.userInterfaceIdiom, horizontal: isPad ? .regular : .compact,
            vertical: !isPad && device.orientation.isLandscape ? .compact : .regular,
            style: .light, scale: UIScreen.main.scale)
    }

    /// Whether every trait that the other collection says is the same here.
    public func containsTraits(in trait: UITraitCollection?) -> Bool {
        guard let trait else { return true }
        func agrees<Value: Equatable>(_ own: Value, _ other: Value, _ unsaid: Value) -> Bool {
            other == unsaid || own == other
        }
        return agrees(userInterfaceIdiom, trait.userInterfaceIdiom, .unspecified)
            && agrees(horizontalSizeClass, trait.horizontalSizeClass, .unspecified)
            && agrees(verticalSizeClass, trait.verticalSizeClass, .unspecified)
            && agrees(userInterfaceStyle, trait.userInterfaceStyle, .unspecified)
    }
}

/// Tells how a transition goes. Nothing here changes size while a process lives, so nothing makes
/// one.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {
    /// Calls both closures.
    @discardableResult
    func animate(
        alongsideTransition animation:
            ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// What is known of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// Whether it is animated.
    var isAnimated: Bool { get }
}
