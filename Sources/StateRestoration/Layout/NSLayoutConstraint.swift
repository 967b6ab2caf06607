import Foundation

// There is no layout: what constraints say is kept, and moves no view.

/// What a constraint says of two edges or sizes. It moves nothing.
@preconcurrency @MainActor
public final class NSLayoutConstraint: NSObject {
    /// The distance in points.
    public var constant: CGFloat
    /// What the second size is multiplied with.
    public let multiplier: CGFloat
    /// How much it matters.
    public var priority = UILayoutPriority.required
    /// Whether it holds.
    public var isActive = false
    /// A name for messages.
    public var identifier: String?

    /// What it says of an edge or a size: the first item's.
    public let firstAttribute: Attribute
    /// What it is compared with: the second item's.
    public let secondAttribute: Attribute
    /// How it is compared.
    public let relation: Relation

    init(constant: CGFloat, multiplier: CGFloat = 1) {
        self.constant = constant
        self.multiplier = multiplier
        (firstAttribute, secondAttribute) = (.notAnAttribute, .notAnAttribute)
        relation = .equal
        super.init()
    }

    /// Says how an edge or a size of one view is to that of another. The views are not kept.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
        toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        constant = c
        self.multiplier = multiplier
        (firstAttribute, secondAttribute) = (attr1, attr2)
        self.relation = relation
        super.init()
    }

    /// Has constraints hold.
    public static func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }
    /// Has constraints no longer hold.
    public static func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// What a picture of views in letters says: nothing, since nothing here moves a view.
    public static func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [],
        metrics: [String: Any]? = nil, views: [String: Any]
    ) -> [NSLayoutConstraint] { [] }

    /// How views in such a picture are aligned. It changes nothing here.
    public struct FormatOptions: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// An edge, a middle or a size of a view.
    public enum Attribute: Int, Sendable {
        /// An edge.
        case left = 1, right, top, bottom, leading, trailing
        /// A size.
        case width, height
        /// A middle.
        case centerX, centerY
        /// The line that a text stands on.
        case lastBaseline, firstBaseline
        /// None.
        case notAnAttribute = 0
    }

    /// How two edges or sizes are compared.
    public enum Relation: Int, Sendable {
        /// At most, as much, or at least.
        case lessThanOrEqual = -1, equal, greaterThanOrEqual
    }

    /// In which direction views are arranged.
    public enum Axis: Int, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }
}

/// How much a constraint matters, from 1 to 1000.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// From 1 to 1000.
    public var rawValue: Float
    /// Makes a priority from 1 to 1000.
    public init(rawValue: Float) { self.rawValue = rawValue }
    /// Makes a priority from 1 to 1000.
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// It must hold.
    public static let required = UILayoutPriority(1000)
    /// It should hold.
    public static let defaultHigh = UILayoutPriority(750)
    /// It may hold.
    public static let defaultLow = UILayoutPriority(250)
}

/// An edge, a middle or a size of a view, to make constraints with. They move nothing.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    /// As far as another, and so many points more.
    public func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: c) }
    /// At least as far as another.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: c) }
    /// At most as far as another.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: c) }
}

/// An edge or a middle from left to right.
@preconcurrency @MainActor
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// After another, with a multiple of the usual space between them.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: 8 * multiplier) }
}
/// An edge or a middle from top to bottom.
@preconcurrency @MainActor
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Below another, with a multiple of the usual space between them.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: 8 * multiplier) }
}

/// A width or a height.
@preconcurrency @MainActor
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// So many points.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(constant: c)
    }
    /// At least so many points.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(constant: c)
    }
    /// At most so many points.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(constant: c)
    }
    /// A multiple of another.
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
    ) -> NSLayoutConstraint { NSLayoutConstraint(constant: c, multiplier: m) }
}

/// What constraints can be made with: a view, or a part of one.
@preconcurrency @MainActor
public protocol LayoutItem: AnyObject {}

extension UIView: LayoutItem {
    /// What bars leave of the view: here all of it.
    public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
    /// What margins leave of the view: here all of it.
    public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
    /// Has a constraint hold.
    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    /// Has constraints hold.
    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
    }
    /// Has a constraint no longer hold.
    public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
    /// Has constraints no longer hold.
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.deactivate(constraints)
    }
    /// What bars cover of the view: here nothing.
    public var safeAreaInsets: UIEdgeInsets { .zero }
}
extension UILayoutGuide: LayoutItem {}

/// A part of a view, to make constraints with.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {}

extension LayoutItem {
    /// The edge where lines begin.
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    /// The edge where lines end.
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    /// The left edge.
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    /// The right edge.
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    /// The middle from left to right.
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    /// The upper edge.
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    /// The lower edge.
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    /// The middle from top to bottom.
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    /// The width.
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
    /// The height.
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
}
