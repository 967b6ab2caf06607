import StateRestoration

/// Edits one note. The note's file holds the text. The archive holds only the note's key, the recent
/// notes and the selection.
final class EditorViewController: UIViewController, UIViewControllerRestoration {
    let key: String
    private let store: NoteStore
    var recentNotes: RecentNotes?
    let textView = UITextView(frame: .zero)

    init(key: String, store: NoteStore, recentNotes: RecentNotes?) {
        self.key = key
        self.store = store
        self.recentNotes = recentNotes
        super.init(nibName: nil, bundle: nil)
        title = key
        restorationIdentifier = "editor"
        restorationClass = EditorViewController.self
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        textView.frame = view.bounds
        textView.restorationIdentifier = "text"
        textView.text = store.text(of: key)
        view.addSubview(textView)
    }

    /// Writes the text into the note's file, if it has changed.
    func save() {
        guard isViewLoaded, textView.text != store.text(of: key), store.contains(key) else {
            return
        }
        do {
            try store.save(textView.text, to: key)
        } catch {
            print("The note \(key) was not saved: \(error)")
        }
    }

    // MARK: State restoration

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        // The note may have been deleted since.
        guard let app = AppDelegate.shared, let key = coder.decodeObject(forKey: "key") as? String,
            app.store.contains(key)
        else { return nil }
        return EditorViewController(key: key, store: app.store, recentNotes: nil)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(key, forKey: "key")
        coder.encode(recentNotes, forKey: "recentNotes")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        recentNotes = coder.decodeObject(of: RecentNotes.self, forKey: "recentNotes")
    }
}
