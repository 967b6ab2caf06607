#if canImport(UIKit)
    import UIKit
    import WebKit
    import SafariServices
#else
    import StateRestoration
#endif

// MARK: Piece: a question that was open is asked again

class DeleteViewController: UIViewController {
    private(set) var items = ["a", "b"]
    private(set) var pendingDeletion: String?

    func askToDelete(_ item: String) {
        pendingDeletion = item
        let alert = UIAlertController(
            title: "Delete \(item)?", message: "This cannot be undone.", preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: "Cancel", style: .cancel) { [weak self] _ in
                self?.pendingDeletion = nil
            })
        alert.addAction(
            UIAlertAction(
                title: "Delete", style: .destructive,
                handler: { [weak self] _ in
                    self?.items.removeAll { $0 == item }
                    self?.pendingDeletion = nil
                }))
        present(alert, animated: true, completion: nil)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(pendingDeletion, forKey: "pendingDeletion")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        pendingDeletion = coder.decodeObject(forKey: "pendingDeletion") as? String
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if let item = pendingDeletion, presentedViewController == nil {
            askToDelete(item)
        }
    }
}

// MARK: Piece: a name that is being typed into an alert

class FolderViewController: UIViewController {
    private(set) var folders: [String] = []
    private weak var nameField: UITextField?

    func askForName(suggestion: String? = nil) {
        let alert = UIAlertController(
            title: "New folder", message: nil, preferredStyle: .alert)
        alert.addTextField { field in
            field.placeholder = "Name"
            field.text = suggestion
        }
        nameField = alert.textFields?.first
        let save = UIAlertAction(title: "Save", style: .default) { [weak alert, weak self] _ in
            guard let name = alert?.textFields?[0].text, !name.isEmpty else { return }
            self?.folders.append(name)
        }
        alert.addAction(save)
        alert.preferredAction = save
        present(alert, animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(folders, forKey: "folders")
        if let typed = nameField?.text {
            coder.encode(typed, forKey: "typed")
        }
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        folders = coder.decodeObject(forKey: "folders") as? [String] ?? []
        if let typed = coder.decodeObject(forKey: "typed") as? String {
            askForName(suggestion: typed)
        }
    }
}

// MARK: Piece: a web view, by its interaction state

class BrowserViewController: UIViewController, WKNavigationDelegate {
    lazy var webView: WKWebView = {
        let configuration = WKWebViewConfiguration()
        configuration.allowsInlineMediaPlayback = true
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        return webView
    }()

    override func loadView() {
        view = webView
    }

    func open(_ text: String) {
        guard let url = URL(string: text) else { return }
        webView.load(URLRequest(url: url))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        title = webView.title
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(webView.interactionState, forKey: "interactionState")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        webView.interactionState = coder.decodeObject(forKey: "interactionState")
    }
}

// MARK: Piece: a web view, by its address alone

class ArticleViewController: UIViewController {
    let webView = WKWebView()
    let progressView = UIProgressView()
    var initialURL = URL(string: "https://example.org/")!

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(webView)
        view.addSubview(progressView)
        webView.load(URLRequest(url: initialURL))
        progressView.setProgress(Float(webView.estimatedProgress), animated: false)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(webView.url, forKey: "url")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let url = coder.decodeObject(forKey: "url") as? URL, url != webView.url {
            webView.load(URLRequest(url: url))
        }
    }
}

// MARK: Piece: a page that the system shows, opened again

class LinksViewController: UIViewController, SFSafariViewControllerDelegate {
    private(set) var openLink: URL?

    func showLink(_ url: URL) {
        openLink = url
        let configuration = SFSafariViewController.Configuration()
        configuration.entersReaderIfAvailable = true
        let safari = SFSafariViewController(url: url, configuration: configuration)
        safari.delegate = self
        safari.preferredControlTintColor = .systemOrange
        present(safari, animated: true)
    }

    func safariViewControllerDidFinish(_ controller: SFSafariViewController) {
        openLink = nil
        controller.dismiss(animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(openLink?.absoluteString, forKey: "link")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let text = coder.decodeObject(forKey: "link") as? String, let url = URL(string: text) {
            showLink(url)
        }
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct AlertAndWebPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            return controller
        }

        @Test("An alert is gone after a death, and the controller asks again")
        func delete() throws {
            let root = try restored({ self.named(DeleteViewController()) }) { $0.askToDelete("a") }
            let alert = try #require(root.presentedViewController as? UIAlertController)
            #expect(alert.title == "Delete a?")
            #expect(alert.actions.map(\.style) == [.cancel, .destructive])
            alert.tap(alert.actions[1])
            #expect(root.items == ["b"])
            #expect(root.presentedViewController == nil)
        }

        @Test("An alert without an identifier does not come back by itself")
        func nothingByItself() throws {
            let root = try restored({ self.named(UIViewController()) }) {
                $0.present(
                    UIAlertController(title: "Hello", message: nil, preferredStyle: .actionSheet),
                    animated: true)
            }
            #expect(root.presentedViewController == nil)
        }

        @Test("What was typed into an alert is there again")
        func folder() throws {
            let root = try restored({ self.named(FolderViewController()) }) {
                $0.askForName()
                let alert = $0.presentedViewController as? UIAlertController
                alert?.textFields?.first?.insertText("Taxes")
            }
            let alert = try #require(root.presentedViewController as? UIAlertController)
            alert.preferredAction.map(alert.tap)
            #expect(root.folders == ["Taxes"])
        }

        @Test("A web view goes on where it was, and back")
        func browser() throws {
            let root = try restored({ self.named(BrowserViewController()) }) {
                $0.open("https://example.org/one")
                $0.open("https://example.com/two")
                $0.webView.scrollView.contentOffset.y = 300
            }
            #expect(root.webView.url?.absoluteString == "https://example.com/two")
            #expect(root.webView.scrollView.contentOffset.y == 300)
            #expect(root.title == "example.com")
            root.webView.goBack()
            #expect(root.webView.url?.absoluteString == "https://example.org/one")
        }

        @Test("An address is enough to load the page again")
        func article() throws {
            let two = try #require(URL(string: "https://example.org/two"))
            let root = try restored({ self.named(ArticleViewController()) }) {
                _ = $0.view
                $0.webView.load(URLRequest(url: two))
            }
            #expect(root.webView.url == two)
            #expect(root.progressView.progress == 1)
        }

        @Test("A web view saves nothing by itself")
        func webViewAlone() throws {
            func make() -> UIViewController {
                let controller = named(UIViewController())
                let web = WKWebView()
                web.restorationIdentifier = "web"
                web.tag = 7
                controller.view.addSubview(web)
                return controller
            }
            let address = try #require(URL(string: "https://example.org/"))
            let root = try restored(make) {
                ($0.view.viewWithTag(7) as? WKWebView)?.load(URLRequest(url: address))
            }
            #expect((root.view.viewWithTag(7) as? WKWebView)?.url == nil)
        }

        @Test("A page of the system's is opened again, and closed")
        func links() throws {
            let address = try #require(URL(string: "https://example.org/"))
            let root = try restored({ self.named(LinksViewController()) }) { $0.showLink(address) }
            let safari = try #require(root.presentedViewController as? SFSafariViewController)
            #expect(safari.initialURL == address)
            safari.delegate?.safariViewControllerDidFinish(safari)
            #expect(root.presentedViewController == nil)
        }
    }
#endif
