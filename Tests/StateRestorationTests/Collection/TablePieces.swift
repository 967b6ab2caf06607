#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a table whose selection is found by the model's identifiers

struct Book {
    let isbn: String
    let title: String
}

class BooksViewController: UITableViewController, UIDataSourceModelAssociation {
    var books: [Book]

    init(books: [Book]) {
        self.books = books
        super.init(style: .grouped)
        restorationIdentifier = "Books"
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.restorationIdentifier = "BooksTable"
        tableView.register(BookCell.self, forCellReuseIdentifier: BookCell.identifier)
        tableView.rowHeight = UITableView.automaticDimension
        tableView.estimatedRowHeight = 60
        clearsSelectionOnViewWillAppear = false
        navigationItem.rightBarButtonItem = editButtonItem
        refreshControl = UIRefreshControl()
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        return books.count
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(
                withIdentifier: BookCell.identifier, for: indexPath) as! BookCell
        cell.configure(with: books[indexPath.row])
        return cell
    }

    override func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) {
        guard editingStyle == .delete else { return }
        books.remove(at: indexPath.row)
        tableView.deleteRows(at: [indexPath], with: .automatic)
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        return books[idx.row].isbn
    }

    func indexPathForElement(
        withModelIdentifier identifier: String, in view: UIView
    ) -> IndexPath? {
        guard let row = books.firstIndex(where: { $0.isbn == identifier }) else { return nil }
        return IndexPath(row: row, section: 0)
    }
}

// MARK: Piece: a cell with views of its own

class BookCell: UITableViewCell {
    static let identifier = "BookCell"
    private let titleLabel = UILabel()
    private let coverView = UIImageView()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
        accessoryType = .disclosureIndicator
        selectionStyle = .none
        coverView.contentMode = .scaleAspectFit
        contentView.addSubview(titleLabel)
        contentView.addSubview(coverView)
        titleLabel.numberOfLines = 0
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        titleLabel.text = nil
    }

    func configure(with book: Book) {
        titleLabel.text = book.title
        textLabel?.text = book.title
        detailTextLabel?.text = book.isbn
        coverView.image = UIImage(named: book.isbn)
    }
}

// MARK: Piece: sections that are open or closed

class FaqViewController: UITableViewController {
    let questions = ["How?", "Why?", "When?"]
    var openSections = Set<Int>()

    override func numberOfSections(in tableView: UITableView) -> Int { return questions.count }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        return openSections.contains(section) ? 1 : 0
    }

    override func tableView(
        _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? {
        return questions[section]
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(Array(openSections), forKey: "openSections")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let open = coder.decodeObject(forKey: "openSections") as? [Int] ?? []
        openSections = Set(open)
        tableView.reloadData()
    }
}

// MARK: Piece: a data source of its own class, and a selection that opens a detail

class ContactsDataSource: NSObject, UITableViewDataSource {
    var names = ["Ada", "Grace", "Linus"]

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        return names.count
    }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "Contact")
            ?? UITableViewCell(style: .default, reuseIdentifier: "Contact")
        cell.textLabel?.text = names[indexPath.row]
        cell.imageView?.image = UIImage(systemName: "person")
        return cell
    }

    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        return indexPath.row > 0
    }
}

class ContactsViewController: UIViewController, UITableViewDelegate {
    let tableView = UITableView(frame: .zero, style: .plain)
    let dataSource = ContactsDataSource()

    override func viewDidLoad() {
        super.viewDidLoad()
        title = NSLocalizedString("Contacts", comment: "")
        tableView.dataSource = dataSource
        tableView.delegate = self
        tableView.tableFooterView = UIView()
        view.addSubview(tableView)
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let detail = ContactViewController(name: dataSource.names[indexPath.row])
        show(detail, sender: self)
    }

    func tableView(
        _ tableView: UITableView, heightForRowAt indexPath: IndexPath
    ) -> CGFloat {
        return 56
    }
}

class ContactViewController: UIViewController, UIViewControllerRestoration {
    let name: String

    init(name: String) {
        self.name = name
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Contact"
        restorationClass = ContactViewController.self
        title = name
    }

    required init?(coder: NSCoder) { return nil }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        guard let name = coder.decodeObject(forKey: "name") as? String else { return nil }
        return ContactViewController(name: name)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(name, forKey: "name")
    }
}

// MARK: Piece: a table in editing mode, with several rows selected

class MailboxViewController: UITableViewController, UIDataSourceModelAssociation {
    var messages = (1...40).map { "message \($0)" }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.restorationIdentifier = "mailbox"
        tableView.allowsMultipleSelection = true
        tableView.allowsMultipleSelectionDuringEditing = true
        tableView.separatorStyle = .none
    }

    override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        navigationController?.setToolbarHidden(!editing, animated: animated)
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { return messages.count }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        cell.textLabel?.text = messages[indexPath.row]
        return cell
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        return messages[idx.row]
    }

    func indexPathForElement(
        withModelIdentifier identifier: String, in view: UIView
    ) -> IndexPath? {
        return messages.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct TablePieces {
        @Test("A selected row is found again after the rows have been sorted")
        func books() throws {
            let shelf = [Book(isbn: "1", title: "Z"), Book(isbn: "2", title: "A")]
            let device = SimulatedDevice()
            let first = device.launch { PieceDelegate { BooksViewController(books: shelf) } }
            let before = first.application.keyWindow?.rootViewController as? BooksViewController
            before?.tableView.selectRow(
                at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
            let cell = before?.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
            #expect((cell as? BookCell)?.detailTextLabel?.text == "1")
            #expect(cell?.reuseIdentifier == "BookCell")
            first.enterBackground()
            let after: BooksViewController = try relaunched(device) {
                PieceDelegate { BooksViewController(books: shelf.reversed()) }
            }
            #expect(after.tableView.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
        }

        @Test("Open sections come back")
        func faq() throws {
            func make() -> FaqViewController {
                let faq = FaqViewController(style: .grouped)
                faq.restorationIdentifier = "Faq"
                return faq
            }
            let faq = try restored(make) { $0.openSections = [0, 2] }
            #expect(faq.openSections == [0, 2])
            #expect((0..<3).map(faq.tableView.numberOfRows(inSection:)) == [1, 0, 1])
        }

        @Test("A detail is made again with what it encoded")
        func contacts() throws {
            func make() -> UINavigationController {
                let contacts = ContactsViewController()
                contacts.restorationIdentifier = "Contacts"
                return inNavigation(contacts)
            }
            let navigation = try restored(make) {
                let list = $0.topViewController as? ContactsViewController
                list.map {
                    $0.tableView($0.tableView, didSelectRowAt: IndexPath(row: 1, section: 0))
                }
            }
            #expect(navigation.topViewController?.title == "Grace")
            #expect(navigation.viewControllers.first is ContactsViewController)
        }

        @Test("Editing and a selection of several rows come back by themselves")
        func mailbox() throws {
            func make() -> MailboxViewController {
                let mailbox = MailboxViewController(style: .plain)
                mailbox.restorationIdentifier = "Mailbox"
                return mailbox
            }
            let mailbox = try restored(make) {
                $0.setEditing(true, animated: true)
                for row in [30, 31] {
                    $0.tableView.selectRow(
                        at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .top)
                }
            }
            #expect(mailbox.tableView.isEditing)
            #expect(mailbox.tableView.indexPathsForSelectedRows?.map(\.row) == [30, 31])
            #expect(mailbox.tableView.indexPathsForVisibleRows?.contains([0, 31]) == true)
        }
    }
#endif
