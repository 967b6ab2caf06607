import Foundation

/// Supplies a collection from snapshots: values that say which cells there are.
///
/// It becomes the data source at once. A cell that is selected stays so where the next snapshot has its item,
/// wherever it is then. Selection and position are saved only if a subclass adopts
/// ``UIDataSourceModelAssociation`` (S11).
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
>: NSObject, UICollectionViewDataSource {
    /// Gives the cell of an item. Nil ends the process, as in UIKit.
    public typealias CellProvider = (
        _ collectionView: UICollectionView, _ indexPath: IndexPath,
        _ itemIdentifier: ItemIdentifierType
    ) -> UICollectionViewCell?

    /// Gives the view of a kind above or below a section.
    public typealias SupplementaryViewProvider = (
        _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
    ) -> UICollectionReusableView?
    /// Gives the views above and below sections; nil where there are none.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    private weak var collectionView: UICollectionView?
    private let cellProvider: CellProvider
    private var list = DiffableList<SectionIdentifierType, ItemIdentifierType>()

    /// Makes a data source without items, and gives it to a collection.
    public init(
        collectionView: UICollectionView, cellProvider: @escaping CellProvider
    ) {
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    // MARK: Snapshots

    /// Shows a snapshot at once. Nothing is animated; `completion` is called before this method returns.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        let old = list
        let selected = collectionView?.selectedElements ?? []
        list = DiffableList(snapshot)
        collectionView?.selectedElements = list.places(of: selected, in: old)
        collectionView?.settle()
        completion?()
    }

    /// Shows a snapshot at once.
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async { apply(snapshot, animatingDifferences: animatingDifferences, completion: nil) }

    /// Shows a snapshot as a list of other cells: the selection goes.
    open func applySnapshotUsingReloadData(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        completion: (() -> Void)? = nil
    ) {
        list = DiffableList(snapshot)
        collectionView?.reloadData()
        completion?()
    }

    /// What is shown, as a value that can be changed and applied.
    open func snapshot()
        -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    { list.snapshot }

    /// The item at a place; nil where there is none.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        list.item(at: indexPath)
    }
    /// The place of an item; nil where there is no such item.
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

    open func numberOfSections(in collectionView: UICollectionView) -> Int {
        list.snapshot.numberOfSections
    }
    open func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { list.count(in: section) }
    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = list.item(at: indexPath).flatMap { cellProvider(collectionView, indexPath, $0) }
        guard let cell else { preconditionFailure("no cell for the item \(indexPath)") }
        return cell
    }
    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
        at indexPath: IndexPath
    ) -> UICollectionReusableView {
        supplementaryViewProvider?(collectionView, kind, indexPath)
            ?? UICollectionReusableView(frame: .zero)
    }
    open func collectionView(
        _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { false }
    open func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {}
}
