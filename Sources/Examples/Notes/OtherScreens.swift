import StateRestoration

/// The second tab, which shows the version.
final class SettingsViewController: UIViewController {
    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "settings"
        title = "Settings"
        tabBarItem = UITabBarItem(title: "Settings", image: nil, tag: 1)
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel(frame: CGRect(x: 16, y: 60, width: 300, height: 24))
        label.text = "Version \(UIApplication.shared.bundleVersion)"
        view.addSubview(label)
    }
}

/// A screen presented over everything else. The application delegate makes it again.
final class AboutViewController: UIViewController {
    static let identifier = "about"

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = Self.identifier
        title = "About"
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel(frame: CGRect(x: 16, y: 16, width: 300, height: 24))
        label.text = "About Notes"
        view.addSubview(label)
    }
}

/// A screen without a restoration identifier. It does not come back, and neither does the page inside
/// it, although the page has an identifier (S4).
final class HelpViewController: UIViewController {
    let page: HelpPageViewController

    init(page number: Int) {
        page = HelpPageViewController(number: number)
        super.init(nibName: nil, bundle: nil)
        title = "Help"
        addChild(page)
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(page.view)
        page.didMove(toParent: self)
    }
}

/// One page of the help.
final class HelpPageViewController: UIViewController {
    private(set) var number: Int

    init(number: Int) {
        self.number = number
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "page"
    }

    required init?(coder: NSCoder) { fatalError("made in code") }

    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel(frame: CGRect(x: 16, y: 16, width: 300, height: 24))
        label.text = "Page \(number)"
        view.addSubview(label)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(number, forKey: "number")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        number = coder.decodeInteger(forKey: "number")
    }
}
