#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a table of snapshots, whose selection is found by the items

struct Airport: Hashable {
    let code: String
    let name: String
    var isFavourite = false
}

enum AirportSection: String, CaseIterable { case favourites, others }

final class AirportDataSource: UITableViewDiffableDataSource<AirportSection, String>,
    UIDataSourceModelAssociation
{
    override func tableView(
        _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { sectionIdentifier(for: section)?.rawValue.capitalized }

    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        true
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        itemIdentifier(for: idx)
    }

    func indexPathForElement(
        withModelIdentifier identifier: String, in view: UIView
    ) -> IndexPath? { indexPath(for: identifier) }
}

class AirportsViewController: UIViewController {
    var airports: [Airport] = [
        Airport(code: "ZRH", name: "Zurich"), Airport(code: "BRN", name: "Bern"),
        Airport(code: "GVA", name: "Geneva", isFavourite: true),
    ]
    let tableView = UITableView(frame: .zero, style: .insetGrouped)
    lazy var dataSource = AirportDataSource(tableView: tableView) { [weak self] table, path, code in
        let cell = table.dequeueReusableCell(withIdentifier: "airport", for: path)
        var content = cell.defaultContentConfiguration()
        content.text = self?.airports.first { $0.code == code }?.name
        content.secondaryText = code
        cell.contentConfiguration = content
        return cell
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.frame = view.bounds
        tableView.restorationIdentifier = "Airports"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "airport")
        tableView.sectionHeaderTopPadding = 0
        tableView.separatorInset = .zero
        view.addSubview(tableView)
        dataSource.defaultRowAnimation = .fade
        show()
    }

    func show() {
        var snapshot = NSDiffableDataSourceSnapshot<AirportSection, String>()
        snapshot.appendSections(AirportSection.allCases)
        snapshot.appendItems(airports.filter(\.isFavourite).map(\.code), toSection: .favourites)
        snapshot.appendItems(airports.filter { !$0.isFavourite }.map(\.code), toSection: .others)
        dataSource.apply(snapshot, animatingDifferences: viewIfLoaded?.window != nil)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(airports.filter(\.isFavourite).map(\.code), forKey: "favourites")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let codes = coder.decodeObject(forKey: "favourites") as? [String] ?? []
        for index in airports.indices {
            airports[index].isFavourite = codes.contains(airports[index].code)
        }
        show()
    }
}

// MARK: Piece: a list of registrations, whose choice is kept by its item

class FoldersViewController: UIViewController, UICollectionViewDelegate {
    private let selectedKey = "FoldersSelectedItem"
    private(set) var collectionView: UICollectionView!
    private(set) var dataSource: UICollectionViewDiffableDataSource<Int, String>!

    override func viewDidLoad() {
        super.viewDidLoad()
        var configuration = UICollectionLayoutListConfiguration(appearance: .sidebar)
        configuration.headerMode = .supplementary
        collectionView = UICollectionView(
            frame: view.bounds,
            collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
        collectionView.delegate = self
        view.addSubview(collectionView)
        configureDataSource()
    }

    private func configureDataSource() {
        let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
            cell, _, name in
            var content = cell.defaultContentConfiguration()
            content.text = name
            cell.contentConfiguration = content
            cell.accessories = [.disclosureIndicator()]
        }
        let headers = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
            elementKind: UICollectionView.elementKindSectionHeader
        ) { header, _, path in
            var content = UIListContentConfiguration.plainHeader()
            content.text = "Section \(path.section)"
            header.contentConfiguration = content
        }
        dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
            view, path, name in
            view.dequeueConfiguredReusableCell(using: cells, for: path, item: name)
        }
        dataSource.supplementaryViewProvider = { view, _, path in
            view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
        }
        var snapshot = dataSource.snapshot()
        snapshot.appendSections([0, 1])
        snapshot.appendItems(["Inbox", "Drafts", "Sent"], toSection: 0)
        snapshot.appendItems(["Work", "Travel"])
        dataSource.apply(snapshot, animatingDifferences: false)
    }

    func collectionView(
        _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath,
        point: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let name = dataSource.itemIdentifier(for: indexPath) else { return nil }
        return UIContextMenuConfiguration(identifier: name as NSString, previewProvider: nil) {
            [weak self] _ in
            let delete = UIAction(title: "Delete") { _ in self?.delete(name) }
            return UIMenu(title: name, children: [delete])
        }
    }

    func delete(_ name: String) {
        var snapshot = dataSource.snapshot()
        snapshot.deleteItems([name])
        dataSource.apply(snapshot)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        let selected = collectionView.indexPathsForSelectedItems?.first
        coder.encode(selected.flatMap(dataSource.itemIdentifier(for:)), forKey: selectedKey)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let name = coder.decodeObject(forKey: selectedKey) as? String else { return }
        collectionView.selectItem(
            at: dataSource.indexPath(for: name), animated: false,
            scrollPosition: .centeredVertically)
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct DiffablePieces {
        @Test("A row is selected again that has come to another section")
        func airports() throws {
            let make = {
                let root = AirportsViewController()
                root.restorationIdentifier = "piece"
                return root
            }
            let root = try restored(make) {
                $0.tableView.selectRow(at: [1, 1], animated: false, scrollPosition: .none)
                $0.airports[1].isFavourite = true
                $0.show()
                #expect($0.tableView.indexPathForSelectedRow == [0, 0])
            }
            #expect(root.dataSource.snapshot().itemIdentifiers == ["BRN", "GVA", "ZRH"])
            #expect(root.tableView.indexPathForSelectedRow == [0, 0])
            #expect(root.tableView.visibleCells.map(\.textLabel?.text).first == "Bern")
            #expect(
                root.dataSource.tableView(root.tableView, titleForHeaderInSection: 1) == "Others")
        }

        @Test("The item of a list is chosen again")
        func folders() throws {
            let make = {
                let root = FoldersViewController()
                root.restorationIdentifier = "piece"
                return root
            }
            let root = try restored(make) {
                let menu = $0.collectionView(
                    $0.collectionView, contextMenuConfigurationForItemAt: [0, 0], point: .zero)
                #expect(menu?.menu?.children.first?.title == "Delete")
                $0.collectionView.selectItem(at: [1, 1], animated: false, scrollPosition: [])
                $0.delete("Work")
                #expect($0.collectionView.indexPathsForSelectedItems == [[1, 0]])
            }
            #expect(root.collectionView.indexPathsForSelectedItems == [[1, 1]])
            #expect(root.collectionView.visibleCells.count == 5)
            let header = root.collectionView.supplementaryView(
                forElementKind: UICollectionView.elementKindSectionHeader, at: [1, 0])
            let content = (header as? UICollectionViewListCell)?.contentConfiguration
            #expect((content as? UIListContentConfiguration)?.text == "Section 1")
        }
    }
#endif
