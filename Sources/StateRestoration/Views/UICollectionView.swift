import Foundation

/// Items in rows, as many in each as fit.
///
/// Selection and position are saved by model identifier, where the data source adopts
/// ``UIDataSourceModelAssociation`` (S11). Without it, only `isEditing` is saved.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView, ElementView {
    /// Offers what is dragged; held weakly. Nobody drags here.
    open weak var dragDelegate: (any UICollectionViewDragDelegate)?

    /// Whether to scroll to an item. Any member puts the item on top; an empty set does not scroll.
    public struct ScrollPosition: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// At the top.
        public static let top = ScrollPosition(rawValue: 1)
        /// At the top as well: this module does not center.
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        /// At the top as well.
        public static let bottom = ScrollPosition(rawValue: 4)
        /// At the top as well: nothing scrolls from left to right.
        public static let left = ScrollPosition(rawValue: 8)
        /// At the top as well.
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        /// At the top as well.
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// In which direction items go.
    public enum ScrollDirection: Int, Sendable {
        /// Down.
        case vertical
        /// To the right. They go down here.
        case horizontal
    }

    /// Supplies the items; held weakly.
    open weak var dataSource: (any UICollectionViewDataSource)?
    /// Where the items are. It determines the content's size.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet { collectionViewLayout.collectionView = self }
    }
    /// Whether a selection adds to the one before. False replaces it.
    open var allowsMultipleSelection = false
    /// Whether the collection is being edited. It is saved (S12).
    open var isEditing = false

    private var selected: [IndexPath] = []
    private var cells = ViewMakers()
    /// How the views around sections are made, by their kinds.
    var supplementaryViews: [String: ViewMakers] = [:]
    /// The view behind the items. It is not drawn.
    open var backgroundView: UIView?
    /// Whether items can be selected. It is kept, and not used.
    open var allowsSelection = true

    /// Makes a collection of a frame and a layout.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

    /// Reads nothing from the coder: the layout is a flow layout.
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.collectionView = self
    }

    // MARK: Items

    /// Says which class the cells of an identifier are of; nil forgets it.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        cells.register(cellClass, for: identifier)
    }

    /// Says that the cells of an identifier come from a nib: see ``UINib``.
    open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        cells.register(nib, for: identifier)
    }

    /// A new cell of the registered class or nib, or else a plain cell. Cells are not reused here.
    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        let made = cells.make(identifier, of: RuntimeClass.makeView) as? UICollectionViewCell
        made?.reuseIdentifier = identifier
        return made ?? UICollectionViewCell(frame: .zero)
    }

    /// How many sections the data source gives; 0 without one.
    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    /// How many items the data source gives for a section; 0 without one.
    open func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }

    /// The data source's cell for an item; nil where there is no such item. The item need not be
    /// visible.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        guard contains(indexPath) else { return nil }
        let cell = dataSource?.collectionView(self, cellForItemAt: indexPath)
        given[indexPath] = cell
        return cell
    }

    /// The item of a cell that was given out last for it; nil for any other cell.
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        given.first { $0.value === cell }?.key
    }
    private var given: [IndexPath: UICollectionViewCell] = [:]

    /// Says that there are new items. Nothing is animated.
    open func insertItems(at indexPaths: [IndexPath]) { settle() }
    /// Says that items have gone. The selection of an item that no longer exists goes.
    open func deleteItems(at indexPaths: [IndexPath]) { settle() }
    /// Says that items look different.
    open func reloadItems(at indexPaths: [IndexPath]) { settle() }
    /// Says that an item is elsewhere.
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { settle() }
    /// Says that there are new sections.
    open func insertSections(_ sections: IndexSet) { settle() }
    /// Says that sections have gone.
    open func deleteSections(_ sections: IndexSet) { settle() }
    /// Says that sections look different.
    open func reloadSections(_ sections: IndexSet) { settle() }
    /// Says what has changed, all at once. Nothing is animated.
    open func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        updates?()
        settle()
        completion?(true)
    }

    func settle() {
        selected.removeAll { !contains($0) }
        clampContentOffset()
    }

    /// Clears the selection, and scrolls back where the content has become too short.
    open func reloadData() {
        selected = []
        clampContentOffset()
    }

    // MARK: Selection and position

    /// The selected items, in the order of their selection; empty where there are none.
    public var indexPathsForSelectedItems: [IndexPath]? { selected }

    /// Selects an item, and scrolls to it unless `scrollPosition` is empty. Nil clears the
    /// selection. An item that does not exist is not selected. The delegate is not told, as in
    /// UIKit; `animated` is ignored.
    open func selectItem(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        if !allowsMultipleSelection || indexPath == nil { selected = [] }
        guard let indexPath, contains(indexPath) else { return }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        if !scrollPosition.isEmpty {
            scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Removes an item from the selection. The delegate is not told; `animated` is ignored.
    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
    }

    /// Scrolls until an item is on top, or as far as the content goes. The position and `animated`
    /// are ignored.
    open func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        contentOffset.y = origin(of: indexPath).y
        clampContentOffset()
    }

    /// The items inside the frame, from the top.
    public var indexPathsForVisibleItems: [IndexPath] {
        grid.elements(in: contentOffset.y..<(contentOffset.y + frame.height))
    }

    /// The data source's cells for the items inside the frame, from the top.
    open var visibleCells: [UICollectionViewCell] {
        indexPathsForVisibleItems.compactMap(cellForItem(at:))
    }

    /// Uses another layout at once. `animated` is ignored.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
        clampContentOffset()
    }

    open override var contentSize: CGSize {
        get { CGSize(width: frame.width, height: grid.height) }
        set {}
    }

    // MARK: State restoration

    open override func encodeRestorableState(with coder: NSCoder) {
        encodeElements(with: coder)
        coder.encode(isEditing, forKey: "UICollectionView.isEditing")
    }

    open override func decodeRestorableState(with coder: NSCoder) {
        decodeElements(with: coder)
        isEditing = coder.decodeBool(forKey: "UICollectionView.isEditing")
    }

    var modelAssociation: (any UIDataSourceModelAssociation)? {
        dataSource as? any UIDataSourceModelAssociation
    }
    var firstVisibleElement: IndexPath? { indexPathsForVisibleItems.first }
    var selectedElements: [IndexPath] {
        get { selected }
        set { selected = newValue }
    }
    func contains(_ element: IndexPath) -> Bool { grid.contains(element) }
    func origin(of element: IndexPath) -> CGPoint { grid.origin(of: element) }

    private var grid: ElementGrid {
        collectionViewLayout.grid(
            width: frame.width, counts: (0..<numberOfSections).map(numberOfItems(inSection:)))
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        let grid = grid
        for item in indexPathsForVisibleItems {
            guard let cell = cellForItem(at: item) else { continue }
            let frame = CGRect(origin: grid.origin(of: item), size: grid.size)
            canvas.fill(frame, with: selected.contains(item) ? "#d1d1d6" : "#f2f2f7")
            canvas.draw(cell, in: frame)
        }
    }

    override var observableState: [String: JSON] {
        var state = super.observableState
        state["selected"] = selected.json
        return state
    }
}
