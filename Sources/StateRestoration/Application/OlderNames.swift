import Foundation

// Names of other times, which code that was written for an iPhone still has.

/// The name of the launch options' keys until Swift 4.
public typealias UIApplicationLaunchOptionsKey = UIApplication.LaunchOptionsKey
/// Objective-C's name of an `Int`.
public typealias NSInteger = Int
/// Objective-C's name of a `UInt`.
public typealias NSUInteger = UInt

/// The height that means that rows have the height that their views need, until Swift 4.
public let UITableViewAutomaticDimension = UITableView.automaticDimension
/// No segment of a control is chosen: its name until Swift 4.
public let UISegmentedControlNoSegment = -1
/// The kind of a view above a section of a collection: its name until Swift 4.
public let UICollectionElementKindSectionHeader = UICollectionView.elementKindSectionHeader
/// The kind of a view below a section of a collection: its name until Swift 4.
public let UICollectionElementKindSectionFooter = UICollectionView.elementKindSectionFooter

/// A direction and how far. Foundation on Linux has points and sizes only.
public struct CGVector: Hashable, Codable, Sendable {
    /// To the right.
    public var dx: CGFloat
    /// Down.
    public var dy: CGFloat
    /// Nowhere.
    public static let zero = CGVector(dx: 0, dy: 0)

    /// Makes a vector; without numbers, one that leads nowhere.
    public init(dx: CGFloat = 0, dy: CGFloat = 0) {
        self.dx = dx
        self.dy = dy
    }
}

/// What can take up an activity that the user has begun elsewhere.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Brings back what the activity holds.
    func restoreUserActivityState(_ activity: NSUserActivity)
}

extension UIResponder: UIUserActivityRestoring {}

extension NumberFormatter {
    /// Which time's formatter it is. There is only the latest here.
    public enum Behavior: UInt, Sendable {
        /// The latest.
        case `default` = 0
        /// The latest.
        case behavior10_4 = 1040
    }

    /// Which time's formatter it is. It changes nothing here.
    public var formatterBehavior: Behavior {
        get { .default }
        set {}
    }
}

extension UIImage {
    /// The picture as a file: its name, since no picture is read here.
    public func pngData() -> Data? { Data(name.utf8) }
    /// The same.
    public func jpegData(compressionQuality: CGFloat) -> Data? { Data(name.utf8) }

    /// Whether a picture keeps its colors.
    public enum RenderingMode: Int, Sendable {
        /// Where it is shown decides, it keeps them, or it takes one color.
        case automatic, alwaysOriginal, alwaysTemplate
    }

    /// The same picture.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
    /// The same picture.
    public func withTintColor(
        _ color: UIColor, renderingMode: RenderingMode = .automatic
    ) -> UIImage { self }
}
