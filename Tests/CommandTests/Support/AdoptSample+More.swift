extension AdoptSample {
    static let observers = """
        import UIKit

        /// Observes until its end.
        class Counter: NSObject {
            override init() {
                super.init()
                NotificationCenter.default.addObserver(
                    self, selector: #selector(saved(_:)), name: UIApplication.willResignActiveNotification,
                    object: nil)
                NotificationCenter.default.addObserver(self, selector: #selector(old), name: nil, object: nil)
            }
            deinit { NotificationCenter.default.removeObserver(self) }
            @objc func saved(_ notification: Notification) {}
            @objc func old(_ note: NSNotification) {}
        }

        /// Observes while it is seen.
        class InboxViewController: UIViewController {
            static let arrived = Notification.Name("arrived")

            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                NotificationCenter.default.addObserver(
                    self, selector: #selector(mailArrived), name: Self.arrived, object: nil)
                let center = NotificationCenter.default
                center.addObserver(self, selector: #selector(slept), name: .slept, object: self) // at night
            }

            override func viewWillDisappear(_ animated: Bool) {
                super.viewWillDisappear(animated)
                NotificationCenter.default.removeObserver(self, name: Self.arrived, object: nil)
                NotificationCenter.default.removeObserver(self)
            }

            @objc func mailArrived() {}
            @objc func slept(notification: Notification) {}
        }

        /// Changes in one line touch each other.
        class Badge: UIView { @objc var count = 0
            @objc func show() {
                NotificationCenter.default.removeObserver(self)
                NotificationCenter.default.addObserver(self, selector: #selector(show), name: .slept, object: nil)
            }
        }

        /// Ceases, and has not begun.
        class QuietViewController: UIViewController {
            override func viewDidDisappear(_ animated: Bool) {
                super.viewDidDisappear(animated)
                NotificationCenter.default.removeObserver(self)
            }
        }

        extension Notification.Name { static let slept = Notification.Name("slept") }

        """

    static let later = """
        import UIKit

        class ClockViewController: UIViewController {
            var timer: Timer?

            override func viewDidAppear(_ animated: Bool) {
                super.viewDidAppear(animated)
                timer = Timer.scheduledTimer(
                    timeInterval: 1, target: self, selector: #selector(tick(_:)), userInfo: nil, repeats: true)
                Timer.scheduledTimer(timeInterval: 60, target: self, selector: #selector(save), userInfo: nil,
                                     repeats: false)
                timer = Timer(timeInterval: 2, target: self, selector: #selector(save), userInfo: nil, repeats: true)
                perform(#selector(save), with: nil, afterDelay: 0.3)
            }

            @objc func tick(_ timer: Timer) {}
            @objc func save() {}
        }

        """

    static let keyPaths = """
        import UIKit

        class Profile: NSObject {
            @objc dynamic var name = ""
            @objc var address: Address?
            class Address: NSObject { @objc dynamic var street = "" }
        }

        class ProfileViewController: UIViewController {
            @objc var profile = Profile()

            override func encodeRestorableState(with coder: NSCoder) {
                super.encodeRestorableState(with: coder)
                coder.encode(profile.name, forKey: #keyPath(Profile.name))
                coder.encode(profile.address?.street, forKey: #keyPath(ProfileViewController.profile.address.street))
                coder.encode(1, forKey: #keyPath(/* here */ profile))
                coder.encode(2, forKey: #keyPath(Profile.Address.street))
            }
        }

        """

    static let optionals = """
        import UIKit

        @objc protocol DrawerDelegate: NSObjectProtocol {
            /// Called at the end.
            @objc optional func drawerDidClose(_ drawer: Drawer) // animated
            @objc optional func drawer(_ drawer: Drawer, opened width: Double)
            func drawerTitle() -> String
        }

        class Drawer: NSObject {
            weak var delegate: DrawerDelegate?
            func close() {
                delegate?.drawerDidClose?(self)
                self.delegate?.drawer?(self, opened: 0)
            }
        }

        class Room: NSObject, DrawerDelegate {
            func drawerTitle() -> String { "" }
            func drawerDidClose(_ drawer: Drawer) {}
        }

        """

    /// Methods that have to be called by their names; and what else is left alone.
    static let names = """
        import UIKit

        @objc protocol PhotoDelegate { @objc optional func photoTitle() -> String }

        class PhotoViewController: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                let tap = UITapGestureRecognizer(target: self, action: #selector(tapped(_:)))
                view.addGestureRecognizer(tap)
                let button = UIButton(type: .system)
                button.addTarget(self, action: #selector(touched(_:for:)), for: .touchUpInside)
                button.addTarget(nil, action: #selector(tapped(_:)), for: .touchUpInside)
                button.removeTarget(nil, action: nil, for: .allEvents)
                let selector = #selector(setter: UIViewController.title)
                print(selector, #selector(move(from:)), #selector(set(name:)))
            }
            @objc func tapped(_ sender: UITapGestureRecognizer) {}
            @objc func touched(_ sender: UIButton, for event: UIEvent) {}
            @objc func move(from place: Int) {}
            @objc func set(name: String) {}
        }

        extension ElsewhereViewController { override func viewDidLoad() {} }

        #if os(iOS)
        class OnPhones {}
        #endif

        """

    static let imports = """
        // A header.
        import CoreData
        import UIKit
        @testable import Shapes
        import class MapKit.MKMapView; import Foundation
        // Not before this comment.
        import os.log

        import Dispatch

        class Plain: UIViewController {}

        """

    static let conditionalImports = """
        #if canImport(AppKit)
        import AppKit
        #elseif canImport(UIKit)
        import UIKit
        #endif
        #if os(macOS)
        import Cocoa
        #else
          import SwiftUI
        #endif

        class Plain: UIViewController {}

        """

    /// UIKit comes by a bridging header.
    static let bridged = """
        //
        //  Bridged.swift
        //

        /// A screen.
        class Plain: UIViewController {
            let cell = UITableViewCell()
        }

        """

    /// A complete app, as it is on iOS, and what makes it one that scenarios can drive.
    static let app: [String: String] = [
        "AppDelegate.swift": """
        import UIKit

        @UIApplicationMain
        class AppDelegate: UIResponder, UIApplicationDelegate {
            var window: UIWindow?
            let draft = DraftViewController()

            func application(
                _ application: UIApplication,
                willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
            ) -> Bool {
                let navigation = UINavigationController(rootViewController: draft)
                navigation.restorationIdentifier = "navigation"
                window = UIWindow(frame: UIScreen.main.bounds)
                window?.rootViewController = navigation
                window?.makeKeyAndVisible()
                return true
            }

            func application(_ application: UIApplication, shouldSaveApplicationState coder: NSCoder) -> Bool {
                return true
            }

            func application(_ application: UIApplication, shouldRestoreApplicationState coder: NSCoder) -> Bool {
                return true
            }
        }

        """,
        "DraftViewController.swift": """
        import UIKit

        final class DraftViewController: UIViewController {
            @IBOutlet var field: UITextField!
            @objc dynamic private(set) var text = ""
            private(set) var backgroundCount = 0

            init() {
                super.init(nibName: nil, bundle: nil)
                restorationIdentifier = "draft"
            }

            required init?(coder: NSCoder) { fatalError("there is no storyboard") }

            override func viewDidLoad() {
                super.viewDidLoad()
                field = UITextField()
                view.addSubview(field)
                field.addTarget(self, action: #selector(textChanged(_:)), for: .editingChanged)
                navigationItem.rightBarButtonItem = UIBarButtonItem(
                    barButtonSystemItem: .trash, target: self, action: #selector(discard))
                NotificationCenter.default.addObserver(
                    self, selector: #selector(wentAway), name: UIApplication.didEnterBackgroundNotification,
                    object: nil)
            }

            @objc private func textChanged(_ sender: UITextField) { text = sender.text ?? "" }

            @IBAction func discard() {
                field.text = ""
                text = ""
            }

            @objc private func wentAway() { backgroundCount += 1 }

            func show(_ text: String) {
                self.text = text
                field.text = text
            }
        }

        """,
        "DraftViewController+Restoration.swift": """
        import UIKit

        // MARK: - UIStateRestoring

        extension DraftViewController {
            override func encodeRestorableState(with coder: NSCoder) {
                super.encodeRestorableState(with: coder)
                coder.encode(text, forKey: #keyPath(DraftViewController.text))
            }

            override func decodeRestorableState(with coder: NSCoder) {
                super.decodeRestorableState(with: coder)
                show(coder.decodeObject(forKey: #keyPath(DraftViewController.text)) as? String ?? "")
            }
        }

        """,
        "AppDelegate+Scenarios.swift": """
        #if canImport(StateRestoration)
        import StateRestoration

        extension AppDelegate: ScenarioDriven {
            func register(_ actions: ScenarioActions) {
                actions.add("type", takes: ["text": "string"]) { arguments in
                    self.draft.field.text = arguments["text"]?.string
                    self.draft.field.sendActions(for: .editingChanged)
                    return nil
                }
                actions.add("discard") { _ in
                    self.draft.navigationItem.rightBarButtonItem?.tap()
                    return nil
                }
            }

            var observableState: [String: JSON] {
                ["draft": .string(draft.text), "backgrounds": .integer(Int64(draft.backgroundCount))]
            }
        }
        #endif

        """,
    ]
}
