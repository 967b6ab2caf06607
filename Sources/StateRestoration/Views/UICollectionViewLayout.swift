import Foundation

/// Places the items of a collection: here in one column of rows, each 44 points high.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
    /// Makes a layout of one column.
    public override init() { super.init() }

    /// The collection that it places the items of.
    public internal(set) weak var collectionView: UICollectionView?
    /// Has the items be placed anew: they are placed when they are asked for.
    open func invalidateLayout() {}
    /// Does nothing. Nothing here calls it.
    open func prepare() {}

    /// One column of rows 44 points high.
    func grid(width: CGFloat, counts: [Int]) -> ElementGrid {
        ElementGrid(counts: counts, columns: 1, size: CGSize(width: width, height: 44))
    }
}

/// Places items of one size beside each other, as many as fit. Each section begins a new row.
@preconcurrency @MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of every item, in points.
    open var itemSize = CGSize(width: 50, height: 50)
    /// The least space between two items of a row, in points.
    open var minimumInteritemSpacing: CGFloat = 10
    /// The space between two rows, in points.
    open var minimumLineSpacing: CGFloat = 10
    /// The space around each section. It is kept, and not used.
    open var sectionInset = UIEdgeInsets.zero
    /// The size that items have about. It is kept, and not used.
    open var estimatedItemSize = CGSize.zero
    /// The size of what is above a section. It is kept, and not used.
    open var headerReferenceSize = CGSize.zero
    /// The size of what is below a section. It is kept, and not used.
    open var footerReferenceSize = CGSize.zero
    /// Whether what is above a section stays on the screen. It changes nothing here.
    open var sectionHeadersPinToVisibleBounds = false
    /// The size that means that items are as large as their views need.
    public nonisolated static let automaticSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    /// In which direction the items go. They always go down here.
    open var scrollDirection = UICollectionView.ScrollDirection.vertical

    override func grid(width: CGFloat, counts: [Int]) -> ElementGrid {
        let pitch = max(1, itemSize.width + minimumInteritemSpacing)
        let columns = max(1, Int((width + minimumInteritemSpacing) / pitch))
        return ElementGrid(
            counts: counts, columns: columns, size: itemSize,
            gap: CGSize(width: minimumInteritemSpacing, height: minimumLineSpacing))
    }
}

/// Elements of one size in rows and columns; each section begins with a row of its own.
struct ElementGrid {
    /// The elements of each section.
    var counts: [Int]
    var columns: Int
    var size: CGSize
    var gap = CGSize.zero

    /// From the top of one row to the top of the next.
    private var pitch: CGFloat { max(1, size.height + gap.height) }

    private func rowCount(_ count: Int) -> Int { (max(0, count) + columns - 1) / columns }

    var height: CGFloat {
        let rows = counts.reduce(0) { $0 + rowCount($1) }
        return rows == 0 ? 0 : CGFloat(rows) * pitch - gap.height
    }

    func contains(_ element: IndexPath) -> Bool {
        element.count == 2 && counts.indices.contains(element[0])
            && (0..<max(0, counts[element[0]])).contains(element[1])
    }

    func origin(of element: IndexPath) -> CGPoint {
        let before = counts.prefix(max(0, element[0])).reduce(0) { $0 + rowCount($1) }
        let (row, column) = element[1].quotientAndRemainder(dividingBy: columns)
        return CGPoint(
            x: CGFloat(column) * (size.width + gap.width), y: CGFloat(before + row) * pitch)
    }

    /// The elements that begin in a range of the content's height, or reach into its top.
    func elements(in range: Range<CGFloat>) -> [IndexPath] {
        var found: [IndexPath] = []
        var top = 0
        for (section, count) in counts.enumerated() {
            let first = Int((range.lowerBound / pitch).rounded(.down)) - top
            let last = Int((range.upperBound / pitch).rounded(.up)) - top
            let start = max(0, first) * columns
            let end = min(count, max(0, last) * columns)
            for index in start..<max(start, end) {
                found.append(IndexPath(indexes: [section, index]))
            }
            top += rowCount(count)
        }
        return found
    }
}

extension [IndexPath] {
    /// Section and row of each.
    var json: JSON {
        .array(map { .array($0.map { .integer(Int64($0)) }) })
    }
}
