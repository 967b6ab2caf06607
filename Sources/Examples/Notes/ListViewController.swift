import StateRestoration

/// Lists the notes, one row each.
final class ListViewController: UITableViewController {
    var recentNotes: RecentNotes?
    private var store: NoteStore? { AppDelegate.shared?.store }

    init() {
        super.init(style: .plain)
        restorationIdentifier = "list"
        title = "Notes"
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "note")
    }

    // MARK: Rows

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { store?.keys.count ?? 0 }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "note", for: indexPath)
        cell.textLabel?.text = store?.keys[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard let key = store?.keys[indexPath.row] else { return }
        AppDelegate.shared?.openNote(key)
    }

    /// The key of the selected note. A row would not do: rows move when notes come and go.
    var selectedKey: String? {
        didSet { selectRow() }
    }

    /// Shows the notes again after they have changed.
    func reload() {
        tableView.reloadData()
        if let selectedKey, store?.contains(selectedKey) == false { self.selectedKey = nil }
        selectRow()
    }

    private func selectRow() {
        let row = selectedKey.flatMap { store?.keys.firstIndex(of: $0) }
        tableView.selectRow(
            at: row.map { IndexPath(row: $0, section: 0) }, animated: false, scrollPosition: .none)
    }

    // MARK: State restoration

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(recentNotes, forKey: "recentNotes")
        coder.encode(selectedKey, forKey: "selectedKey")
        // The first visible note, and how far it is scrolled away.
        let offset = Double(tableView.contentOffset.y)
        let row = Int(offset / Double(tableView.rowHeight))
        guard let keys = store?.keys, keys.indices.contains(row) else { return }
        coder.encode(keys[row], forKey: "firstVisibleKey")
        coder.encode(offset - Double(row) * Double(tableView.rowHeight), forKey: "distance")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        recentNotes = coder.decodeObject(of: RecentNotes.self, forKey: "recentNotes") ?? recentNotes
        // The note may have been deleted since.
        let key = coder.decodeObject(forKey: "selectedKey") as? String
        selectedKey = key.flatMap { store?.contains($0) == true ? $0 : nil }
        guard let key = coder.decodeObject(forKey: "firstVisibleKey") as? String,
            let row = store?.keys.firstIndex(of: key)
        else { return }
        let distance = CGFloat(coder.decodeDouble(forKey: "distance"))
        tableView.contentOffset.y = CGFloat(row) * tableView.rowHeight + distance
    }
}
