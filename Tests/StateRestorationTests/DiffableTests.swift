import Foundation
import Testing

@testable import StateRestoration

/// Lists that are shown from snapshots.
@MainActor
@Suite struct DiffableTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private var snapshot: Snapshot {
        var snapshot = Snapshot()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems([1, 2, 3], toSection: "a")
        snapshot.appendItems([4])
        return snapshot
    }

    @Test func itemsComeMoveAndGo() {
        var snapshot = snapshot
        snapshot.insertItems([10, 11], beforeItem: 2)
        snapshot.insertItems([12], afterItem: 4)
        snapshot.moveItem(1, afterItem: 12)
        snapshot.moveItem(4, beforeItem: 3)
        snapshot.deleteItems([11, 99])
        #expect(snapshot.itemIdentifiers(inSection: "a") == [10, 2, 4, 3])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [12, 1])
        #expect(snapshot.sectionIdentifier(containingItem: 4) == "a")
        #expect(snapshot.sectionIdentifier(containingItem: 11) == nil)
        #expect(snapshot.indexOfItem(12) == 4)
        #expect(snapshot.numberOfItems == 6)
    }

    @Test func sectionsComeMoveAndGoWithTheirItems() {
        var snapshot = snapshot
        snapshot.insertSections(["0"], beforeSection: "a")
        snapshot.insertSections(["c"], afterSection: "b")
        snapshot.moveSection("a", afterSection: "b")
        snapshot.moveSection("c", beforeSection: "0")
        #expect(snapshot.sectionIdentifiers == ["c", "0", "b", "a"])
        #expect(snapshot.itemIdentifiers == [4, 1, 2, 3])
        snapshot.deleteSections(["a"])
        #expect(snapshot.itemIdentifiers == [4])
        #expect(snapshot.sectionIdentifier(containingItem: 1) == nil)
        snapshot.appendItems([1], toSection: "c")
        #expect(snapshot.indexOfItem(1) == 0)
        snapshot.deleteAllItems()
        #expect(snapshot.numberOfSections == 0 && snapshot.numberOfItems == 0)
    }

    @Test func theSelectionGoesWithItsItems() async {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
        let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, _, number in
            let cell = UITableViewCell()
            cell.textLabel?.text = "\(number)"
            return cell
        }
        await source.apply(snapshot)
        table.allowsMultipleSelection = true
        table.selectRow(at: [0, 0], animated: false, scrollPosition: .none)
        table.selectRow(at: [1, 0], animated: false, scrollPosition: .none)
        var next = source.snapshot()
        next.deleteItems([1])
        next.moveItem(4, beforeItem: 2)
        await source.apply(next, animatingDifferences: false)
        #expect(table.indexPathsForSelectedRows == [[0, 0]])
        #expect(table.visibleCells.map(\.textLabel?.text) == ["4", "2", "3"])
        source.applySnapshotUsingReloadData(next)
        #expect(table.indexPathsForSelectedRows == nil)
    }

    @Test func placesAreFoundByItemsAndItemsByPlaces() {
        let layout = UICollectionViewFlowLayout()
        let collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
        let source = UICollectionViewDiffableDataSource<String, Int>(
            collectionView: collection
        ) { _, _, _ in UICollectionViewCell(frame: .zero) }
        source.apply(snapshot)
        #expect(collection.numberOfSections == 2 && collection.numberOfItems(inSection: 0) == 3)
        #expect(source.indexPath(for: 3) == [0, 2] && source.indexPath(for: 9) == nil)
        #expect(source.itemIdentifier(for: [1, 0]) == 4)
        #expect(
            source.itemIdentifier(for: [1, 1]) == nil && source.itemIdentifier(for: [2, 0]) == nil)
        #expect(source.sectionIdentifier(for: 1) == "b" && source.index(for: "b") == 1)
        #expect(layout.collectionView === collection)
    }

    @Test func whatIsRegisteredIsMade() {
        final class Header: UICollectionReusableView {}
        let collection = UICollectionView(
            frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        let kind = UICollectionView.elementKindSectionHeader
        collection.register(
            Header.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
        let made = collection.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: "header", for: [0, 0])
        #expect(made is Header && made.reuseIdentifier == "header")
        let other = collection.dequeueReusableSupplementaryView(
            ofKind: "other", withReuseIdentifier: "header", for: [0, 0])
        #expect(!(other is Header))
    }
}
