#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a search that is set when the list appears, since it cannot be earlier

class ProductsViewController: UITableViewController, UISearchResultsUpdating,
    UISearchControllerDelegate, UISearchBarDelegate
{
    private enum RestorationKeys: String {
        case searchIsActive, searchText, searchIsFirstResponder, searchScope
    }

    private struct RestorableState {
        var wasActive = false
        var wasFirstResponder = false
    }

    let products = ["Apple", "Apricot", "Banana", "Cherry"]
    private(set) var found: [String] = []
    private var restorableState = RestorableState()
    private(set) var searchController: UISearchController!

    override func viewDidLoad() {
        super.viewDidLoad()
        searchController = UISearchController(searchResultsController: nil)
        searchController.searchResultsUpdater = self
        searchController.delegate = self
        searchController.obscuresBackgroundDuringPresentation = false
        searchController.searchBar.delegate = self
        searchController.searchBar.placeholder = "Search"
        searchController.searchBar.scopeButtonTitles = ["All", "Long"]
        navigationItem.searchController = searchController
        navigationItem.hidesSearchBarWhenScrolling = false
        definesPresentationContext = true
        found = products
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard restorableState.wasActive else { return }
        searchController.isActive = restorableState.wasActive
        restorableState.wasActive = false
        if restorableState.wasFirstResponder {
            searchController.searchBar.becomeFirstResponder()
            restorableState.wasFirstResponder = false
        }
    }

    func updateSearchResults(for searchController: UISearchController) {
        let text = searchController.searchBar.text ?? ""
        let longOnly = searchController.searchBar.selectedScopeButtonIndex == 1
        found = products.filter {
            (text.isEmpty || $0.lowercased().hasPrefix(text.lowercased()))
                && (!longOnly || $0.count > 5)
        }
        tableView.reloadData()
    }

    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
        searchBar.resignFirstResponder()
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { found.count }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        let bar = searchController.searchBar
        coder.encode(searchController.isActive, forKey: RestorationKeys.searchIsActive.rawValue)
        coder.encode(bar.isFirstResponder, forKey: RestorationKeys.searchIsFirstResponder.rawValue)
        coder.encode(bar.selectedScopeButtonIndex, forKey: RestorationKeys.searchScope.rawValue)
        coder.encode(bar.text, forKey: RestorationKeys.searchText.rawValue)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        restorableState.wasActive = coder.decodeBool(
            forKey: RestorationKeys.searchIsActive.rawValue)
        restorableState.wasFirstResponder = coder.decodeBool(
            forKey: RestorationKeys.searchIsFirstResponder.rawValue)
        let bar = searchController.searchBar
        bar.selectedScopeButtonIndex = coder.decodeInteger(
            forKey: RestorationKeys.searchScope.rawValue)
        bar.text = coder.decodeObject(forKey: RestorationKeys.searchText.rawValue) as? String
    }
}

// MARK: Piece: a search bar alone, above a list

class StationsViewController: UIViewController, UISearchBarDelegate {
    let searchBar = UISearchBar()
    private(set) var query = ""

    override func viewDidLoad() {
        super.viewDidLoad()
        searchBar.delegate = self
        searchBar.searchBarStyle = .minimal
        searchBar.sizeToFit()
        navigationItem.titleView = searchBar
    }

    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        query = searchText.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {
        searchBar.setShowsCancelButton(true, animated: true)
    }

    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {
        searchBar.text = nil
        searchBar.setShowsCancelButton(false, animated: true)
        searchBar.resignFirstResponder()
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(query, forKey: "query")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        query = coder.decodeObject(forKey: "query") as? String ?? ""
        searchBar.text = query
    }
}

// MARK: Piece: results in a controller of their own

class ResultsViewController: UITableViewController {
    var results: [String] = [] {
        didSet { tableView.reloadData() }
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { return results.count }
}

class DictionaryViewController: UIViewController, UISearchResultsUpdating {
    let words = ["stage", "stack", "state", "store"]
    lazy var searchController: UISearchController = {
        let search = UISearchController(
            searchResultsController: ResultsViewController(style: .plain))
        search.searchResultsUpdater = self
        return search
    }()

