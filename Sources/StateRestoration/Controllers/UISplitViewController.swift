import Foundation
import RestorationArchive

/// Two or three controllers beside each other on a pad; on a phone one at a time.
@MainActor
open class UISplitViewController: UIViewController {
    public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
    public enum Column: Int, Sendable, CaseIterable {
        case primary, supplementary, secondary
    }
    public enum DisplayMode: Int, Sendable {
        case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    }

    public let style: Style
    private var columns: [Column: UIViewController] = [:]

    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    // MARK: Columns

    /// The first is the primary column, the last the secondary one.
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

    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
        arrange()
    }

    public func viewController(for column: Column) -> UIViewController? { columns[column] }

    open func show(_ column: Column) {
        shownColumn = column
        UIApplication.shared.updateAppearance()
    }

    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        columns[.secondary] = vc
        shownColumn = .secondary
        arrange()
    }

    private func arrange() { setChildren(Column.allCases.compactMap { columns[$0] }) }

    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { UIApplication.shared.updateAppearance() }
    }

    /// Whether there is room for one column only.
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
