import Foundation

extension UIButton {
    /// How a button looks. Only the title is drawn; the rest is kept. Nothing of it is saved.
    public struct Configuration: Sendable {
        /// How large a button is.
        public enum Size: Int, Sendable {
            /// Of the usual size.
            case medium
            /// Smaller.
            case small
            /// Smaller still.
            case mini
            /// Larger.
            case large
        }

        /// How round its corners are.
        public enum CornerStyle: Int, Sendable {
            /// As the background says.
            case fixed = -1
            /// As the background says, and as text grows.
            case dynamic
            /// A little.
            case small
            /// Rounder.
            case medium
            /// Rounder still.
            case large
            /// As round as can be.
            case capsule
        }

        /// The title.
        public var title: String?
        /// What is below the title.
        public var subtitle: String?
        /// The picture.
        public var image: UIImage?
        /// The distance of the picture from the title.
        public var imagePadding: CGFloat = 0
        /// The color of title and picture.
        public var baseForegroundColor: UIColor?
        /// The color behind them.
        public var baseBackgroundColor: UIColor?
        /// The size.
        public var buttonSize = Size.medium
        /// The corners.
        public var cornerStyle = CornerStyle.dynamic
        /// Whether something turns in place of the picture.
        public var showsActivityIndicator = false

        /// Nothing behind the title.
        public static func plain() -> Self { Self() }
        /// A gray background.
        public static func gray() -> Self { Self() }
        /// A tinted background.
        public static func tinted() -> Self { Self() }
        /// A background of the full color.
        public static func filled() -> Self { Self() }
        /// No border.
        public static func borderless() -> Self { Self() }
        /// A border.
        public static func bordered() -> Self { Self() }
        /// A tinted border.
        public static func borderedTinted() -> Self { Self() }
        /// A prominent border.
        public static func borderedProminent() -> Self { Self() }
    }

    /// Makes a button that looks like this, and does something when it is tapped.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system, primaryAction: primaryAction)
        self.configuration = configuration
        // An initializer calls no observer of its own class.
        showConfiguration()
    }
}
