import Foundation

/// A view of a collection: of an item, or above or below a section. The latter is not drawn.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
    /// The identifier that it was made for. Such views are not reused here.
    public internal(set) var reuseIdentifier: String?

    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Does nothing. Views are not reused here: nothing calls it.
    open func prepareForReuse() {}
}

/// The view of one item.
@preconcurrency @MainActor
open class UICollectionViewCell: UICollectionReusableView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    /// Reads nothing from the coder: the frame is zero.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// What the cell's own views are in.
    public private(set) lazy var contentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()
    /// Whether it looks selected. The collection's selection is another thing.
    open var isSelected = false
    /// Whether a finger is on it. Nothing here sets it.
    open var isHighlighted = false
    /// The view behind it. It is not drawn.
    open var backgroundView: UIView?
    /// The view behind it when it is selected. It is not drawn.
    open var selectedBackgroundView: UIView?
    /// What it shows, as a value. It is not drawn.
    open var contentConfiguration: (any UIContentConfiguration)?
    /// In which state it is.
    open var configurationState: UICellConfigurationState {
        UICellConfigurationState(isSelected: isSelected, isHighlighted: isHighlighted)
    }
    /// Sets the content for a state. Overridden by the app; does nothing.
    open func updateConfiguration(using state: UICellConfigurationState) {}
    /// Has the content be set for the present state, before it returns.
    open func setNeedsUpdateConfiguration() { updateConfiguration(using: configurationState) }
}

/// The cell of a collection that looks like a table.
@preconcurrency @MainActor
open class UICollectionViewListCell: UICollectionViewCell {
    /// What is beside its content. It is not drawn.
    open var accessories: [UICellAccessory] = []
    /// How far down the hierarchy it is. It is not drawn.
    open var indentationLevel = 0
    /// How much one level is, in points. It is not drawn.
    open var indentationWidth: CGFloat = 10

    /// Content without texts.
    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}

/// What is beside the content of a list's cell. It is not drawn.
public struct UICellAccessory: Sendable {
    /// When it can be seen.
    public enum DisplayedState: Sendable {
        /// At all times, or depending on whether the list is edited.
        case always, whenEditing, whenNotEditing
    }

    /// An arrow: a tap leads on.
    public static func disclosureIndicator(displayed: DisplayedState = .always) -> Self { Self() }
    /// A check mark.
    public static func checkmark(displayed: DisplayedState = .always) -> Self { Self() }
    /// What deletes the item.
    public static func delete(displayed: DisplayedState = .whenEditing) -> Self { Self() }
    /// What inserts an item.
    public static func insert(displayed: DisplayedState = .whenEditing) -> Self { Self() }
    /// What moves the item.
    public static func reorder(displayed: DisplayedState = .whenEditing) -> Self { Self() }
    /// What opens the items below.
    public static func outlineDisclosure(displayed: DisplayedState = .always) -> Self { Self() }
    /// A text.
    public static func label(text: String, displayed: DisplayedState = .always) -> Self { Self() }
}
