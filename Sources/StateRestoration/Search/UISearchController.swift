import Foundation

/// Shows what is found.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
    /// The text, the scope, or whether the search is active, is another.
    func updateSearchResults(for searchController: UISearchController)
}

/// Hears when a search comes and goes.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: NSObjectProtocol {
    /// The search is about to become active.
    func willPresentSearchController(_ searchController: UISearchController)
    /// The search is active.
    func didPresentSearchController(_ searchController: UISearchController)
    /// The search is about to end.
    func willDismissSearchController(_ searchController: UISearchController)
    /// The search has ended.
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    /// Does nothing.
    public func willPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didPresentSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func willDismissSearchController(_ searchController: UISearchController) {}
    /// Does nothing.
    public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// A search bar, and what it finds.
///
/// UIKit does not bring back a search: Apple's sample code encodes whether it is active, its text and
/// whether it is being edited, keeps what it has decoded, and sets it when the controller appears. The
/// results are not drawn here, and an active search is not a presented controller.
@preconcurrency @MainActor
open class UISearchController: UIViewController {
    /// Shows what is found; held weakly.
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    /// Hears when the search comes and goes; held weakly.
    open weak var delegate: (any UISearchControllerDelegate)?
    /// What shows the results; nil where the controller that is searched does.
    public let searchResultsController: UIViewController?
    /// The bar.
    public let searchBar = UISearchBar()
    /// Whether what is searched is dimmed. It changes nothing here.
    open var obscuresBackgroundDuringPresentation = true
    /// The older name of `obscuresBackgroundDuringPresentation`.
    open var dimsBackgroundDuringPresentation = true
    /// Whether the navigation bar goes while one searches. It changes nothing here.
    open var hidesNavigationBarDuringPresentation = true
    /// Whether Cancel comes and goes by itself. It changes nothing here.
    open var automaticallyShowsCancelButton = true
    /// Whether the scopes come and go by themselves. It changes nothing here.
    open var automaticallyShowsScopeBar = true
    /// Whether the controller of the results is shown, also with no text. It is not drawn.
    open var showsSearchResultsController = false

    /// Whether one searches. Setting it tells the delegate, and has the results updated; false
    /// also clears the text, and ends editing, as Cancel does.
    open var isActive = false {
        didSet {
            guard isActive != oldValue else { return }
            if isActive {
                delegate?.willPresentSearchController(self)
                delegate?.didPresentSearchController(self)
            } else {
                delegate?.willDismissSearchController(self)
                searchBar.resignFirstResponder()
                searchBar.text = nil
                delegate?.didDismissSearchController(self)
            }
            searchResultsUpdater?.updateSearchResults(for: self)
        }
    }

    /// Makes a search. Nil has the controller that is searched show the results.
    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        observeBar()
    }

    /// Reads nothing from the coder: there is no controller for the results.
    public required init?(coder: NSCoder) {
        searchResultsController = nil
        super.init(coder: coder)
        observeBar()
    }

    private func observeBar() {
        searchBar.changed = { [weak self] in
            guard let self else { return }
            self.searchResultsUpdater?.updateSearchResults(for: self)
        }
    }
}
