import Foundation

/// Places items by what is said of sections: here in one column of rows, each 44 points high.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    /// A layout whose sections are alike.
    public init(section: NSCollectionLayoutSection) { super.init() }

    /// A layout whose sections are described one by one. Nothing here asks for them.
    public init(
        sectionProvider:
            @escaping (
                _ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment
            ) -> NSCollectionLayoutSection?
    ) { super.init() }

    /// A layout that makes a collection look like a table.
    public static func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout(section: .list(using: configuration))
    }
}

/// How a collection looks that looks like a table. It is kept, and not used.
public struct UICollectionLayoutListConfiguration: Sendable {
    /// How the list looks.
    public enum Appearance: Int, Sendable {
        /// As a table, or as a side bar.
        case plain, grouped, insetGrouped, sidebar, sidebarPlain
    }

    /// What is above or below a section.
    public enum HeaderMode: Int, Sendable {
        /// Nothing, a view, or the first item.
        case none, supplementary, firstItemInSection
    }
    /// What is below a section.
    public enum FooterMode: Int, Sendable {
        /// Nothing, or a view.
        case none, supplementary
    }

    /// How the list looks.
    public let appearance: Appearance
    /// Whether there are lines between rows.
    public var showsSeparators = true
    /// What is above a section.
    public var headerMode = HeaderMode.none
    /// What is below a section.
    public var footerMode = FooterMode.none
    /// The space above what is above a section.
    public var headerTopPadding: CGFloat?
    /// What fills the list.
    public var backgroundColor: UIColor?

    /// Says how a list looks.
    public init(appearance: Appearance) { self.appearance = appearance }
}

/// Where a layout is used. Nothing here asks.
@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    /// Light or dark, and how large.
    var traitCollection: UITraitCollection { get }
}

/// A width or a height of a layout. It is kept, and not used.
public final class NSCollectionLayoutDimension: NSObject, Sendable {
    /// How much: a part of what is around it, or points.
    public let dimension: CGFloat
    private init(_ dimension: CGFloat) { self.dimension = dimension }

    /// A part of the width around it.
    public static func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(fractionalWidth)
    }
    /// A part of the height around it.
    public static func fractionalHeight(
        _ fractionalHeight: CGFloat
    ) -> NSCollectionLayoutDimension { NSCollectionLayoutDimension(fractionalHeight) }
    /// Points.
    public static func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(absoluteDimension)
    }
    /// Points, about.
    public static func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(estimatedDimension)
    }
}

/// A size in a layout. It is kept, and not used.
public final class NSCollectionLayoutSize: NSObject, Sendable {
    /// The width.
    public let widthDimension: NSCollectionLayoutDimension
    /// The height.
    public let heightDimension: NSCollectionLayoutDimension

    /// Makes a size of two dimensions.
    public init(
        widthDimension width: NSCollectionLayoutDimension,
        heightDimension height: NSCollectionLayoutDimension
    ) {
        (widthDimension, heightDimension) = (width, height)
    }
}

/// A space between items. It is kept, and not used.
public final class NSCollectionLayoutSpacing: NSObject, Sendable {
    /// The space in points.
    public let spacing: CGFloat
    private init(_ spacing: CGFloat) { self.spacing = spacing }
    /// So much.
    public static func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(fixedSpacing)
    }
    /// So much or more.
    public static func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(flexibleSpacing)
    }
}

/// One item of a layout. What it says moves nothing here.
@preconcurrency @MainActor
open class NSCollectionLayoutItem: NSObject {
    /// Its size.
    public let layoutSize: NSCollectionLayoutSize
    /// The space inside it.
    open var contentInsets = NSDirectionalEdgeInsets.zero

    /// Makes an item of a size.
    public init(layoutSize: NSCollectionLayoutSize) {
        self.layoutSize = layoutSize
        super.init()
    }
}

/// Items beside or below each other. What it says moves nothing here.
@preconcurrency @MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    /// What it is made of.
    public let subitems: [NSCollectionLayoutItem]
    /// The space between them.
    open var interItemSpacing: NSCollectionLayoutSpacing?

    init(_ size: NSCollectionLayoutSize, _ items: [NSCollectionLayoutItem]) {
        subitems = items
        super.init(layoutSize: size)
    }

    /// Items beside each other.
    public class func horizontal(
        layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, subitems) }
    /// Items below each other.
    public class func vertical(
        layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, subitems) }
    /// An item several times, beside itself.
    public class func horizontal(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, Array(repeating: subitem, count: count))
    }
    /// An item several times, below itself.
    public class func vertical(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, Array(repeating: subitem, count: count))
    }
}

/// A section of a layout. What it says moves nothing here.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: NSObject {
    /// How a section scrolls across the collection. It does not, here.
    public enum ScrollingBehavior: Int, Sendable {
        /// Not at all, freely, or by pages and groups.
        case none, continuous, continuousGroupLeadingBoundary, paging, groupPaging
        /// By groups, each in the middle.
        case groupPagingCentered
    }

    /// The space inside it.
    open var contentInsets = NSDirectionalEdgeInsets.zero
    /// The space between its groups.
    open var interGroupSpacing: CGFloat = 0
    /// How it scrolls across the collection.
    open var orthogonalScrollingBehavior = ScrollingBehavior.none
    /// What is above and below it.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []

    /// Makes a section of one group, again and again.
    public init(group: NSCollectionLayoutGroup) { super.init() }
    private override init() { super.init() }

    /// A section that looks like that of a table.
    static func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> NSCollectionLayoutSection { NSCollectionLayoutSection() }
    /// A section that looks like that of a table.
    public static func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection { list(using: configuration) }
}

/// What is above or below a section. It is not drawn.
@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutItem {
    /// Its kind, for the data source.
    public let elementKind: String
    /// Whether it stays on the screen.
    open var pinToVisibleBounds = false

    /// Makes one of a size and a kind. `alignment` moves nothing here.
    public init(layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment)
    {
        self.elementKind = elementKind
        super.init(layoutSize: layoutSize)
    }
}

/// An edge or a corner of a rectangle.
public enum NSRectAlignment: Int, Sendable {
    /// Clockwise from the top, where lines begin and end as text runs.
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing
    /// The upper corner where lines end.
    case topTrailing
}
