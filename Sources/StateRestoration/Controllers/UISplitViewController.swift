import Foundation
import RestorationArchive

/// Two or three columns beside each other on a pad; on a phone, one column at a time.
///
/// It saves its columns, the column in front and the display mode (R14), and restores them on
/// either idiom (R17).
@preconcurrency @MainActor
open class UISplitViewController: UIViewController {
    /// How many columns the app means to have. It is kept, and changes nothing here.
    public enum Style: Int, Sendable {
        /// The app has not said.
        case unspecified
        /// A primary and a secondary column.
        case doubleColumn
        /// A supplementary column between the two.
        case tripleColumn
    }

    /// A column, from the left.
    public enum Column: Int, Sendable, CaseIterable {
        /// The leftmost column, such as a list of folders.
        case primary
        /// The column in the middle, such as a list of notes.
        case supplementary
        /// The rightmost column: the detail.
        case secondary
    }

    /// Which columns a pad shows.
    public enum DisplayMode: Int, Sendable {
        /// All columns.
        case automatic
        /// The secondary column alone.
        case secondaryOnly
        /// All columns: this module does not tell it from `automatic`.
        case oneBesideSecondary
        /// All columns: this module does not tell it from `automatic`.
        case oneOverSecondary

        /// The older name of `secondaryOnly`.
        public static let primaryHidden = DisplayMode.secondaryOnly
        /// The older name of `oneBesideSecondary`.
        public static let allVisible = DisplayMode.oneBesideSecondary
        /// The older name of `oneOverSecondary`.
        public static let primaryOverlay = DisplayMode.oneOverSecondary
    }

    /// Hears how it changes, which it does not here; held weakly.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    /// How wide the primary column is, as a part of the whole. It is kept, and not used.
    open var preferredPrimaryColumnWidthFraction: CGFloat = 0.4
    /// The columns that are visible.
    open var displayMode: DisplayMode { preferredDisplayMode }
    /// A button that changes which columns are visible. It does nothing here.
    open lazy var displayModeButtonItem = UIBarButtonItem()
    /// The style that it was made with.
    public let style: Style
    private var columns: [Column: UIViewController] = [:]

    /// Makes a controller without columns.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Reads nothing from the coder: the style is `unspecified`, and there are no columns.
    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    // MARK: Columns

    /// The columns from the left: the first becomes the primary column, the last the secondary one,
    /// and a second of three the supplementary one.
    open var viewControllers: [UIViewController] {
        get { children }
        set {
            columns = [:]
            columns[.primary] = newValue.first
            if newValue.count > 2 { columns[.supplementary] = newValue[1] }
            if newValue.count > 1 { columns[.secondary] = newValue.last }
            arrange()
        }
    }

    /// Puts a controller into a column; nil empties the column.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
        arrange()
    }

    /// The controller in a column; nil where the column is empty.
    public func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Brings a column to the front on a phone. On a pad it changes nothing that is visible, but is
    /// saved.
    open func show(_ column: Column) {
        shownColumn = column
        UIApplication.shared.updateAppearance()
    }

    /// Puts a controller into the secondary column and brings that column to the front.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        columns[.secondary] = vc
        shownColumn = .secondary
        arrange()
    }

    private func arrange() { setChildren(Column.allCases.compactMap { columns[$0] }) }

    /// Which columns a pad shows. Only `secondaryOnly` hides any here: the other modes show all
    /// columns beside each other.
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { UIApplication.shared.updateAppearance() }
    }

    /// Whether only one column fits: true on everything but a pad.
    public var isCollapsed: Bool { UIDevice.current.userInterfaceIdiom != .pad }

    /// The column that is in front where only one has room.
    private var shownColumn = Column.primary

    override var visibleChildren: [UIViewController] {
        if isCollapsed { return [topChild].compactMap { $0 } }
        if preferredDisplayMode == .secondaryOnly { return [columns[.secondary]].compactMap { $0 } }
        return children
    }

    override var topChild: UIViewController? {
        isCollapsed ? columns[shownColumn] ?? children.first : columns[.secondary] ?? children.last
    }

    // MARK: State restoration

    override func encodeStructure(
        into values: inout [String: StateValue], reference: StructureReference
    ) {
        for column in Column.allCases {
            values["column\(column.rawValue)"] = columns[column].flatMap(reference)
        }
        values["shownColumn"] = .int(shownColumn.rawValue)
        values["displayMode"] = .int(preferredDisplayMode.rawValue)
    }

    /// The columns (R14), on whatever idiom (R17). One that was not saved, or cannot be made again,
    /// stays as the app has set it.
    override func decodeStructure(
        from values: [String: StateValue], instance: StructureInstance
    ) {
        for column in Column.allCases {
            if let saved = instance(values["column\(column.rawValue)"]) { columns[column] = saved }
        }
        if case .int(let raw)? = values["shownColumn"], let column = Column(rawValue: raw) {
            shownColumn = column
        }
        if case .int(let raw)? = values["displayMode"], let mode = DisplayMode(rawValue: raw) {
            preferredDisplayMode = mode
        }
        arrange()
    }

    override func draw(on canvas: inout SVGCanvas, in frame: CGRect) {
        let shown = visibleChildren
        var rest = frame
        for child in shown.dropLast() {
            let (column, other) = rest.divided(
                atDistance: min(320, rest.width / 2), from: .minXEdge)
            child.draw(on: &canvas, in: column)
            rest = other
        }
        shown.last?.draw(on: &canvas, in: rest)
    }
}
