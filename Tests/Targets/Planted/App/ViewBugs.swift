import PlantedCommon
import StateRestoration

final class RowAsModelIdentifier: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "row-as-model-identifier", breaks: "S11", standsOn: "StateRestoration",
            "The data source gives the row for the model identifier, and another item is selected later."
        )
    }

    override func makeList() -> ListController { List() }

    /// The table keeps the selection by itself, as its data source can name the items.
    final class List: ListController, UIDataSourceModelAssociation {
        override var selected: String? {
            get { tableView.indexPathForSelectedRow.flatMap { item($0.row) } }
            set {
                let row = newValue.flatMap { store?.items.firstIndex(of: $0) }
                tableView.selectRow(
                    at: row.map { IndexPath(row: $0, section: 0) }, animated: false,
                    scrollPosition: .none)
            }
        }

        private func item(_ row: Int) -> String? {
            guard let items = store?.items, items.indices.contains(row) else { return nil }
            return items[row]
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.restorationIdentifier = "table"
        }

        override func reload() {
            let item = selected
            tableView.reloadData()
            selected = item
        }

        override func encodeRestorableState(with coder: NSCoder) {}
        override func decodeRestorableState(with coder: NSCoder) {}

        func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
            isRight ? item(idx.row) : "\(idx.row)"
        }

        func indexPathForElement(
            withModelIdentifier identifier: String, in view: UIView
        ) -> IndexPath? {
            let row = isRight ? store?.items.firstIndex(of: identifier) : Int(identifier)
            return row.map { IndexPath(row: $0, section: 0) }
        }
    }
}

final class PageNotReloaded: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "page-not-reloaded", breaks: "S12", standsOn: "StateRestoration",
            "The web view brings back its addresses and not the page, and nobody loads that again.")
    }

    override func makeDetail(_ item: String) -> DetailController { Detail(item) }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("browse", takes: ["number": "integer"]) { arguments in
            let number = arguments["number"]?.integer ?? 0
            guard let address = URL(string: "page:\(number)") else { return nil }
            (self.detail as? Detail)?.browse(address)
            return nil
        }
    }

    final class Detail: DetailController {
        private let web = UIWebView(frame: CGRect(x: 0, y: 100, width: 390, height: 600))

        override func viewDidLoad() {
            super.viewDidLoad()
            web.restorationIdentifier = "web"
            view.addSubview(web)
        }

        func browse(_ address: URL) {
            loadViewIfNeeded()
            web.load(address)
        }

        override func applicationFinishedRestoringState() {
            super.applicationFinishedRestoringState()
            if isRight { web.reload() }
        }

        override var shown: [String: JSON] {
            super.shown.merging(["web": web.page.map(JSON.string) ?? nil]) { $1 }
        }
    }
}

final class SettingOfAnotherType: PlantedDelegate {
    override class var bug: PlantedBug {
        PlantedBug(
            "setting-of-another-type", breaks: "P3", standsOn: "StateRestoration",
            "A setting was stored as a text, and an update reads it as a number and finds none.")
    }

    private let old = AppStorage(wrappedValue: "1", "columns")
    /// Of build 2. The right one has a key of its own, and begins with what build 1 has stored.
    private lazy var new = AppStorage(
        wrappedValue: isRight ? Int(old.wrappedValue) ?? 1 : 1, isRight ? "columnCount" : "columns")

    private var columns: Int {
        get { build == 1 ? Int(old.wrappedValue) ?? 1 : new.wrappedValue }
        set {
            if build == 1 { old.wrappedValue = "\(newValue)" } else { new.wrappedValue = newValue }
        }
    }

    override func register(_ actions: ScenarioActions) {
        addActions(actions)
        actions.add("setColumns", takes: ["to": "integer"]) { arguments in
            self.columns = Int(arguments["to"]?.integer ?? 1)
            return nil
        }
    }

    override var observableState: [String: JSON] {
        baseState.merging(["columns": .integer(Int64(columns))]) { $1 }
    }
}
