#if canImport(UIKit)
    import Combine
    import SwiftUI
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a view model that publishes what changes

final class TodoViewModel: ObservableObject {
    @Published var todos: [String] = []
    @Published private(set) var filter = ""
    private var cancellables = Set<AnyCancellable>()
    private(set) var saves = 0

    init() {
        $todos
            .sink { [weak self] _ in self?.saves += 1 }
            .store(in: &cancellables)
    }

    func show(_ filter: String) { self.filter = filter }

    var visible: [String] { filter.isEmpty ? todos : todos.filter { $0.contains(filter) } }
}

class TodoViewController: UIViewController {
    let viewModel = TodoViewModel()
    let countLabel = UILabel()
    private var subscription: AnyCancellable?

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(countLabel)
        subscription = viewModel.$todos.sink { [weak self] todos in
            self?.countLabel.text = "\(todos.count)"
        }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(viewModel.filter, forKey: "filter")
        coder.encode(viewModel.todos, forKey: "todos")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        viewModel.todos = coder.decodeObject(forKey: "todos") as? [String] ?? []
        viewModel.show(coder.decodeObject(forKey: "filter") as? String ?? "")
    }
}

// MARK: Piece: one state for a screen, of which there are a few

enum LoginState: Codable, Equatable {
    case signedOut
    case enteringCode(phone: String, attempts: Int)
    case signedIn(user: String)
}

final class LoginModel: ObservableObject {
    @Published var state = LoginState.signedOut
}

class LoginViewController: UIViewController {
    @StateObject var model = LoginModel()

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(try? PropertyListEncoder().encode([model.state]), forKey: "state")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let data = coder.decodeObject(forKey: "state") as? Data,
            let states = try? PropertyListDecoder().decode([LoginState].self, from: data)
        else { return }
        model.state = states.first ?? .signedOut
    }
}

// MARK: Piece: settings in user defaults, and what belongs to the screen in the archive

class SettingsStore {
    private let defaults: UserDefaults

    init(defaults: UserDefaults = .standard) {
        self.defaults = defaults
        defaults.register(defaults: ["fontSize": 17])
    }

    var fontSize: Int {
        get { return defaults.integer(forKey: "fontSize") }
        set { defaults.set(newValue, forKey: "fontSize") }
    }
}

class ReadingViewController: UIViewController {
    let settings: SettingsStore
    var position = 0.0

    init(settings: SettingsStore) {
        self.settings = settings
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder aDecoder: NSCoder) {
        self.settings = SettingsStore()
        super.init(coder: aDecoder)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(position, forKey: "position")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        position = coder.decodeDouble(forKey: "position")
    }
}

// MARK: Piece: a key in the archive, and the data in a store

@MainActor
protocol NoteStore: AnyObject {
    func note(withIdentifier identifier: String) -> String?
}

@MainActor
final class MemoryNoteStore: NoteStore {
    static let shared = MemoryNoteStore()
    var notes: [String: String] = [:]
    func note(withIdentifier identifier: String) -> String? { notes[identifier] }
}

class NoteViewController: UIViewController, UIViewControllerRestoration {
    private(set) var identifier: String

    init(identifier: String) {
        self.identifier = identifier
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "Note"
        restorationClass = NoteViewController.self
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        guard let identifier = coder.decodeObject(forKey: "id") as? String,
            MemoryNoteStore.shared.note(withIdentifier: identifier) != nil
        else { return nil }
        return NoteViewController(identifier: identifier)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(identifier, forKey: "id")
    }
}

// MARK: Piece: a delegate protocol of the app's own, for objects

@MainActor
protocol ColorPickerDelegate: NSObjectProtocol {
    func colorPicker(_ picker: ColorPickerViewController, didPick color: UIColor)
}

class ColorPickerViewController: UIViewController {
    weak var delegate: ColorPickerDelegate?

    func pick(_ color: UIColor) { delegate?.colorPicker(self, didPick: color) }
}

class PaletteViewController: UIViewController, ColorPickerDelegate {
    private(set) var colors: [UIColor] = []

    func colorPicker(_ picker: ColorPickerViewController, didPick color: UIColor) {
        if !colors.contains(color) { colors.append(color) }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(colors, forKey: "colors")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        colors = coder.decodeObject(forKey: "colors") as? [UIColor] ?? []
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct ModelPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("A published value is shown as it is restored")
        func todos() throws {
            let root = try restored({ self.named(TodoViewController()) }) {
                $0.viewModel.todos = ["buy milk", "buy bread", "sleep"]
                $0.viewModel.show("buy")
                #expect($0.viewModel.saves == 2)
            }
            #expect(root.viewModel.visible == ["buy milk", "buy bread"])
            #expect(root.countLabel.text == "3")
        }

        @Test("A model tells that it changes, until nobody listens any more")
        func willChange() {
            let model = LoginModel()
            var heard = 0
            var subscription: AnyCancellable? = model.objectWillChange.sink { heard += 1 }
            model.state = .signedIn(user: "ann")
            model.state = .signedOut
            #expect(heard == 2)
            subscription?.cancel()
            subscription = nil
            model.state = .signedIn(user: "bob")
            #expect(heard == 2)
        }

        @Test("An enum is one of its states again")
        func login() throws {
            let state = LoginState.enteringCode(phone: "+49 30 1", attempts: 2)
            let root = try restored({ self.named(LoginViewController()) }) {
                $0.model.state = state
            }
            #expect(root.model.state == state)
        }

        @Test("Each value comes back from where it was put")
        func reading() throws {
            let name = "org.example.reading-\(UUID().uuidString)"
            let defaults = try #require(UserDefaults(suiteName: name))
            defer { defaults.removePersistentDomain(forName: name) }
            func make() -> ReadingViewController {
                named(ReadingViewController(settings: SettingsStore(defaults: defaults)))
            }
            let root = try restored(make) {
                #expect($0.settings.fontSize == 17)
                $0.settings.fontSize = 21
                $0.position = 0.75
            }
            #expect(root.settings.fontSize == 21)
            #expect(root.position == 0.75)
        }

        @Test("A key whose data has gone is skipped", arguments: [true, false])
        func note(isKept: Bool) throws {
            MemoryNoteStore.shared.notes["n1"] = "text"
            let navigation = try restored({ inNavigation(self.named(UIViewController())) }) {
                $0.pushViewController(NoteViewController(identifier: "n1"), animated: false)
                if !isKept { MemoryNoteStore.shared.notes = [:] }
            }
            #expect((navigation.topViewController is NoteViewController) == isKept)
        }

        @Test("A controller is the delegate of another, and keeps what it was told")
        func palette() throws {
            let root = try restored({ self.named(PaletteViewController()) }) {
                let picker = ColorPickerViewController()
                picker.delegate = $0
                for color in [UIColor.red, .systemBlue, .red] { picker.pick(color) }
            }
            #expect(root.colors == [.red, .systemBlue])
        }
    }
#endif
