extension AdoptSample {
    /// What Foundation has on Apple's systems, and another module on Linux.
    static let network = """
        import UIKit

        class Menu {
            private var task: URLSessionTask?
            private let cache = URLCache(memoryCapacity: 1_000, diskCapacity: 2_000, directory: nil)

            func load(from address: URL, then show: @escaping (Data) -> Void) {
                task = URLSession.shared.dataTask(with: address) { data, response, error in
                    guard let data = data, (response as? HTTPURLResponse)?.statusCode == 200 else { return }
                    show(data)
                }
                task?.resume()
            }

            func order(_ dishes: Data, at address: URL) async throws -> Data {
                var request = URLRequest(url: address)
                request.httpMethod = "POST"
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = dishes
                return try await URLSession.shared.data(for: request).0
            }

            deinit { task?.cancel() }
        }

        class MenuViewController: UIViewController {
            let page = WKWebView()
            override func viewDidLoad() {
                super.viewDidLoad()
                page.load(URLRequest(url: URL(string: "https://example.org")!))
            }
        }

        """

    /// Methods of UIKit's that are called by their names, and signatures that it once had.
    static let ofUIKit = """
        import UIKit

        class OrderViewController: UITableViewController, UIViewControllerRestoration {
            static let ordered = Notification.Name("ordered")

            override func viewDidLoad() {
                super.viewDidLoad()
                let center = NotificationCenter.default
                center.addObserver(tableView!, selector: #selector(UITableView.reloadData), name: Self.ordered, object: nil)
                center.addObserver(
                    tableView as Any, selector: #selector(tableView.reloadData), name: nil, object: nil)
                let button = UIButton(type: .system)
                button.addTarget(view, action: #selector(UIView.endEditing(_:)), for: .touchUpInside)
                button.addTarget(self, action: #selector(becomeFirstResponder), for: .allTouchEvents)
                button.addTarget(self, action: #selector(dismiss(animated:completion:)), for: .touchUpInside)
            }

            static func viewController(
                withRestorationIdentifierPath path: [Any], coder: NSCoder
            ) -> UIViewController? {
                path.last as? String == "order" ? OrderViewController(style: .plain) : nil
            }
        }

        """
}
