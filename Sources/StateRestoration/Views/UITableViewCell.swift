import Foundation

/// The view of one row. Only its two texts are drawn.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// Where the texts of a cell are. Every style is drawn as `value1`.
    public enum CellStyle: Int, Sendable {
        /// One text.
        case `default`
        /// A text on the left, and one in gray on the right.
        case value1
        /// A short text on the left, and one after it.
        case value2
        /// A text, and a smaller one below it.
        case subtitle
    }

    /// What is on the right of a cell. It is not drawn.
    public enum AccessoryType: Int, Sendable {
        /// Nothing.
        case none
        /// An arrow: a tap leads on.
        case disclosureIndicator
        /// An arrow and an i.
        case detailDisclosureButton
        /// A check mark.
        case checkmark
        /// An i.
        case detailButton
    }

    /// How a selected cell looks. Every style is drawn the same.
    public enum SelectionStyle: Int, Sendable {
        /// Like any other.
        case none
        /// Blue.
        case blue
        /// Gray.
        case gray
        /// As the system likes it.
        case `default`
    }

    /// What the user does to a row.
    public enum EditingStyle: Int, Sendable {
        /// Nothing.
        case none
        /// Deletes it.
        case delete
        /// Inserts one.
        case insert
    }

    /// The identifier that it was made for. Cells are not reused here.
    public let reuseIdentifier: String?
    /// The text on the left. Never nil.
    open private(set) lazy var textLabel: UILabel? = UILabel()
    /// The text on the right, whatever the cell's style. Never nil.
    open private(set) lazy var detailTextLabel: UILabel? = UILabel()
    /// The picture on the left. It is not drawn. Never nil.
    open private(set) lazy var imageView: UIImageView? = UIImageView(image: nil)
    /// What the cell's own views are in.
    public private(set) lazy var contentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()
    /// What is on the right.
    open var accessoryType = AccessoryType.none
    /// A view on the right. It is not drawn.
    open var accessoryView: UIView?
    /// How it looks when it is selected.
    open var selectionStyle = SelectionStyle.default
    /// The view behind it. It is not drawn.
    open var backgroundView: UIView?
    /// The view behind it when it is selected. It is not drawn.
    open var selectedBackgroundView: UIView?
    /// Whether it looks selected. The table's selection is another thing.
    open var isSelected: Bool {
        get { looksSelected }
        set { setSelected(newValue, animated: false) }
    }
    private var looksSelected = false
    /// Where the line below it begins. It is not drawn.
    open var separatorInset = UIEdgeInsets.zero

    /// Makes a cell. The style is ignored.
    public init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Makes a cell for no identifier.
    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

    /// Reads nothing from the coder: there is no identifier.
    public required init?(coder: NSCoder) {
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    /// What it shows, as a value. The texts of a list's content are those of ``textLabel`` and
    /// ``detailTextLabel``.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            guard let content = contentConfiguration as? UIListContentConfiguration else { return }
            textLabel?.text = content.text
            detailTextLabel?.text = content.secondaryText
            imageView?.image = content.image
        }
    }
    /// Content without texts.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
    /// In which state it is.
    open var configurationState: UICellConfigurationState {
        UICellConfigurationState(isSelected: isSelected)
    }
    /// Sets the content for a state. Overridden by the app; does nothing.
    open func updateConfiguration(using state: UICellConfigurationState) {}
    /// Has the content be set for the present state, before it returns.
    open func setNeedsUpdateConfiguration() { updateConfiguration(using: configurationState) }
    /// Does nothing. Cells are not reused here: nothing calls it.
    open func prepareForReuse() {}
    /// Makes the cell look selected, or not. `animated` is ignored.
    open func setSelected(_ selected: Bool, animated: Bool) { looksSelected = selected }
    /// Does nothing. Nothing here touches a cell.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {}
}

extension IndexPath {
    /// The path of a table's row, each number counted from 0.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// The path of a collection's item, each number counted from 0.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// The first index. The path must not be empty.
    public var section: Int { self[0] }
    /// The second index. The path must have two.
    public var row: Int { self[1] }
    /// The second index. The path must have two.
    public var item: Int { self[1] }
}
