import Foundation
import Testing

@testable import StateRestoration

/// Pieces of restoration code in the styles of the field, as they are written for an iPhone. Each begins with
/// `// MARK: Piece`. What it saves is shown to come back, in a suite at the end of its file.
@Suite struct CollectionTests {
    @Test("There are at least 60 pieces, and each compiles unchanged")
    func count() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        var pieces = 0
        for file in files where file.lastPathComponent != "Pieces.swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            // The code of a piece sees what an app sees.
            #expect(text.split(separator: "\n").first == "#if canImport(UIKit)")
            #expect(!text.contains("@testable"))
            pieces += text.components(separatedBy: "\n// MARK: Piece: ").count - 1
        }
        #expect(pieces >= 60)
    }
}

/// An app with one window, whose root the test gives.
final class PieceDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let makeRoot: () -> UIViewController

    init(_ makeRoot: @escaping () -> UIViewController) {
        self.makeRoot = makeRoot
        super.init()
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = makeRoot()
        window?.makeKeyAndVisible()
        return true
    }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }
}

/// Runs an app with this root, changes it, has the system kill it in the background, and launches it
/// again.
///
/// - Returns: the root of the second launch, which has restored.
@MainActor
func restored<Root: UIViewController>(
    _ make: @escaping () -> Root, on device: SimulatedDevice = SimulatedDevice(),
    change: (Root) throws -> Void
) throws -> Root {
    let first = device.launch { PieceDelegate(make) }
    try change(try #require(first.application.keyWindow?.rootViewController as? Root))
    first.enterBackground()
    #expect(first.issues("S16").isEmpty)
    return try relaunched(device) { PieceDelegate(make) }
}

/// Launches an app that has saved its state.
///
/// - Returns: the root, which has been restored.
@MainActor
func relaunched<Root: UIViewController>(
    _ device: SimulatedDevice, _ delegate: () -> any UIApplicationDelegate
) throws -> Root {
    let run = device.launch(delegate)
    #expect(run.wasRestored)
    return try #require(run.application.keyWindow?.rootViewController as? Root)
}

/// A controller in a navigation controller that has an identifier.
@MainActor
func inNavigation(_ controller: UIViewController) -> UINavigationController {
    let navigation = UINavigationController(rootViewController: controller)
    navigation.restorationIdentifier = "navigation"
    return navigation
}

/// A delegate that is made by the name of its class, as the entry point makes it.
@MainActor
func delegate(ofClass name: String) -> AnyObject? { NSClassFromString(name).map(RuntimeClass.make) }

extension Recorder {
    /// Whether the app did not want to restore.
    var hasDeclined: Bool { reason == .declined }
}
