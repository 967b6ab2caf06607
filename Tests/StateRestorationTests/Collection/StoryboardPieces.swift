#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a list whose segue hands a value over

class RecipesViewController: UITableViewController {
    let recipes = ["Bread", "Soup", "Tart"]

    override func awakeFromNib() {
        super.awakeFromNib()
        restorationIdentifier = "Recipes"
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.title = "Recipes"
        navigationItem.backBarButtonItem = UIBarButtonItem(
            title: "Back", style: .plain, target: nil, action: nil)
    }

    override func tableView(
        _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { return recipes.count }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard shouldPerformSegue(withIdentifier: "ShowRecipe", sender: indexPath) else { return }
        performSegue(withIdentifier: "ShowRecipe", sender: indexPath)
    }

    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
        return (sender as? IndexPath)?.row != 2
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        switch segue.identifier {
        case "ShowRecipe":
            guard let recipe = segue.destination as? RecipeViewController,
                let indexPath = sender as? IndexPath
            else { return }
            recipe.recipe = recipes[indexPath.row]
        case "ShowOptions":
            let navigation = segue.destination as! UINavigationController
            let options = navigation.topViewController as! RecipeOptionsViewController
            options.servings = 4
        default:
            preconditionFailure("Unknown segue \(segue.identifier ?? "")")
        }
    }
}

// MARK: Piece: what the segue handed over is encoded too

class RecipeViewController: UIViewController {
    static let storyboardIdentifier = "Recipe"

    var recipe: String? {
        didSet { navigationItem.title = recipe }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(recipe, forKey: "recipe")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        recipe = coder.decodeObject(forKey: "recipe") as? String
    }
}

class RecipeOptionsViewController: UIViewController {
    var servings = 1

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(servings, forKey: "servings")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        servings = coder.decodeInteger(forKey: "servings")
    }
}

// MARK: Piece: a restoration class that asks the coder for the storyboard

class StepViewController: UIViewController, UIViewControllerRestoration {
    var step = 0

    override func awakeFromNib() {
        super.awakeFromNib()
        restorationClass = type(of: self)
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        guard
            let storyboard = coder.decodeObject(
                forKey: UIApplication.stateRestorationViewControllerStoryboardKey)
                as? UIStoryboard,
            let identifier = identifierComponents.last,
            let controller = storyboard.instantiateViewController(withIdentifier: identifier)
                as? StepViewController
        else { return nil }
        controller.step = coder.decodeInteger(forKey: "step")
        return controller
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(step, forKey: "step")
    }
}

// MARK: Piece: a controller that a closure makes, with what it needs

class TimerViewController: UIViewController {
    let seconds: Int

    init?(coder: NSCoder, seconds: Int) {
        self.seconds = seconds
        super.init(coder: coder)
    }

    required init?(coder: NSCoder) {
        fatalError("use init(coder:seconds:)")
    }

    static func make(seconds: Int) -> TimerViewController {
        let storyboard = UIStoryboard(name: "Kitchen", bundle: Bundle.main)
        return storyboard.instantiateViewController(identifier: "Timer") { coder in
            TimerViewController(coder: coder, seconds: seconds)
        }
    }
}

// MARK: Piece: identifiers in one place, and a type that makes controllers by them

@MainActor
enum StoryboardName: String {
    case kitchen = "Kitchen"

    var storyboard: UIStoryboard { return UIStoryboard(name: rawValue, bundle: nil) }

    @MainActor
    func make<Controller: UIViewController>(_ type: Controller.Type) -> Controller {
        let identifier = String(describing: type)
            .replacingOccurrences(of: "ViewController", with: "")
        guard
            let controller = storyboard.instantiateViewController(withIdentifier: identifier)
                as? Controller
        else { fatalError("no \(identifier) in \(rawValue)") }
        controller.restorationIdentifier = identifier
        return controller
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct StoryboardPieces {
        init() {
            UIStoryboard.register("Recipes", in: "Kitchen", isInitial: true) {
                RecipesViewController(style: .plain)
            }
            UIStoryboard.register(RecipeViewController.storyboardIdentifier, in: "Kitchen") {
                let recipe = RecipeViewController()
                recipe.restorationIdentifier = RecipeViewController.storyboardIdentifier
                return recipe
            }
            UIStoryboard.register("Options", in: "Kitchen") {
                let options = RecipeOptionsViewController()
                options.restorationIdentifier = "OptionsRoot"
                let navigation = UINavigationController(rootViewController: options)
                navigation.restorationIdentifier = "Options"
                return navigation
            }
            UIStoryboard.register("Step", in: "Kitchen") { StepViewController() }
            UIStoryboard.register("Timer", in: "Kitchen") { UIViewController() }
            UIStoryboard.registerSegue(
                "ShowRecipe", from: "Recipes", to: "Recipe", in: "Kitchen")
            UIStoryboard.registerSegue(
                "ShowOptions", from: "Recipes", to: "Options", in: "Kitchen",
                kind: .presentModally)
        }

        private func start() -> UINavigationController {
            inNavigation(
                UIStoryboard(name: "Kitchen", bundle: nil).instantiateInitialViewController()!)
        }

        @Test("What a segue handed over comes back because it is encoded")
        func show() throws {
            let navigation = try restored(start) {
                let list = try #require($0.topViewController as? RecipesViewController)
                list.tableView(list.tableView, didSelectRowAt: IndexPath(row: 2, section: 0))
                #expect($0.viewControllers.count == 1)
                list.tableView(list.tableView, didSelectRowAt: IndexPath(row: 1, section: 0))
            }
            let recipe = navigation.topViewController as? RecipeViewController
            #expect(recipe?.recipe == "Soup")
            #expect(recipe?.storyboard != nil)
        }

        @Test("A controller that a segue presents is presented again")
        func present() throws {
            let navigation = try restored(start) {
                $0.topViewController?.performSegue(withIdentifier: "ShowOptions", sender: nil)
            }
            let sheet = navigation.presentedViewController as? UINavigationController
            #expect((sheet?.topViewController as? RecipeOptionsViewController)?.servings == 4)
        }

        @Test("A restoration class finds the storyboard in its coder")
        func step() throws {
            let navigation = try restored(start) {
                let step = StoryboardName.kitchen.make(StepViewController.self)
                step.step = 7
                $0.pushViewController(step, animated: true)
            }
            #expect((navigation.topViewController as? StepViewController)?.step == 7)
        }

        @Test("A closure makes a controller of a storyboard")
        func timer() {
            let timer = TimerViewController.make(seconds: 90)
            #expect(timer.seconds == 90)
            #expect(timer.storyboard?.name == "Kitchen")
        }
    }
#endif
