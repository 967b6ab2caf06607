import CodingSamples
import StateRestoration

/// An app whose only screen keeps one value of each kind that a coder takes, and shows which of them have come
/// back.
@main
class AppDelegate: UIResponder, UIApplicationDelegate, ScenarioDriven {
    var window: UIWindow?
    private let values = ValuesViewController()

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = values
        window?.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func register(_ actions: ScenarioActions) {
        actions.add("fill") { _ in
            self.values.isFilled = true
            return nil
        }
        actions.add("addFormatter") { _ in
            self.values.formatter = DateFormatter()
            return nil
        }
    }

    var observableState: [String: JSON] {
        [
            "version": .string(UIApplication.shared.bundleVersion),
            "filled": .bool(values.isFilled),
            "lost": .array(values.lost.map(JSON.string)),
        ]
    }
}

/// Holds one value of each kind.
final class ValuesViewController: UIViewController {
    var isFilled = false
    /// What has not come back as it was, by its name.
    var lost: [String] = []
    /// A value that no coder here takes.
    var formatter: DateFormatter?

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = "values"
    }

    required init?(coder: NSCoder) { nil }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(isFilled, forKey: "filled")
        guard isFilled else { return }
        for sample in CodingSample.all { coder.encode(sample.value, forKey: "\(sample)") }
        if let formatter { coder.encode(formatter, forKey: "formatter") }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        isFilled = coder.decodeBool(forKey: "filled")
        guard isFilled else { return }
        lost = CodingSample.all
            .filter { !$0.isBack(coder.decodeObject(forKey: "\($0)")) }
            .map(\.description)
    }
}
