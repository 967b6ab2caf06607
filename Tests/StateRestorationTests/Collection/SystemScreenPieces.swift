#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a card with a picture that the user picks

class CardViewController: UIViewController, UIImagePickerControllerDelegate,
    UINavigationControllerDelegate
{
    let imageView = UIImageView(image: #imageLiteral(resourceName: "placeholder"))
    lazy var pickButton: UIButton = {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Choose"
        configuration.buttonSize = .large
        return UIButton(
            configuration: configuration, primaryAction: UIAction { [weak self] _ in self?.pick() })
    }()

    func pick() {
        let picker = UIImagePickerController()
        picker.delegate = self
        picker.sourceType =
            UIImagePickerController.isSourceTypeAvailable(.camera) ? .camera : .savedPhotosAlbum
        picker.allowsEditing = false
        picker.modalPresentationStyle = .fullScreen
        present(picker, animated: true)
    }

    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        if let image = info[.originalImage] as? UIImage { imageView.image = image }
        dismiss(animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(imageView.image, forKey: "picture")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        imageView.image = coder.decodeObject(of: UIImage.self, forKey: "picture")
    }
}

// MARK: Piece: a sheet for sharing that was open is opened again

class ShareViewController: UIViewController {
    private(set) var shared: String?

    func share(_ text: String) {
        shared = text
        let sheet = UIActivityViewController(activityItems: [text], applicationActivities: nil)
        sheet.excludedActivityTypes = [.saveToCameraRoll]
        sheet.completionWithItemsHandler = { [weak self] _, _, _, _ in self?.shared = nil }
        present(sheet, animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(shared, forKey: "shared")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let text = coder.decodeObject(forKey: "shared") as? String { share(text) }
    }
}

// MARK: Piece: a table whose cells take their content as a value

class PriceCell: UITableViewCell {
    var dish: (name: String, price: Double)? {
        didSet { if dish?.name != oldValue?.name { setNeedsUpdateConfiguration() } }
    }

    override func updateConfiguration(using state: UICellConfigurationState) {
        var content = defaultContentConfiguration().updated(for: state)
        content.text = dish?.name
        content.secondaryText = dish.map { "\($0.price)" }
        content.image = UIImage(systemName: "fork.knife")
        content.imageProperties.maximumSize = CGSize(width: 40, height: 40)
        content.prefersSideBySideTextAndSecondaryText = true
        contentConfiguration = content
    }
}

class OrderViewController: UITableViewController {
    private(set) var order: [String] = []
    let badge = UIView()

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        order.count
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = PriceCell(style: .value1, reuseIdentifier: "dish")
        cell.dish = (order[indexPath.row], 9.5)
        return cell
    }

    func add(_ dish: String) {
        let animator = UIViewPropertyAnimator(duration: 0.3, dampingRatio: 0.6) {
            self.badge.alpha = 0.5
        }
        animator.addAnimations({ self.badge.alpha = 1 }, delayFactor: 0)
        animator.addCompletion { _ in self.order.append(dish) }
        animator.startAnimation()
        UserDefaults.standard.setValue(dish, forKey: "lastDish")
        tableView.reloadData()
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(order, forKey: "order")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        order = coder.decodeObject(forKey: "order") as? [String] ?? []
        tableView.reloadData()
    }
}

// MARK: Piece: an app that sets up its cache, and asks for windows in both ways

class ReaderAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        URLCache.shared = URLCache(
            memoryCapacity: 1_000_000, diskCapacity: 2_000_000, diskPath: NSTemporaryDirectory())
        return true
    }

    func open(_ page: String, from scene: UIScene?) {
        let activity = NSUserActivity(activityType: "com.example.page")
        activity.userInfo = ["page": page]
        let options = UIScene.ActivationRequestOptions()
        options.requestingScene = scene
        if #available(iOS 17, *) {
            let request = UISceneSessionActivationRequest(
                role: .windowApplication, userActivity: activity, options: options)
            UIApplication.shared.activateSceneSession(for: request, errorHandler: nil)
        } else {
            UIApplication.shared.requestSceneSessionActivation(
                nil, userActivity: activity, options: options, errorHandler: nil)
        }
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct SystemScreenPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            return controller
        }

        @Test("A picture that was picked comes back, the picker does not")
        func card() throws {
            let root = try restored({ self.named(CardViewController()) }) { card in
                #expect(card.imageView.image?.name == "placeholder")
                card.pickButton.sendActions(for: .touchUpInside)
                let picker = try #require(card.presentedViewController as? UIImagePickerController)
                #expect(picker.sourceType == .savedPhotosAlbum)
                let image = try #require(UIImage(named: "beach"))
                card.imagePickerController(
                    picker, didFinishPickingMediaWithInfo: [.originalImage: image])
                card.pick()
            }
            #expect(root.imageView.image?.name == "beach")
            #expect(root.pickButton.currentTitle == "Choose")
            #expect(root.presentedViewController == nil)
        }

        @Test("What was to be shared is offered again")
        func share() throws {
            let root = try restored({ self.named(ShareViewController()) }) { $0.share("a text") }
            let sheet = try #require(root.presentedViewController as? UIActivityViewController)
            #expect(sheet.activityItems as? [String] == ["a text"])
            sheet.completionWithItemsHandler?(.mail, true, nil, nil)
            #expect(root.shared == nil)
        }

        @Test("Cells show the content that they were given, also after a death")
        func order() throws {
            let root = try restored({ self.named(OrderViewController(style: .plain)) }) {
                $0.add("soup")
                #expect($0.badge.alpha == 1)
            }
            let cell = root.tableView(
                root.tableView, cellForRowAt: IndexPath(row: 0, section: 0))
            #expect(cell.textLabel?.text == "soup")
            #expect(cell.detailTextLabel?.text == "9.5")
            #expect(UserDefaults.standard.value(forKey: "lastDish") as? String == "soup")
        }

        @Test("A window that is asked for by a request is there")
        func request() throws {
            let device = SimulatedDevice()
            let run = device.launch { DocumentAppDelegate() }
            let delegate = ReaderAppDelegate()
            #expect(delegate.application(run.application, didFinishLaunchingWithOptions: nil))
            #expect(URLCache.shared.diskCapacity == 2_000_000)
            let before = run.application.openSessions.count
            delegate.open("two", from: run.application.connectedScenes.first)
            #expect(run.application.openSessions.count == before + 1)
        }
    }
#endif
