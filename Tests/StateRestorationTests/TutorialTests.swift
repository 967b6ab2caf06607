// What a tutorial has its reader write. It compiles unchanged with UIKit.

#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

class PetsAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let list = PetListViewController(style: .plain)
        list.restorationIdentifier = "PetList"
        let navigation = UINavigationController(rootViewController: list)
        navigation.restorationIdentifier = "Navigation"
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = navigation
        window?.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool {
        return true
    }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        if let version = coder.decodeObject(
            forKey: UIApplication.stateRestorationBundleVersionKey) as? String
        {
            return version.compare("1", options: .numeric) != .orderedAscending
        }
        return false
    }
}

class PetListViewController: UITableViewController {
    let pets = ["Cat", "Dog", "Fish"]

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Pets"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        return pets.count
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
        cell.textLabel?.text = pets[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let details = PetViewController()
        details.petId = indexPath.row
        navigationController?.pushViewController(details, animated: true)
    }
}

class PetViewController: UIViewController, UIViewControllerRestoration, UITextFieldDelegate {
    var petId: Int?
    let nameField = UITextField()

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        restorationIdentifier = "Pet"
        restorationClass = PetViewController.self
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        return PetViewController()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        nameField.delegate = self
        view.addSubview(nameField)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        if let petId = petId {
            coder.encode(petId, forKey: "petId")
        }
        coder.encode(nameField.text, forKey: "name")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        petId = coder.decodeInteger(forKey: "petId")
        nameField.text = coder.decodeObject(forKey: "name") as? String
        super.decodeRestorableState(with: coder)
    }

    override func applicationFinishedRestoringState() {
        guard let petId = petId else { return }
        title = "Pet \(petId)"
    }
}

class PetSettings: NSObject, UIStateRestoring, UIObjectRestoration {
    var sortsByName = false

    func encodeRestorableState(with coder: NSCoder) {
        coder.encode(sortsByName, forKey: "sortsByName")
    }

    func decodeRestorableState(with coder: NSCoder) {
        sortsByName = coder.decodeBool(forKey: "sortsByName")
    }

    static func object(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIStateRestoring? {
        let settings = PetSettings()
        UIApplication.registerObject(
            forStateRestoration: settings, restorationIdentifier: identifierComponents.last!)
        return settings
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Test("A tutorial's code is restored: the list, the pet on top of it, and its name")
    func tutorial() throws {
        let device = SimulatedDevice()
        let run = device.launch { PetsAppDelegate() }
        let navigation = try #require(
            run.application.keyWindow?.rootViewController as? UINavigationController)
        let list = try #require(navigation.topViewController as? PetListViewController)
        list.tableView(list.tableView, didSelectRowAt: IndexPath(row: 2, section: 0))
        (navigation.topViewController as? PetViewController)?.nameField.text = "Nemo"
        run.enterBackground()

        let next = device.launch { PetsAppDelegate() }
        let restored = next.application.keyWindow?.rootViewController as? UINavigationController
        let pet = try #require(restored?.topViewController as? PetViewController)
        #expect(pet.petId == 2)
        #expect(pet.nameField.text == "Nemo")
        #expect(pet.title == "Pet 2")
    }
#endif
