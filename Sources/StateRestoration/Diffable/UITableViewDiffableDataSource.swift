import Foundation

/// Supplies a table from snapshots: values that say which rows there are.
///
/// It becomes the data source at once. A row that is selected stays so where the next snapshot has its item,
/// wherever it is then. Selection and position are saved only if a subclass adopts
/// ``UIDataSourceModelAssociation`` (S11).
@preconcurrency @MainActor
open class UITableViewDiffableDataSource<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
>: NSObject, UITableViewDataSource {
    /// Gives the cell of an item. Nil ends the process, as in UIKit.
    public typealias CellProvider = (
        _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> UITableViewCell?

    /// How rows come and go. Nothing is animated.
    open var defaultRowAnimation = UITableView.RowAnimation.automatic
    private weak var tableView: UITableView?
    private let cellProvider: CellProvider
    private var list = DiffableList<SectionIdentifierType, ItemIdentifierType>()

    /// Makes a data source without rows, and gives it to a table.
    public init(
        tableView: UITableView, cellProvider: @escaping CellProvider
    ) {
        self.tableView = tableView
        self.cellProvider = cellProvider
        super.init()
        tableView.dataSource = self
    }

    // MARK: Snapshots

    /// Shows a snapshot at once. Nothing is animated; `completion` is called before this method returns.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        let old = list
        let selected = tableView?.selectedElements ?? []
        list = DiffableList(snapshot)
        tableView?.selectedElements = list.places(of: selected, in: old)
        tableView?.settle()
        completion?()
    }

    /// Shows a snapshot at once.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async { apply(snapshot, animatingDifferences: animatingDifferences, completion: nil) }

    /// Shows a snapshot as a list of other rows: the selection goes.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        list = DiffableList(snapshot)
        tableView?.reloadData()
        completion?()
    }

    /// What is shown, as a value that can be changed and applied.
    open func snapshot()
        -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    { list.snapshot }

    /// The item of a row; nil where there is no such row.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        list.item(at: indexPath)
    }
    /// The row of an item; nil where there is no such item.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        list.place(of: itemIdentifier)
    }
    /// The section at a place; nil where there is none.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        list.section(at: index)
    }
    /// The place of a section; nil where there is no such section.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        list.snapshot.indexOfSection(sectionIdentifier)
    }

    // MARK: Data source

    open func numberOfSections(in tableView: UITableView) -> Int {
        list.snapshot.numberOfSections
    }
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        list.count(in: section)
    }
    open func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = list.item(at: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
        guard let cell else { preconditionFailure("no cell for the row \(indexPath)") }
        return cell
    }

    // The rest of what a table asks, so that a subclass can override it: each answers as where it is
    // missing.

    open func tableView(
        _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { nil }
    open func tableView(
        _ tableView: UITableView, titleForFooterInSection section: Int
    ) -> String? { nil }
    /// No, unlike that of another data source.
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        false
    }
    /// No, unlike that of another data source.
    open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        false
    }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {}
    open func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {}
    open func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
}
