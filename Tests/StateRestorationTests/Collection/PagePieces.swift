#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: an introduction of pages, by the number of the page

class IntroductionViewController: UIPageViewController, UIPageViewControllerDataSource,
    UIPageViewControllerDelegate
{
    private let texts = ["Welcome", "Write", "Share"]
    private lazy var pages: [UIViewController] = texts.map { text in
        let page = UIViewController()
        page.title = text
        return page
    }

    var currentIndex: Int {
        guard let page = viewControllers?.first else { return 0 }
        return pages.firstIndex(of: page) ?? 0
    }

    init() {
        super.init(
            transitionStyle: .scroll, navigationOrientation: .horizontal,
            options: [.interPageSpacing: 20])
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        dataSource = self
        delegate = self
        setViewControllers([pages[0]], direction: .forward, animated: false, completion: nil)
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        guard let index = pages.firstIndex(of: viewController), index > 0 else { return nil }
        return pages[index - 1]
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        guard let index = pages.firstIndex(of: viewController), index + 1 < pages.count else {
            return nil
        }
        return pages[index + 1]
    }

    func presentationCount(for pageViewController: UIPageViewController) -> Int { pages.count }
    func presentationIndex(for pageViewController: UIPageViewController) -> Int { currentIndex }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(currentIndex, forKey: "page")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let index = min(coder.decodeInteger(forKey: "page"), pages.count - 1)
        setViewControllers([pages[index]], direction: .forward, animated: false)
    }
}

// MARK: Piece: pages that are made again by their identifiers, and put back by the app

class LeafViewController: UIViewController, UIViewControllerRestoration {
    private(set) var number: Int

    init(number: Int) {
        self.number = number
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Leaf"
        restorationClass = LeafViewController.self
    }

    required init?(coder: NSCoder) { nil }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        LeafViewController(number: coder.decodeInteger(forKey: "number"))
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(number, forKey: "number")
        super.encodeRestorableState(with: coder)
    }
}

class BookViewController: UIViewController, UIPageViewControllerDataSource {
    let pager = UIPageViewController(transitionStyle: .pageCurl, navigationOrientation: .horizontal)

    override func viewDidLoad() {
        super.viewDidLoad()
        pager.restorationIdentifier = "Pager"
        pager.dataSource = self
        pager.setViewControllers(
            [LeafViewController(number: 1)], direction: .forward, animated: false)
        addChild(pager)
        view.addSubview(pager.view)
        pager.didMove(toParent: self)
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        guard let leaf = viewController as? LeafViewController, leaf.number > 1 else { return nil }
        return LeafViewController(number: leaf.number - 1)
    }

    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        (viewController as? LeafViewController).map { LeafViewController(number: $0.number + 1) }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(pager.viewControllers?.first, forKey: "leaf")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let leaf = coder.decodeObject(forKey: "leaf") as? LeafViewController else { return }
        pager.setViewControllers([leaf], direction: .forward, animated: false)
    }
}

// MARK: Piece: dots below a strip that is scrolled page by page

class TourViewController: UIViewController, UIScrollViewDelegate {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let pageControl = UIPageControl()

    override func viewDidLoad() {
        super.viewDidLoad()
        pageControl.numberOfPages = 4
        pageControl.currentPageIndicatorTintColor = .darkGray
        scrollView.delegate = self
        scrollView.isPagingEnabled = true
        scrollView.showsHorizontalScrollIndicator = false
        scrollView.contentSize = CGSize(width: 1200, height: 400)
        pageControl.addAction(
            UIAction { [weak self] _ in self?.showCurrentPage() }, for: .valueChanged)
        view.addSubview(scrollView)
        view.addSubview(pageControl)
    }

    func showCurrentPage() {
        scrollView.setContentOffset(
            CGPoint(x: CGFloat(pageControl.currentPage) * scrollView.bounds.width, y: 0),
            animated: true)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        pageControl.currentPage = Int(round(scrollView.contentOffset.x / scrollView.frame.width))
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(pageControl.currentPage, forKey: "currentPage")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        pageControl.currentPage = coder.decodeInteger(forKey: "currentPage")
        showCurrentPage()
    }
}

// MARK: Piece: a turned page that is counted by the delegate

class ReaderViewController: UIPageViewController, UIPageViewControllerDelegate {
    private(set) var pagesRead = 0

    override init(
        transitionStyle style: UIPageViewController.TransitionStyle,
        navigationOrientation: UIPageViewController.NavigationOrientation,
        options: [UIPageViewController.OptionsKey: Any]? = nil
    ) {
        super.init(
            transitionStyle: style, navigationOrientation: navigationOrientation, options: options)
        delegate = self
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {
        if completed { pagesRead += 1 }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(Int32(pagesRead), forKey: "pagesRead")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        pagesRead = Int(coder.decodeInt32(forKey: "pagesRead"))
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct PagePieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("A page comes back by its number")
        func introduction() throws {
            let root = try restored({ self.named(IntroductionViewController()) }) {
                #expect($0.turnPage(.forward))
                #expect($0.turnPage(.forward))
                #expect(!$0.turnPage(.forward))
                #expect($0.turnPage(.reverse))
            }
            #expect(root.currentIndex == 1)
            #expect(root.viewControllers?.first?.title == "Write")
        }

        @Test("A page that nobody sets is lost: UIKit does not put it back")
        func nothingByItself() throws {
            func make() -> UIPageViewController {
                let pager = UIPageViewController(
                    transitionStyle: .scroll, navigationOrientation: .vertical)
                pager.restorationIdentifier = "pager"
                return pager
            }
            let root = try restored(make) {
                $0.setViewControllers(
                    [LeafViewController(number: 3)], direction: .forward, animated: false)
            }
            #expect(root.viewControllers == nil)
        }

        @Test("A page with an identifier is made again, and the app puts it back")
        func book() throws {
            let root = try restored({ self.named(BookViewController()) }) {
                for _ in 0..<4 { $0.pager.turnPage(.forward) }
            }
            #expect((root.pager.viewControllers?.first as? LeafViewController)?.number == 5)
        }

        @Test("The dot and the strip agree")
        func tour() throws {
            let root = try restored({ self.named(TourViewController()) }) {
                $0.scrollView.contentOffset.x = 600
                #expect($0.pageControl.currentPage == 2)
            }
            #expect(root.pageControl.currentPage == 2)
            #expect(root.scrollView.contentOffset.x == 600)
        }

        @Test("What a delegate has counted comes back")
        func reader() throws {
            let source = named(IntroductionViewController())
            func make() -> ReaderViewController {
                let reader = ReaderViewController(
                    transitionStyle: .scroll, navigationOrientation: .horizontal)
                reader.dataSource = source
                return named(reader)
            }
            let root = try restored(make) {
                $0.setViewControllers(
                    source.viewControllers, direction: .forward, animated: false)
                $0.turnPage(.forward)
            }
            #expect(root.pagesRead == 1)
        }
    }
#endif
