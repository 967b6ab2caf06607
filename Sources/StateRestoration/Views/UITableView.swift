import Foundation

/// Where a table gets its rows from.
@MainActor
public protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell
}

extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

/// Hears what happens to a table.
@MainActor
public protocol UITableViewDelegate: AnyObject {
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

/// Rows below each other. Selection and position are saved by model identifier, where the data source
/// adopts ``UIDataSourceModelAssociation``, and otherwise not at all: an index may be another row's
/// at the next launch (S11).
@MainActor
open class UITableView: UIScrollView, ElementView {
    public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

    public weak var dataSource: (any UITableViewDataSource)?
    public weak var delegate: (any UITableViewDelegate)?
    /// In points.
    open var rowHeight: CGFloat = 44
    public let style: Style
    open var allowsMultipleSelection = false
    open private(set) var isEditing = false

    private var selected: [IndexPath] = []
    private var cellClasses: [String: UITableViewCell.Type] = [:]

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    public override init(frame: CGRect) {
        style = .plain
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    // MARK: Rows

    open func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier name: String) {
        cellClasses[name] = cellClass
    }

    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cellClasses[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    open func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// Forgets the selection, and scrolls back where the content has become too short, as in UIKit.
    open func reloadData() {
        selected = []
        clampContentOffset()
    }

    /// What all rows take.
    open override var contentSize: CGSize {
        get { CGSize(width: frame.width, height: grid.height) }
        set {}
    }

    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    open func numberOfRows(inSection section: Int) -> Int {
        dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    }

    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        guard contains(indexPath) else { return nil }
        return dataSource?.tableView(self, cellForRowAt: indexPath)
    }

    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    // MARK: Selection and position

    public var indexPathForSelectedRow: IndexPath? { selected.first }
    public var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    /// Without telling the delegate, as in UIKit. A row that is not there is not selected.
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

    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
    }

    open func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        contentOffset = CGPoint(x: 0, y: origin(of: indexPath).y)
    }

    /// The rows on the screen.
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

/// One row.
@MainActor
open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }

    public let reuseIdentifier: String?
    open private(set) lazy var textLabel: UILabel? = UILabel()
    open private(set) lazy var detailTextLabel: UILabel? = UILabel()

    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }
}

extension IndexPath {
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[0] }
    public var row: Int { self[1] }
    public var item: Int { self[1] }
}