    func updateSearchResults(for searchController: UISearchController) {
        guard let text = searchController.searchBar.text, !text.isEmpty,
            let results = searchController.searchResultsController as? ResultsViewController
        else { return }
        results.results = words.filter { $0.contains(text) }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        guard searchController.isActive else { return }
        coder.encode(searchController.searchBar.text, forKey: "search")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let text = coder.decodeObject(forKey: "search") as? String else { return }
        DispatchQueue.main.async {
            self.searchController.isActive = true
            self.searchController.searchBar.text = text
        }
    }
}

// MARK: Piece: the last searches, newest first and no more than five

final class RecentSearches: NSObject, UIStateRestoring, UIObjectRestoration {
    private(set) var terms: [String] = []

    var objectRestorationClass: UIObjectRestoration.Type? { return RecentSearches.self }

    func add(_ term: String) {
        terms.removeAll { $0 == term }
        terms.insert(term, at: 0)
        terms = Array(terms.prefix(5))
    }

    func encodeRestorableState(with coder: NSCoder) {
        coder.encode(terms, forKey: "terms")
    }

    func decodeRestorableState(with coder: NSCoder) {
        terms = coder.decodeObject(forKey: "terms") as? [String] ?? []
    }

    static func object(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIStateRestoring? {
        let recent = RecentSearches()
        UIApplication.registerObject(
            forStateRestoration: recent, restorationIdentifier: identifierComponents.last!)
        return recent
    }
}

class SearchHistoryViewController: UIViewController {
    var recent: RecentSearches?

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(recent, forKey: "recent")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        recent = coder.decodeObject(forKey: "recent") as? RecentSearches
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct SearchPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("A search is active again with its text, its scope and its keyboard")
        func products() throws {
            let root = try restored({ self.named(ProductsViewController(style: .plain)) }) {
                $0.searchController.isActive = true
                $0.searchController.searchBar.becomeFirstResponder()
                $0.searchController.searchBar.selectedScopeButtonIndex = 1
                $0.searchController.searchBar.text = "ap"
                #expect($0.found == ["Apricot"])
            }
            #expect(root.searchController.isActive)
            #expect(root.searchController.searchBar.isFirstResponder)
            #expect(root.searchController.searchBar.text == "ap")
            #expect(root.found == ["Apricot"])
        }

        @Test("A search that nothing encodes is lost: UIKit restores none")
        func nothingByItself() throws {
            let root = try restored({ self.named(DictionaryViewController()) }) {
                $0.searchController.searchBar.text = "sta"
            }
            #expect(root.searchController.searchBar.text == nil)
            #expect(!root.searchController.isActive)
        }

        @Test("A search bar alone keeps its text by its controller")
        func stations() throws {
            let root = try restored({ self.named(StationsViewController()) }) {
                $0.searchBar($0.searchBar, textDidChange: " Zoo ")
            }
            #expect(root.query == "Zoo")
            #expect(root.searchBar.text == "Zoo")
        }

        @Test("Results are found by the controller that shows them")
        func dictionary() throws {
            let root = named(DictionaryViewController())
            root.searchController.searchBar.text = "sta"
            let results = root.searchController.searchResultsController as? ResultsViewController
            #expect(results?.results == ["stage", "stack", "state"])
        }

        @Test("A registered object is made again, and is the one that a controller encoded")
        func history() throws {
            var kept: RecentSearches?
            let root = try restored({ self.named(SearchHistoryViewController()) }) {
                let recent = RecentSearches()
                ["a", "b", "a", "c"].forEach(recent.add)
                UIApplication.registerObject(
                    forStateRestoration: recent, restorationIdentifier: "recent")
                $0.recent = recent
                kept = recent
            }
            #expect(kept?.terms == ["c", "a", "b"])
            #expect(root.recent?.terms == ["c", "a", "b"])
            #expect(root.recent !== kept)
        }
    }
#endif
