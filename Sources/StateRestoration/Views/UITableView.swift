import Foundation

/// Rows below each other.
///
/// Selection and position are saved by model identifier, where the data source adopts
/// ``UIDataSourceModelAssociation``. Without it they are not saved, because an index may belong to
/// another row at the next launch (S11). `isEditing` is always saved (S12).
@preconcurrency @MainActor
open class UITableView: UIScrollView, ElementView {
    /// Offers what is dragged; held weakly. Nobody drags here.
    open weak var dragDelegate: (any UITableViewDragDelegate)?

    /// Supplies the rows; held weakly.
    open weak var dataSource: (any UITableViewDataSource)?
    /// The height of every row, in points.
    open var rowHeight: CGFloat = 44 {
        didSet { if rowHeight < 0 { rowHeight = 44 } }
    }
    /// The style that it was made with. Every style is drawn the same.
    public let style: Style
    /// Whether a selection adds to the one before. False replaces it.
    open var allowsMultipleSelection = false
    /// Whether the table is being edited. It is saved (S12).
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }
    private var editing = false
    /// Whether a selection while the table is edited adds to the one before. It is kept, and not
    /// used.
    open var allowsMultipleSelectionDuringEditing = false
    /// Whether rows can be selected. It is kept, and not used.
    open var allowsSelection = true
    /// The height that rows have about. It is kept, and not used.
    open var estimatedRowHeight: CGFloat = 44
    /// The view above the rows. It is not drawn.
    open var tableHeaderView: UIView?
    /// The view below the rows. It is not drawn.
    open var tableFooterView: UIView?
    /// The view behind the rows. It is not drawn.
    open var backgroundView: UIView?
    /// The height that means that rows have the height that their views need: every row is then 44
    /// points high, since there is no layout.
    public nonisolated static let automaticDimension: CGFloat = -1

    private var selected: [IndexPath] = []
    private var cellClasses: [String: AnyClass] = [:]

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

    /// Says which class the cells of an identifier are of; nil forgets it.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
    }

    /// Says that the cells of an identifier come from a nib: see ``UINib``.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        nibs[identifier] = nib
    }
    private var nibs: [String: UINib] = [:]

    /// A new cell of the registered class or nib; nil where neither is registered. Cells are not
    /// reused here.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let made = nibs[identifier]?.instantiate() as? UITableViewCell { return made }
        return cellClasses[identifier].flatMap {
            RuntimeClass.makeCell($0, reuseIdentifier: identifier) as? UITableViewCell
        }
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

    /// Has the table say what has changed. Nothing is animated: the rows are asked for as they are.
    /// The selection of a row that no longer exists goes.
    open func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        updates?()
        settle()
        completion?(true)
    }
    /// Begins to say what has changed. Nothing is animated.
    open func beginUpdates() {}
    /// Ends saying what has changed.
    open func endUpdates() { settle() }
    /// Says that there are new rows. `animation` is ignored.
    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { settle() }
    /// Says that rows have gone. `animation` is ignored.
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { settle() }
    /// Says that rows look different. `animation` is ignored.
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { settle() }
    /// Says that a row is elsewhere.
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { settle() }
    /// Says that sections look different. `animation` is ignored.
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { settle() }
    /// Says that there are new sections. `animation` is ignored.
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) { settle() }
    /// Says that sections have gone. `animation` is ignored.
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { settle() }

    func settle() {
        selected.removeAll { !contains($0) }
        clampContentOffset()
    }

    /// Where the lines between rows are. They are not drawn.
    open var separatorStyle = SeparatorStyle.singleLine
    /// Where the lines between rows begin and end. They are not drawn.
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    /// The color of the lines between rows. They are not drawn.
    open var separatorColor: UIColor?

    // What is above and below sections is not drawn, and has no place here.

    /// The height of what is above a section.
    open var sectionHeaderHeight = UITableView.automaticDimension
    /// The height of what is below a section.
    open var sectionFooterHeight = UITableView.automaticDimension
    /// The height that it has about.
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension
    /// The height that it has about.
    open var estimatedSectionFooterHeight = UITableView.automaticDimension
    /// The space above it.
    open var sectionHeaderTopPadding = UITableView.automaticDimension
    /// How the views there are made.
    var sectionViews = ViewMakers()

    /// The row of a cell that was given out last for it; nil for any other cell.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        given.first { $0.value === cell }?.key
    }
    private var given: [IndexPath: UITableViewCell] = [:]

    /// The data source's cell for a row; nil where there is no such row. The row need not be
    /// visible.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard contains(indexPath) else { return nil }
        let cell = dataSource?.tableView(self, cellForRowAt: indexPath)
        given[indexPath] = cell
        return cell
    }

    /// Begins or ends editing at once. `animated` is ignored.
    open func setEditing(_ editing: Bool, animated: Bool) { self.editing = editing }

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

    /// The data source's cells for the rows inside the frame, from the top.
    open var visibleCells: [UITableViewCell] {
        (indexPathsForVisibleRows ?? []).compactMap(cellForRow(at:))
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
