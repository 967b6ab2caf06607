#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a collection of photos that scrolls back to where it was

class PhotosViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout,
    UIDataSourceModelAssociation
{
    private let reuseIdentifier = "PhotoCell"
    var photos = (1...200).map { "photo-\($0)" }

    init() {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 100)
        layout.minimumLineSpacing = 4
        layout.sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        layout.scrollDirection = .vertical
        super.init(collectionViewLayout: layout)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.restorationIdentifier = "PhotosCollection"
        collectionView!.register(PhotoCell.self, forCellWithReuseIdentifier: reuseIdentifier)
        collectionView.backgroundColor = .systemBackground
    }

    override func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int {
        return photos.count
    }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell =
            collectionView.dequeueReusableCell(
                withReuseIdentifier: reuseIdentifier, for: indexPath) as! PhotoCell
        cell.nameLabel.text = photos[indexPath.item]
        return cell
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        return photos[idx.item]
    }

    func indexPathForElement(
        withModelIdentifier identifier: String, in view: UIView
    ) -> IndexPath? {
        return photos.firstIndex(of: identifier).map { IndexPath(item: $0, section: 0) }
    }
}

// MARK: Piece: a cell of a collection

final class PhotoCell: UICollectionViewCell {
    let nameLabel = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.addSubview(nameLabel)
        layer.masksToBounds = true
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override var isSelected: Bool {
        didSet { contentView.alpha = isSelected ? 0.5 : 1 }
    }
}

// MARK: Piece: a choice of several items, by a set of keys

class ToppingsViewController: UIViewController, UICollectionViewDataSource,
    UICollectionViewDelegate
{
    let toppings = ["cheese", "olives", "peppers", "ham"]
    var chosen: Set<String> = []
    lazy var collectionView: UICollectionView = {
        let collection = UICollectionView(
            frame: view.bounds, collectionViewLayout: UICollectionViewFlowLayout())
        collection.allowsMultipleSelection = true
        collection.dataSource = self
        collection.delegate = self
        collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        return collection
    }()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(collectionView)
    }

    func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { toppings.count }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        chosen.insert(toppings[indexPath.item])
    }

    func collectionView(
        _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
    ) {
        chosen.remove(toppings[indexPath.item])
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(chosen, forKey: "chosen")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        chosen = coder.decodeObject(forKey: "chosen") as? Set<String> ?? []
        for (item, topping) in toppings.enumerated() where chosen.contains(topping) {
            collectionView.selectItem(
                at: IndexPath(item: item, section: 0), animated: false, scrollPosition: [])
        }
    }
}

// MARK: Piece: a grid that becomes a list, with the layout set in code

class LibraryViewController: UIViewController {
    enum Layout: String {
        case grid, list
    }

    var layout = Layout.grid {
        didSet { applyLayout() }
    }
    let collectionView = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 480),
        collectionViewLayout: UICollectionViewFlowLayout())

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(collectionView)
        applyLayout()
    }

    private func applyLayout() {
        let flow = UICollectionViewFlowLayout()
        flow.itemSize =
            layout == .grid ? CGSize(width: 75, height: 75) : CGSize(width: 320, height: 44)
        collectionView.collectionViewLayout = flow
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(layout.rawValue, forKey: "layout")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let raw = coder.decodeObject(forKey: "layout") as? String,
            let saved = Layout(rawValue: raw)
        else { return }
        layout = saved
    }
}

// MARK: Piece: a list that scrolls back by itself, and tells its offset

class TimelineViewController: UIViewController, UIScrollViewDelegate {
    let scrollView = UIScrollView()
    private(set) var lastOffset: CGFloat = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        scrollView.restorationIdentifier = "TimelineScroll"
        scrollView.delegate = self
        scrollView.minimumZoomScale = 0.5
        scrollView.maximumZoomScale = 4
        scrollView.keyboardDismissMode = .onDrag
        view.addSubview(scrollView)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        scrollView.frame = view.bounds
        scrollView.contentSize = CGSize(width: view.bounds.width, height: 5_000)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        lastOffset = scrollView.contentOffset.y
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? {
        return scrollView.subviews.first
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct CollectionViewPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("A collection shows the same items, and has the same one selected")
        func photos() throws {
            let item = IndexPath(item: 120, section: 0)
            let root = try restored({ self.named(PhotosViewController()) }) {
                $0.collectionView.selectItem(at: item, animated: false, scrollPosition: .top)
                let cell = $0.collectionView.cellForItem(at: item) as? PhotoCell
                #expect(cell?.nameLabel.text == "photo-121")
            }
            #expect(root.collectionView.indexPathsForSelectedItems == [item])
            #expect(root.collectionView.indexPathsForVisibleItems.contains(item))
        }

        @Test("A set of keys selects the items again")
        func toppings() throws {
            let root = try restored({ self.named(ToppingsViewController()) }) {
                for item in [0, 3] {
                    $0.collectionView($0.collectionView, didSelectItemAt: [0, item])
                }
            }
            #expect(root.chosen == ["cheese", "ham"])
            #expect(root.collectionView.indexPathsForSelectedItems == [[0, 0], [0, 3]])
        }

        @Test("A layout is chosen again")
        func library() throws {
            let root = try restored({ self.named(LibraryViewController()) }) { $0.layout = .list }
            let flow = root.collectionView.collectionViewLayout as? UICollectionViewFlowLayout
            #expect(flow?.itemSize.height == 44)
        }

        @Test("A scroll view scrolls back, and tells its delegate")
        func timeline() throws {
            let root = try restored({ self.named(TimelineViewController()) }) {
                $0.scrollView.setContentOffset(CGPoint(x: 0, y: 1_234), animated: false)
            }
            #expect(root.scrollView.contentOffset.y == 1_234)
            #expect(root.lastOffset == 1_234)
        }
    }
#endif
