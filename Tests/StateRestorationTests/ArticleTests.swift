// What articles on iOS 6 to 15 have their readers write, in one app: a delegate with all its optional
// methods, a restoration class, a custom container, a data source with model identifiers, a
// collection, a web page, an object that is no controller. It compiles unchanged with UIKit but for
// what the documentation lists.

#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

struct Recipe {
    let identifier: String
    var name: String
}

class RecipeStore {
    @MainActor static let shared = RecipeStore()
    var recipes = (1...40).map { Recipe(identifier: "R\($0)", name: "Recipe \($0)") }

    func recipe(withIdentifier identifier: String) -> Recipe? {
        return recipes.first { $0.identifier == identifier }
    }
}

class RecipesAppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    var lastSaved: Date?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let list = RecipeListViewController(style: .plain)
        let navigation = UINavigationController(rootViewController: list)
        navigation.restorationIdentifier = "RecipesNavigation"
        navigation.tabBarItem = UITabBarItem(
            title: "Recipes", image: UIImage(systemName: "book"), tag: 0)

        let album = AlbumViewController(collectionViewLayout: UICollectionViewFlowLayout())
        album.tabBarItem = UITabBarItem(
            title: "Album", image: UIImage(systemName: "photo"), tag: 1)

        let tabs = UITabBarController()
        tabs.restorationIdentifier = "Tabs"
        tabs.viewControllers = [navigation, album, SplitPaneViewController()]

        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = tabs
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window?.makeKeyAndVisible()
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {}
    func applicationWillResignActive(_ application: UIApplication) { lastSaved = Date() }
    func applicationDidEnterBackground(_ application: UIApplication) {}
    func applicationWillEnterForeground(_ application: UIApplication) {}
    func applicationWillTerminate(_ application: UIApplication) {}
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
        coder.encode("3", forKey: "formatOfThisApp")
        return true
    }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        guard
            let idiom = coder.decodeObject(
                forKey: UIApplication.stateRestorationUserInterfaceIdiomKey) as? NSNumber,
            idiom.intValue == UIDevice.current.userInterfaceIdiom.rawValue
        else { return false }
        if let saved = coder.decodeObject(
            forKey: UIApplication.stateRestorationTimestampKey) as? Date,
            saved.timeIntervalSinceNow < -7 * 24 * 60 * 60
        {
            return false
        }
        return true
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        coder.encode(lastSaved, forKey: "lastSaved")
    }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        lastSaved = coder.decodeObject(of: NSDate.self, forKey: "lastSaved") as Date?
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        switch identifierComponents.last {
        case "Help": return HelpPageController()
        default: return nil
        }
    }
}

class RecipeListViewController: UITableViewController, UIDataSourceModelAssociation {
    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.restorationIdentifier = "RecipeTable"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
    }

    override init(style: UITableView.Style) {
        super.init(style: style)
        restorationIdentifier = "RecipeList"
        title = "Recipes"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
        return RecipeStore.shared.recipes.count
    }

    override func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
        cell.textLabel?.text = RecipeStore.shared.recipes[indexPath.row].name
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        let editor = RecipeEditController()
        editor.recipe = RecipeStore.shared.recipes[indexPath.row]
        navigationController?.pushViewController(editor, animated: true)
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        return RecipeStore.shared.recipes[idx.row].identifier
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
    {
        guard
            let row = RecipeStore.shared.recipes.firstIndex(where: { $0.identifier == identifier })
        else { return nil }
        return IndexPath(row: row, section: 0)
    }
}

class RecipeEditController: UIViewController, UIViewControllerRestoration, UITextViewDelegate {
    var recipe: Recipe?
    let nameField = UITextField(frame: CGRect(x: 16, y: 60, width: 300, height: 30))
    let stepsView = UITextView(frame: CGRect(x: 16, y: 100, width: 300, height: 300))

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        restorationIdentifier = "RecipeEdit"
        restorationClass = type(of: self)
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        guard let identifier = coder.decodeObject(forKey: "recipe") as? String,
            let recipe = RecipeStore.shared.recipe(withIdentifier: identifier)
        else { return nil }
        let controller = RecipeEditController()
        controller.recipe = recipe
        return controller
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        nameField.text = recipe?.name
        nameField.restorationIdentifier = "Name"
        stepsView.delegate = self
        stepsView.restorationIdentifier = "Steps"
        view.addSubview(nameField)
        view.addSubview(stepsView)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(recipe?.identifier, forKey: "recipe")
        coder.encode(nameField.text, forKey: "draft")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        nameField.text = coder.decodeObject(forKey: "draft") as? String
    }

    override func applicationFinishedRestoringState() { title = nameField.text }
}

