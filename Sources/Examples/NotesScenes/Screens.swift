import StateRestoration

/// Lists the notes, one row each.
final class ListViewController: UITableViewController {
    weak var window: SceneDelegate?
    private var keys: [String] { AppDelegate.shared?.store.keys ?? [] }

    init() {
        super.init(style: .plain)
        title = "Notes"
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        keys.count
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = keys[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        window?.open(keys[indexPath.row])
    }

    /// The note at the top of the list. Setting it scrolls there, as far as there is a page to show.
    var firstVisibleKey: String? {
        get {
            let row = Int(tableView.contentOffset.y / tableView.rowHeight)
            return keys.indices.contains(row) ? keys[row] : nil
        }
        set {
            guard let row = newValue.flatMap(keys.firstIndex) else { return }
            let end = max(0, tableView.contentSize.height - tableView.frame.height)
            tableView.contentOffset.y = min(CGFloat(row) * tableView.rowHeight, end)
        }
    }
}

/// Edits one note, whose file holds the text.
final class EditorViewController: UIViewController {
    let key: String
    let textView = UITextView(frame: .zero)
    private let store: NoteStore

    init(key: String, store: NoteStore) {
        self.key = key
        self.store = store
        super.init(nibName: nil, bundle: nil)
        title = key
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        textView.frame = view.bounds
        textView.text = store.text(of: key)
        view.addSubview(textView)
    }

    /// The user types. The note may be open in another window, which shows the same.
    func type(_ text: String) {
        loadViewIfNeeded()
        textView.text = text
        textView.selectedRange = NSRange(location: text.utf16.count, length: 0)
        for other in AppDelegate.shared?.editors ?? [] where other !== self && other.key == key {
            other.follow(text)
        }
    }

    private func follow(_ text: String) {
        loadViewIfNeeded()
        let cursor = min(textView.selectedRange.location, text.utf16.count)
        textView.text = text
        textView.selectedRange = NSRange(location: cursor, length: 0)
    }

    /// Writes the text into the note's file, if it has changed.
    func save() {
        guard isViewLoaded, textView.text != store.text(of: key) else { return }
        do {
            try store.save(textView.text, to: key)
        } catch {
            print("The note \(key) was not saved: \(error)")
        }
    }
}
