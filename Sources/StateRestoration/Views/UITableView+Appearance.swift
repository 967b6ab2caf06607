import Foundation

extension UITableView {
    /// How a table looks. Every style is drawn the same.
    public enum Style: Int, Sendable {
        /// Rows without gaps.
        case plain
        /// Sections apart from each other.
        case grouped
        /// Sections apart from each other, with round corners.
        case insetGrouped
    }

    /// Whether to scroll to a row. Every case but `none` puts the row on top.
    public enum ScrollPosition: Int, Sendable {
        /// Do not scroll.
        case none
        /// At the top.
        case top
        /// At the top as well: this module does not center.
        case middle
        /// At the top as well.
        case bottom
    }

    /// How a row comes or goes. Nothing is animated.
    public enum RowAnimation: Int, Sendable {
        /// From a side, by itself, or at once.
        case fade, right, left, top, bottom, none, middle, automatic = 100
    }

    /// Where the lines between rows are. They are not drawn.
    public enum SeparatorStyle: Int, Sendable { case none, singleLine }
}
