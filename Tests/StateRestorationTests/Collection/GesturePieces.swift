#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a picture that is zoomed and turned by two fingers, and stays so

class PostcardViewController: UIViewController, UIGestureRecognizerDelegate {
    let card = UIView(frame: CGRect(x: 20, y: 40, width: 200, height: 120))

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(card)
        card.layer.cornerCurve = .continuous
        let pinch = UIPinchGestureRecognizer()
        pinch.delegate = self
        card.addGestureRecognizer(pinch)
        let back = UIScreenEdgePanGestureRecognizer()
        back.edges = .left
        pinch.require(toFail: back)
        view.addGestureRecognizer(back)
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "V:|-[card]-|", metrics: nil, views: ["card": card]))
        card.topAnchor.constraint(
            equalToSystemSpacingBelow: view.topAnchor, multiplier: 1
        ).isActive = true
    }

    func zoom(by scale: CGFloat, turning angle: CGFloat) {
        card.transform = card.transform.scaledBy(x: scale, y: scale).rotated(by: angle)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { otherGestureRecognizer is UIRotationGestureRecognizer }

    override var keyCommands: [UIKeyCommand]? {
        [UIKeyCommand(input: "0", modifierFlags: .command, action: Selector(("reset:")))]
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(card.transform, forKey: "transform")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        card.transform = coder.decodeCGAffineTransform(forKey: "transform")
    }
}

// MARK: Piece: a page whose progress is observed, and that is loaded again from where it was

class ProgressViewController: UIViewController, WKUIDelegate {
    let webView = WKWebView(frame: .zero)
    let progressBar = UIProgressView(frame: .zero)
    var observation: NSKeyValueObservation?

    override func viewDidLoad() {
        super.viewDidLoad()
        webView.uiDelegate = self
        progressBar.progressViewStyle = .bar
        observation = webView.observe(\.estimatedProgress, options: [.new]) {
            [weak self] _, change in
            self?.progressBar.setProgress(Float(change.newValue ?? 0), animated: true)
        }
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        if isMovingFromParent { observation?.invalidate() }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(webView.url, forKey: "url")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let url = coder.decodeObject(forKey: "url") as? URL {
            webView.load(URLRequest(url: url))
        }
    }
}

// MARK: Piece: a document that is opened again by its bookmark

class BookmarkViewController: UIViewController {
    var document: URL?

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if let data = try? document?.bookmarkData(options: .minimalBookmark) {
            coder.encode(data, forKey: "bookmark")
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let data = coder.decodeObject(forKey: "bookmark") as? Data else { return }
        var isStale = false
        document = try? URL(resolvingBookmarkData: data, bookmarkDataIsStale: &isStale)
        if document?.startAccessingSecurityScopedResource() == true {
            document?.stopAccessingSecurityScopedResource()
        }
    }
}

// MARK: Piece: a button of a bar that is off until there is something to go back to

class HistoryButton: UIBarButtonItem {
    override init() {
        super.init()
        isEnabled = false
        setTitleTextAttributes([.foregroundColor: UIColor.lightGray], for: .disabled)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    static let space = UIBarButtonItem(
        barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct GesturePieces {
        @Test("S7: a picture that was zoomed and turned comes back so")
        func postcard() throws {
            func make() -> PostcardViewController {
                let controller = PostcardViewController()
                controller.restorationIdentifier = "postcard"
                return controller
            }
            var before = CGAffineTransform.identity
            let root = try restored(make) {
                $0.loadViewIfNeeded()
                $0.zoom(by: 1.5, turning: 0.25)
                before = $0.card.transform
            }
            #expect(root.card.transform == before)
            #expect(!before.isIdentity)
            let corner = CGPoint(x: 3, y: 4)
            let there = corner.applying(before).applying(before.inverted())
            #expect(abs(there.x - corner.x) < 1e-9)
            #expect(abs(there.y - corner.y) < 1e-9)
        }

        @Test("S12: a page is loaded again, and who observes its progress hears of it")
        func progress() throws {
            func make() -> ProgressViewController {
                let controller = ProgressViewController()
                controller.restorationIdentifier = "page"
                return controller
            }
            let root = try restored(make) {
                $0.loadViewIfNeeded()
                $0.webView.load(URLRequest(url: URL(string: "https://example.org/a")!))
                #expect($0.progressBar.progress == 1)
            }
            #expect(root.webView.url?.absoluteString == "https://example.org/a")
            #expect(root.progressBar.progress == 1)
        }

        @Test("a class below a button's has its other initializers")
        func button() {
            let button = HistoryButton(title: "Back", style: .plain, target: nil, action: nil)
            #expect(button.title == "Back")
            #expect(!button.isEnabled)
            #expect(HistoryButton.space.isEnabled)
        }

        @Test("W2: a bookmark leads to a file until it is gone")
        func bookmark() throws {
            let file = URL(fileURLWithPath: NSTemporaryDirectory())
                .appendingPathComponent("bookmarked-\(UUID().uuidString)")
            try Data("a".utf8).write(to: file)
            func make() -> BookmarkViewController {
                let controller = BookmarkViewController()
                controller.restorationIdentifier = "document"
                return controller
            }
            let device = SimulatedDevice()
            let root = try restored(make, on: device) { $0.document = file }
            #expect(root.document?.path == file.path)
            let data = try file.bookmarkData()
            try FileManager.default.removeItem(at: file)
            var isStale = false
            #expect(throws: CocoaError.self) {
                try URL(resolvingBookmarkData: data, bookmarkDataIsStale: &isStale)
            }
            #expect(throws: CocoaError.self) { try file.bookmarkData() }
            #expect(throws: CocoaError.self) {
                try URL(resolvingBookmarkData: Data([1]), bookmarkDataIsStale: &isStale)
            }
        }
    }
#endif
