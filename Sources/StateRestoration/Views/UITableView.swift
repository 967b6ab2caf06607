import Foundation

/// Supplies the rows of a table. Adopt ``UIDataSourceModelAssociation`` too, to have selection and
/// position saved (S11).
@MainActor
public protocol UITableViewDataSource: AnyObject {
    /// How many sections there are. Optional: 1 where it is missing.
    func numberOfSections(in tableView: UITableView) -> Int
    /// How many rows a section has.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// The cell for a row. It is asked for whenever the row is drawn or looked up.
    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
}

extension UITableViewDataSource {
    /// One section.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

/// Hears when the user selects a row.
@MainActor
public protocol UITableViewDelegate: AnyObject {
    /// The user has selected a row. Nothing here taps a row: code that plays the user calls it.
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
    /// Does nothing.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

/// Rows below each other.
///
/// Selection and position are saved by model identifier, where the data source adopts
/// ``UIDataSourceModelAssociation``. Without it they are not saved, because an index may belong to
/// another row at the next launch (S11). `isEditing` is always saved (S12).
@MainActor
open class UITableView: UIScrollView, ElementView {
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

    /// Supplies the rows; held weakly.
    public weak var dataSource: (any UITableViewDataSource)?
    /// Hears when the user selects a row; held weakly.
    public weak var delegate: (any UITableViewDelegate)?
    /// The height of every row, in points.
    open var rowHeight: CGFloat = 44
    /// The style that it was made with. Every style is drawn the same.
    public let style: Style
    /// Whether a selection adds to the one before. False replaces it.
    open var allowsMultipleSelection = false
    /// Whether the table is being edited. It is saved (S12).
    open private(set) var isEditing = false

    private var selected: [IndexPath] = []
    private var cellClasses: [String: UITableViewCell.Type] = [:]

    /// Makes a table of a frame and a style.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    public override init(frame: CGRect) {
        style = .plain
        super.init(frame: frame)
    }

    /// Reads nothing from the coder: the table is plain, and the frame zero.
    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    // MARK: Rows

    /// Says which class the cells of an identifier are of.
    open func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier name: String) {
        cellClasses[name] = cellClass
    }

    /// A new cell of the registered class; nil where none is registered. Cells are not reused here.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cellClasses[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    /// A new cell of the registered class, or else a plain cell. Cells are not reused here.
    open func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// Clears the selection, and scrolls back where the content has become too short, as in UIKit.
    open func reloadData() {
        selected = []
        clampContentOffset()
    }

    /// The size of all rows together, in points. What is set is ignored.
    open override var contentSize: CGSize {
        get { CGSize(width: frame.width, height: grid.height) }
        set {}
    }

    /// How many sections the data source gives; 0 without one.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    /// How many rows the data source gives for a section; 0 without one.
    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }

    /// The data source's cell for a row; nil where there is no such row. The row need not be
    /// visible.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard contains(indexPath) else { return nil }
        return dataSource?.tableView(self, cellForRowAt: indexPath)
    }

    /// Begins or ends editing at once. `animated` is ignored.
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    // MARK: Selection and position

    /// The row that was selected first; nil where there is none.
    public var indexPathForSelectedRow: IndexPath? { selected.first }
    /// The selected rows, in the order of their selection; nil where there are none.
    public var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    /// Selects a row, and scrolls to it unless `scrollPosition` is `none`. Nil clears the
    /// selection. A row that does not exist is not selected. The delegate is not told, as in UIKit;
    /// `animated` is ignored.
    open func selectRow(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        if !allowsMultipleSelection || indexPath == nil { selected = [] }
        guard let indexPath, contains(indexPath) else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        if scrollPosition != .none {
            scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Removes a row from the selection. The delegate is not told; `animated` is ignored.
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
    }

    /// Scrolls until a row is on top, even past the end of the content. The position and `animated`
    /// are ignored.
    open func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        contentOffset = CGPoint(x: 0, y: origin(of: indexPath).y)
    }

    /// The rows inside the frame, from the top. Never nil.
    public var indexPathsForVisibleRows: [IndexPath]? {
        grid.elements(in: contentOffset.y..<(contentOffset.y + frame.height))
    }

    private var grid: ElementGrid {
        ElementGrid(
            counts: (0..<numberOfSections).map(numberOfRows(inSection:)), columns: 1,
            size: CGSize(width: frame.width, height: rowHeight))
    }

    // MARK: State restoration

    open override func encodeRestorableState(with coder: NSCoder) {
        encodeElements(with: coder)
        coder.encode(isEditing, forKey: "UITableView.isEditing")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        decodeElements(with: coder)
        setEditing(coder.decodeBool(forKey: "UITableView.isEditing"), animated: false)
    }

    var modelAssociation: (any UIDataSourceModelAssociation)? {
        dataSource as? any UIDataSourceModelAssociation
    }
    var firstVisibleElement: IndexPath? { indexPathsForVisibleRows?.first }
    var selectedElements: [IndexPath] {
        get { selected }
        set { selected = newValue }
    }
    func contains(_ element: IndexPath) -> Bool { grid.contains(element) }
    func origin(of element: IndexPath) -> CGPoint { grid.origin(of: element) }

    override func drawContent(on canvas: inout SVGCanvas) {
        for row in indexPathsForVisibleRows ?? [] {
            guard let cell = cellForRow(at: row) else { continue }
            let rectangle = CGRect(
                x: 0, y: origin(of: row).y, width: frame.width, height: rowHeight)
            canvas.fill(rectangle, with: selected.contains(row) ? "#d1d1d6" : "#ffffff")
            let baseline = rectangle.minY + 28
            canvas.text(
                cell.textLabel?.text ?? "", at: CGPoint(x: 16, y: baseline), size: 17)
            canvas.text(
                cell.detailTextLabel?.text ?? "",
                at: CGPoint(x: frame.width - 16, y: baseline), size: 15, anchor: "end",
                color: "#8e8e93")
        }
    }

    override var observableState: [String: JSON] {
        var state = super.observableState
        state["selected"] = selected.json
        return state
    }
}

/// The view of one row. Only its two texts are drawn.
@MainActor
open class UITableViewCell: UIView {
    /// Where the texts of a cell are. Every style is drawn as `value1`.
    public enum CellStyle: Int, Sendable {
        /// One text.
        case `default`
        /// A text on the left, and one in gray on the right.
        case value1
        /// A short text on the left, and one after it.
        case value2
        /// A text, and a smaller one below it.
        case subtitle
    }

    /// The identifier that it was made for. Cells are not reused here.
    public let reuseIdentifier: String?
    /// The text on the left. Never nil.
    open private(set) lazy var textLabel: UILabel? = UILabel()
    /// The text on the right, whatever the cell's style. Never nil.
    open private(set) lazy var detailTextLabel: UILabel? = UILabel()

    /// Makes a cell. The style is ignored.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Reads nothing from the coder: there is no identifier.
    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }
}

extension IndexPath {
    /// The path of a table's row, each number counted from 0.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// The path of a collection's item, each number counted from 0.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The first index. The path must not be empty.
    public var section: Int { self[0] }
    /// The second index. The path must have two.
    public var row: Int { self[1] }
    /// The second index. The path must have two.
    public var item: Int { self[1] }
}
