import Foundation

/// How a presented controller looks. Every style is drawn as a sheet.
public enum UIModalPresentationStyle: Int, Sendable {
    /// It covers the screen.
    case fullScreen
    /// It covers a part of the screen.
    case pageSheet
    /// It is in the middle of the screen.
    case formSheet
    /// It covers the controller that presents it.
    case currentContext
    /// The presented controller brings its own way.
    case custom
    /// As `fullScreen`, over what is below.
    case overFullScreen
    /// As `currentContext`, over what is below.
    case overCurrentContext
    /// A bubble beside what was tapped.
    case popover
    /// What the system takes.
    case automatic = -2
    /// None: only an adaptation answers it.
    case none = -1
}

/// How a presented controller comes onto the screen. Nothing is animated here.
public enum UIModalTransitionStyle: Int, Sendable {
    /// From the bottom.
    case coverVertical
    /// It turns around.
    case flipHorizontal
    /// It appears.
    case crossDissolve
    /// A page is turned.
    case partialCurl
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The top.
    public static let top = UIRectEdge(rawValue: 1)
    /// The left edge.
    public static let left = UIRectEdge(rawValue: 2)
    /// The bottom.
    public static let bottom = UIRectEdge(rawValue: 4)
    /// The right edge.
    public static let right = UIRectEdge(rawValue: 8)
    /// All four.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// How the status bar looks. There is none here.
public enum UIStatusBarStyle: Int, Sendable {
    /// What fits the colors.
    case `default`
    /// Light.
    case lightContent
    /// Dark.
    case darkContent = 3
}

/// Ways to hold a device.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upright, with the top edge down.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// On its side, with the top edge to the left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// On its side, with the top edge to the right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// On either side.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// Every way.
    public static let all: UIInterfaceOrientationMask = [
        .portrait, .portraitUpsideDown, .landscape,
    ]
    /// Every way but upside down.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
