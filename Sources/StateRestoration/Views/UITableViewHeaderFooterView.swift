import Foundation

/// The view above or below a section of a table. It is not drawn.
@preconcurrency @MainActor
open class UITableViewHeaderFooterView: UIView {
    /// The identifier that it was made for. Such views are not reused here.
    public let reuseIdentifier: String?
    /// Its text. Never nil.
    open private(set) lazy var textLabel: UILabel? = UILabel()
    /// Its second text. Never nil.
    open private(set) lazy var detailTextLabel: UILabel? = UILabel()
    /// What its own views are in.
    public private(set) lazy var contentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()
    /// The view behind it.
    open var backgroundView: UIView?
    /// What it shows, as a value. The texts of a list's content are those of ``textLabel`` and
    /// ``detailTextLabel``.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            guard let content = contentConfiguration as? UIListContentConfiguration else { return }
            textLabel?.text = content.text
            detailTextLabel?.text = content.secondaryText
        }
    }

    /// Makes a view for an identifier.
    public init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Reads nothing from the coder: there is no identifier.
    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    /// Content without texts.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }
    /// Does nothing. Such views are not reused here: nothing calls it.
    open func prepareForReuse() {}
}

extension UITableView {
    /// Says which class the views of an identifier are of; nil forgets it.
    public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String)
    {
        sectionViews.register(aClass, for: identifier)
    }

    /// Says that the views of an identifier come from a nib: see ``UINib``.
    public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        sectionViews.register(nib, for: identifier)
    }

    /// A new view of the registered class or nib; nil where neither is registered.
    public func dequeueReusableHeaderFooterView(
        withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? {
        sectionViews.make(identifier) {
            RuntimeClass.makeHeader($0, reuseIdentifier: identifier)
        } as? UITableViewHeaderFooterView
    }

    /// The delegate's view above a section; nil where it has none of that kind.
    public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        (delegate as? any UITableViewDelegate)?
            .tableView(self, viewForHeaderInSection: section) as? UITableViewHeaderFooterView
    }

    /// The delegate's view below a section; nil where it has none of that kind.
    public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        (delegate as? any UITableViewDelegate)?
            .tableView(self, viewForFooterInSection: section) as? UITableViewHeaderFooterView
    }
}