class AlbumViewController: UICollectionViewController, UIDataSourceModelAssociation {
    override init(collectionViewLayout layout: UICollectionViewLayout) {
        super.init(collectionViewLayout: layout)
        restorationIdentifier = "Album"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.restorationIdentifier = "AlbumCollection"
        collectionView.register(
            UICollectionViewCell.self, forCellWithReuseIdentifier: "Picture")
    }

    override func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { return RecipeStore.shared.recipes.count }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        return collectionView.dequeueReusableCell(withReuseIdentifier: "Picture", for: indexPath)
    }

    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String? {
        return RecipeStore.shared.recipes[idx.item].identifier
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
    {
        return RecipeStore.shared.recipes.firstIndex { $0.identifier == identifier }
            .map { IndexPath(item: $0, section: 0) }
    }
}

/// A custom container: two panes, each a child.
class SplitPaneViewController: UIViewController {
    let left = HelpPageController()
    let right = HelpPageController()

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        restorationIdentifier = "Panes"
        left.restorationIdentifier = "LeftPane"
        right.restorationIdentifier = "RightPane"
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func viewDidLoad() {
        super.viewDidLoad()
        for pane in [left, right] { add(asChildViewController: pane) }
    }

    private func add(asChildViewController viewController: UIViewController) {
        addChild(viewController)
        view.addSubview(viewController.view)
        viewController.view.frame = view.bounds
        viewController.didMove(toParent: self)
    }
}

class HelpPageController: UIViewController {
    var page = 0

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(page, forKey: "page")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        page = coder.decodeInteger(forKey: "page")
    }
}

#if !canImport(UIKit)
    import Testing

    /// The app of the articles, driven.
    @MainActor
    struct ArticleTests {
        private func tabs(_ run: Recorder) throws -> UITabBarController {
            try #require(run.application.keyWindow?.rootViewController as? UITabBarController)
        }

        @Test("R14, S11: the app of the articles comes back: list, editor, album and panes")
        func articles() throws {
            let device = SimulatedDevice()
            let run = device.launch { RecipesAppDelegate() }
            let before = try tabs(run)
            let navigation = try #require(before.viewControllers?[0] as? UINavigationController)
            let list = try #require(navigation.topViewController as? RecipeListViewController)
            let row = IndexPath(row: 30, section: 0)
            list.tableView.selectRow(at: row, animated: false, scrollPosition: .none)
            list.tableView(list.tableView, didSelectRowAt: row)
            let editor = try #require(navigation.topViewController as? RecipeEditController)
            editor.nameField.text = "Half a name"
            let panes = try #require(before.viewControllers?[2] as? SplitPaneViewController)
            panes.loadViewIfNeeded()
            panes.right.page = 4
            before.selectedIndex = 1
            run.enterBackground()
            #expect(run.application.leftOutOfLastSave.isEmpty)

            // Meanwhile the model has become shorter.
            let recipes = RecipeStore.shared.recipes
            defer { RecipeStore.shared.recipes = recipes }
            RecipeStore.shared.recipes.removeFirst(5)

            let after = try tabs(device.launch { RecipesAppDelegate() })
            #expect(after.selectedIndex == 1)
            let stack = (after.viewControllers?[0] as? UINavigationController)?.viewControllers
            let restored = try #require(stack?.last as? RecipeEditController)
            #expect(restored.recipe?.identifier == "R31")
            #expect(restored.title == "Half a name")
            let table = (stack?.first as? RecipeListViewController)?.tableView
            #expect(table?.indexPathForSelectedRow?.row == 25)
            #expect((after.viewControllers?[2] as? SplitPaneViewController)?.right.page == 4)
        }

        @Test("R13: without the recipe there is the list, and no editor")
        func deletedRecipe() throws {
            let device = SimulatedDevice()
            let run = device.launch { RecipesAppDelegate() }
            let navigation = try tabs(run).viewControllers?[0] as? UINavigationController
            let list = try #require(navigation?.topViewController as? RecipeListViewController)
            list.tableView(list.tableView, didSelectRowAt: IndexPath(row: 0, section: 0))
            run.enterBackground()
            let recipes = RecipeStore.shared.recipes
            defer { RecipeStore.shared.recipes = recipes }
            RecipeStore.shared.recipes.removeFirst()
            let next = device.launch { RecipesAppDelegate() }
            #expect(next.wasRestored)
            let stack = (try tabs(next).viewControllers?[0] as? UINavigationController)?
                .viewControllers
            #expect(stack?.count == 1)
        }
    }
#endif
