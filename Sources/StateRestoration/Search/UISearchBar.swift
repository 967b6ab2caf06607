import Foundation

/// Hears what the user does with a search bar.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: NSObjectProtocol {
    /// Whether the bar may be edited.
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    /// The bar is being edited.
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    /// The bar is no longer being edited.
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    /// The text is another.
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    /// The user has tapped the search key.
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    /// The user has tapped Cancel.
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    /// The user has chosen where to search.
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
    /// Yes.
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    /// Does nothing.
    public func searchBar(
        _ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int
    ) {}
}

/// A field to type a search into. It saves nothing: Apple's sample of a search encodes its text, its
/// scope and whether it is being edited (S12).
@preconcurrency @MainActor
open class UISearchBar: UIView {
    /// How it looks. It changes nothing here.
    public enum Style: UInt, Sendable {
        /// As the system likes it.
        case `default`
        /// The field stands out.
        case prominent
        /// There is only the field.
        case minimal
    }

    /// Hears what the user does; held weakly.
    open weak var delegate: (any UISearchBarDelegate)?
    /// The text. Setting it does not tell the delegate, but the search controller's updater.
    open var text: String? { didSet { if text != oldValue { changed?() } } }
    /// What is drawn while there is no text.
    open var placeholder: String?
    /// A line above the field. It is not drawn.
    open var prompt: String?
    /// Where one can search. Nil is nowhere in particular.
    open var scopeButtonTitles: [String]?
    /// The chosen scope, counted from 0.
    open var selectedScopeButtonIndex = 0 {
        didSet { if selectedScopeButtonIndex != oldValue { changed?() } }
    }
    /// Whether the scopes are visible. It changes nothing here.
    open var showsScopeBar = false
    /// Whether Cancel is visible. It changes nothing here.
    open var showsCancelButton = false
    /// How it looks.
    open var searchBarStyle = Style.default
    /// How it looks.
    open var barStyle = UIBarStyle.default
    /// Its color. It is not drawn.
    open var barTintColor: UIColor?
    /// The field inside.
    public private(set) lazy var searchTextField = UISearchTextField()
    /// Which letters become large ones by themselves. It changes nothing here.
    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    /// Whether words are corrected. It changes nothing here.
    open var autocorrectionType = UITextAutocorrectionType.default
    /// Which keyboard the user gets. It changes nothing here.
    open var keyboardType = UIKeyboardType.default
    /// What its Return key says. It changes nothing here.
    open var returnKeyType = UIReturnKeyType.search
    /// For the search controller: the text or the scope is another.
    var changed: (() -> Void)?

    /// Shows or hides Cancel. It changes nothing here.
    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        self.showsCancelButton = showsCancelButton
    }

    open override var canBecomeFirstResponder: Bool { true }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard wasEditing || delegate?.searchBarShouldBeginEditing(self) != false,
            super.becomeFirstResponder()
        else { return false }
        if !wasEditing { delegate?.searchBarTextDidBeginEditing(self) }
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        let wasEditing = isFirstResponder
        guard super.resignFirstResponder() else { return false }
        if wasEditing { delegate?.searchBarTextDidEndEditing(self) }
        return true
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(text ?? placeholder ?? "", at: CGPoint(x: 8, y: 24), size: 17)
    }

    override var observableState: [String: JSON] {
        [
            "text": text.map(JSON.string) ?? nil, "editing": .bool(isFirstResponder),
            "scope": .integer(Int64(selectedScopeButtonIndex)),
        ]
    }
}
