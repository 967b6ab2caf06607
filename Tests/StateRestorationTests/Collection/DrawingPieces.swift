#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a drawing whose strokes are kept

class SketchViewController: UIViewController {
    var strokes: [UIBezierPath] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: 0, leading: 20, bottom: 0, trailing: 20)
        let label = UILabel()
        label.font = UIFont.preferredFont(forTextStyle: .title2)
        label.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(label)
        label.leadingAnchor.constraint(equalTo: view.readableContentGuide.leadingAnchor)
            .isActive = true
        view.addConstraint(
            NSLayoutConstraint(
                item: label, attribute: .top, relatedBy: .equal, toItem: topLayoutGuide,
                attribute: .bottom, multiplier: 1, constant: 8))
    }

    func draw(from start: CGPoint, to end: CGPoint) {
        let stroke = UIBezierPath()
        stroke.lineWidth = 3
        stroke.lineCapStyle = .round
        stroke.move(to: start)
        stroke.addLine(to: end)
        strokes.append(stroke)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(strokes, forKey: "strokes")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        strokes =
            coder.decodeObject(of: [NSArray.self, UIBezierPath.self], forKey: "strokes")
            as? [UIBezierPath] ?? []
    }
}

// MARK: Piece: a table whose sections have views above them

final class ChapterHeader: UITableViewHeaderFooterView {
    static let identifier = "ChapterHeader"
    let picture = UIImageView(
        image: UIImage(systemName: "book"), highlightedImage: UIImage(systemName: "book.fill"))

    override init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        contentView.addSubview(picture)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }
}

class ChaptersViewController: UITableViewController {
    var openChapter = 0 { didSet { tableView.reloadSections([0, 1, 2], with: .automatic) } }
    private(set) var seenCells = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(
            ChapterHeader.self, forHeaderFooterViewReuseIdentifier: ChapterHeader.identifier)
        tableView.sectionHeaderHeight = UITableViewAutomaticDimension
        tableView.estimatedSectionHeaderHeight = 40
        tableView.contentInsetAdjustmentBehavior = .never
    }

    override func numberOfSections(in tableView: UITableView) -> Int { 3 }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { section == openChapter ? 4 : 0 }

    override func tableView(
        _ tableView: UITableView, viewForHeaderInSection section: Int
    ) -> UIView? {
        let header =
            tableView.dequeueReusableHeaderFooterView(
                withIdentifier: ChapterHeader.identifier) as? ChapterHeader
        header?.textLabel?.text = "Chapter \(section + 1)"
        header?.picture.isHighlighted = section == openChapter
        return header
    }

    override func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
        forRowAt indexPath: IndexPath
    ) { seenCells += 1 }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(openChapter, forKey: "openChapter")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        openChapter = coder.decodeInteger(forKey: "openChapter")
    }
}

// MARK: Piece: quick actions for what was opened last

class RecentsViewController: UIViewController {
    var recents: [String] = [] { didSet { offerRecents() } }

    private func offerRecents() {
        UIApplication.shared.shortcutItems = recents.prefix(4).map { name in
            let item = UIMutableApplicationShortcutItem(
                type: "open", localizedTitle: name, localizedSubtitle: nil,
                icon: UIApplicationShortcutIcon(type: .bookmark), userInfo: nil)
            item.userInfo = ["name": name as NSString]
            return item
        }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(recents, forKey: "recents")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        recents = coder.decodeObject(forKey: "recents") as? [String] ?? []
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct DrawingPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            return controller
        }

        @Test("Strokes come back with their points and their width")
        func sketch() throws {
            let root = try restored({ self.named(SketchViewController()) }) {
                $0.draw(from: CGPoint(x: 1, y: 2.5), to: CGPoint(x: -3, y: 40))
                $0.draw(from: .zero, to: CGPoint(x: 7, y: 7))
            }
            #expect(root.strokes.count == 2)
            #expect(root.strokes.first?.bounds == CGRect(x: -3, y: 2.5, width: 4, height: 37.5))
            #expect(root.strokes.last?.currentPoint == CGPoint(x: 7, y: 7))
            #expect(root.strokes.last?.lineWidth == 3)
        }

        @Test("A chapter is open again, and the view above it says so")
        func chapters() throws {
            let root = try restored({ self.named(ChaptersViewController(style: .grouped)) }) {
                $0.openChapter = 2
            }
            let header = root.tableView.headerView(forSection: 2) as? ChapterHeader
            #expect(header?.textLabel?.text == "Chapter 3")
            #expect(header?.picture.isHighlighted == true)
            #expect(root.tableView.visibleCells.count == 4)
        }

        @Test("What was opened last is offered again")
        func recents() throws {
            let root = try restored({ self.named(RecentsViewController()) }) {
                $0.recents = ["a", "b"]
            }
            #expect(root.recents == ["a", "b"])
            #expect(UIApplication.shared.shortcutItems?.map(\.localizedTitle) == ["a", "b"])
        }
    }
#endif
