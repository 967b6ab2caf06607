import StateRestoration

/// The items, a row each.
class ListController: UITableViewController {
    /// The selected item: a key and no row, as rows move.
    var selected: String?
    var store: ItemStore? { PlantedDelegate.shared?.store ?? PlantedScenes.shared?.store }

    init() {
        super.init(style: .plain)
        restorationIdentifier = "list"
        title = "Items"
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    func reload() {
        if let selected, store?.contains(selected) == false { self.selected = nil }
        tableView.reloadData()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        store?.items.count ?? 0
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        cell.textLabel?.text = store?.items[indexPath.row]
        return cell
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(selected, forKey: "selected")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let item = coder.decodeObject(forKey: "selected") as? String
        selected = item.flatMap { store?.contains($0) == true ? $0 : nil }
    }
}

/// One item, at one of its pages.
class DetailController: UIViewController {
    let item: String
    var page = 1
    var isPinned = false
    let label = UILabel(frame: CGRect(x: 16, y: 60, width: 300, height: 24))

    init(_ item: String) {
        self.item = item
        super.init(nibName: nil, bundle: nil)
        title = item
        restorationIdentifier = "detail"
        restorationClass = DetailRestoration.self
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
        showPage()
    }

    func showPage() { label.text = "page \(page)" }

    /// The item has been given another text.
    func reload() {}

    func turn(to page: Int) {
        self.page = page
        showPage()
    }

    /// What scenarios see.
    var shown: [String: JSON] {
        [
            "item": .string(item), "page": .integer(Int64(page)), "pinned": .bool(isPinned),
            "label": .string(label.text ?? ""),
        ]
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(item, forKey: "item")
        coder.encode(page, forKey: "page")
        coder.encode(isPinned, forKey: "isPinned")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        page = coder.decodeInteger(forKey: "page")
        isPinned = coder.decodeBool(forKey: "isPinned")
        showPage()
    }
}

/// Makes the detail again, unless its item has gone.
final class DetailRestoration: UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        guard let app = PlantedDelegate.shared,
            let item = coder.decodeObject(forKey: "item") as? String, app.store.contains(item)
        else { return nil }
        return app.makeDetail(item)
    }
}
