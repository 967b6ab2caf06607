import Foundation

/// Where a collection gets its items from.
@MainActor
public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

extension UICollectionViewDataSource {
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

/// Hears what happens to a collection.
@MainActor
public protocol UICollectionViewDelegate: AnyObject {
    func collectionView(
        _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
    public func collectionView(
        _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
    ) {}
}

/// Items in rows, as many in each as there is room for. Selection and position are saved by model
/// identifier (S11).
@MainActor
open class UICollectionView: UIScrollView, ElementView {
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
    }

    public weak var dataSource: (any UICollectionViewDataSource)?
    public weak var delegate: (any UICollectionViewDelegate)?
    open var collectionViewLayout: UICollectionViewLayout
    open var allowsMultipleSelection = false
    open var isEditing = false

    private var selected: [IndexPath] = []
    private var cellClasses: [String: UICollectionViewCell.Type] = [:]

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
    }

    // MARK: Items

    open func register(
        _ cellClass: UICollectionViewCell.Type, forCellWithReuseIdentifier identifier: String
    ) {
        cellClasses[identifier] = cellClass
    }

    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        (cellClasses[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
    }

    open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    open func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }

    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        contains(indexPath)
            ? dataSource?.collectionView(self, cellForItemAt: indexPath) : nil
    }

    /// Forgets the selection, and scrolls back where the content has become too short.
    open func reloadData() {
        selected = []
        clampContentOffset()
    }

    // MARK: Selection and position

    public var indexPathsForSelectedItems: [IndexPath]? { selected }

    /// Without telling the delegate, as in UIKit. An item that is not there is not selected.
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

    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
    }

    open func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
    ) {
        contentOffset.y = origin(of: indexPath).y
        clampContentOffset()
    }

    public var indexPathsForVisibleItems: [IndexPath] {
        grid.elements(in: contentOffset.y..<(contentOffset.y + frame.height))
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

/// One item.
@MainActor
open class UICollectionViewCell: UIView {
    public required override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var contentView: UIView { self }
}
