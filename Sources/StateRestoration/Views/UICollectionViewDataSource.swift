import Foundation

/// Supplies the items of a collection. Adopt ``UIDataSourceModelAssociation`` too, to have
/// selection and position saved (S11).
@preconcurrency @MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
    /// How many sections there are. Optional: 1 where it is missing.
    func numberOfSections(in collectionView: UICollectionView) -> Int
    /// How many items a section has.
    func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int
    /// The cell for an item. It is asked for whenever the item is drawn or looked up.
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

extension UICollectionViewDataSource {
    /// One section.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

/// Hears when the user selects an item.
@preconcurrency @MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    /// The user has selected an item. Nothing here taps an item: code that plays the user calls it.
    func collectionView(
        _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    /// The user has deselected an item. Code that plays the user calls it.
    func collectionView(
        _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath)
    /// Whether an item may be selected. Code that plays the user asks.
    func collectionView(
        _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool
    /// An item is about to be drawn. Nothing here calls it.
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    /// Does nothing.
    public func collectionView(
        _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
    ) {}
    /// Does nothing.
    public func collectionView(
        _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
    ) {}
    /// Yes.
    public func collectionView(
        _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }
    /// Does nothing.
    public func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {}
}

/// Says how large items are. Nothing here asks: every item has the layout's size.
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    /// The size of an item, in points.
    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
    /// The layout's size.
    public func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero
    }
}

/// The view of one item.
@preconcurrency @MainActor
open class UICollectionViewCell: UIView {
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
    /// Does nothing. Cells are not reused here: nothing calls it.
    open func prepareForReuse() {}
}
