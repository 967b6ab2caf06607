/// Pieces of iOS code in the styles of the field, for `relaunch adopt`. Each is a file that compiles when
/// it is rewritten, unless its name says otherwise.
enum AdoptSample {
    static let all: [String: String] = [
        "Attributes": attributes, "EntryPoint": entryPoint, "Overrides": overrides,
        "NestedOverrides": nestedOverrides, "Controls": controls, "Bars": bars,
        "Observers": observers, "Later": later, "KeyPaths": keyPaths, "Names": names,
        "Imports": imports, "Optionals": optionals, "Bridged": bridged,
        "ConditionalImports": conditionalImports, "Network": network, "OfUIKit": ofUIKit,
    ]

    static let attributes = """
        //
        //  Attributes.swift
        //

        import UIKit // the kit

        /* tells */ @objc protocol RatingViewDelegate {
            func ratingViewDidChange(_ view: RatingView)
        }

        @objc public protocol Titled: NSObjectProtocol { var name: String { get } }

        /// Stars.
        @IBDesignable @objcMembers
        class RatingView: UIView {
            @IBInspectable var starCount: Int = 5
            @IBInspectable /* a color */ var color: UIColor? = .yellow
            @IBOutlet weak var delegate: RatingViewDelegate? // who is told
            @IBOutlet private(set) weak var label: UILabel!
            @available(iOS 13, *) @objc
            dynamic var rating = 0
            @objc(isBig)
            // A comment below the attribute.
            var big: Bool { starCount > 5 }

            @IBAction private func tapped(_ sender: Any) { rating += 1 }
            @IBAction func cleared() { rating = 0 }
            @objc   func changed(_ note: Notification?) { delegate?.ratingViewDidChange(self) }
            @nonobjc func unseen() {}
            @discardableResult @objc func set(_ rating: Int) -> Int { self.rating = rating; return rating }
        }

        """

    static let entryPoint = """
        import UIKit

        @UIApplicationMain
        class AppDelegate: UIResponder, UIApplicationDelegate {
            var window: UIWindow?
        }

        """

    static let overrides = """
        import UIKit

        class ArticleViewController: UIViewController {
            var page = 0
        }

        // MARK: - State restoration

        extension ArticleViewController {
            private static let pageKey = "page"

            /// Keeps the page.
            override func encodeRestorableState(with coder: NSCoder) { // called in the background
                super.encodeRestorableState(with: coder)
                coder.encode(page, forKey: Self.pageKey)
                print(\"\"\"
                    page \\(page)
                      of many
                    \"\"\")
            } // encoded

            override func decodeRestorableState(with coder: NSCoder) {
                super.decodeRestorableState(with: coder)
                page = coder.decodeInteger(forKey: Self.pageKey)
            }
        }

        // MARK: - Appearance

        // The bar.
        extension ArticleViewController {
            #if DEBUG
            override var description: String { "article" }
            #endif
            override func viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
        }

        extension ArticleViewController: UIViewControllerRestoration {
            static func viewController(
                withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
            ) -> UIViewController? { ArticleViewController() }
            override func applicationFinishedRestoringState() {}
        }

        class BaseViewController: UIViewController {}
        extension BaseViewController {
            // A class below overrides it.
            @objc func reload() {}
            @objc func other() {}
        }
        final class FeedViewController: BaseViewController {
            override func reload() { super.reload() }
        }
        class EmptyViewController: UIViewController {}
        extension EmptyViewController { override func viewDidLoad() { super.viewDidLoad() } }

        """

    /// With tabs.
    static let nestedOverrides = """
        import UIKit

        enum Screens {
        \tclass Player: UIViewController {
        \t\tvar time = 0.0
        \t\t// The end of the class.
        \t}
        }

        @available(iOS 13.0, *)
        extension Screens.Player {
        \toverride func encodeRestorableState(with coder: NSCoder) {
        \t\tcoder.encode(time, forKey: "time")
        \t}
        }

        """

    static let controls = """
        import UIKit

        private extension Selector {
            static let play = #selector(PlayerViewController.play(_:))
        }

        class Remote: NSObject {
            @objc func next() {}
        }

        class PlayerViewController: UIViewController {
            let playButton = UIButton(type: .system)
            let slider = UISlider()
            let remote = Remote()

            lazy var muteSwitch: UISwitch = {
                let control = UISwitch()
                control.addTarget(self, action: #selector(muted), for: .valueChanged)
                return control
            }()
            private let stopButton: UIButton = {
                let button = UIButton(type: .system)
                button.addTarget(self, action: #selector(stop), for: .touchUpInside)
                return button
            }()

            override func viewDidLoad() {
                super.viewDidLoad()
                playButton.addTarget(self, action: .play, for: .touchUpInside)
                playButton.addTarget(
                    self, // the controller
                    action: #selector(PlayerViewController.stop), /* at once */
                    for: [.touchUpOutside, .touchUpInside])
                playButton.addTarget(remote, action: #selector(Remote.next), for: .touchUpInside)
                slider.addTarget(self, action: #selector(moved(slider:)), for: .valueChanged)
                slider.addTarget(self, action: #selector(self.anything(_:)), for: .editingDidEnd)
                slider.addTarget(self, action: #selector(maybe(_:)), for: .editingDidBegin)
            }

            override func viewWillDisappear(_ animated: Bool) {
                super.viewWillDisappear(animated)
                playButton.removeTarget(self, action: #selector(stop), for: .touchUpInside)
            }

            @objc func play(_ sender: UIButton) { sender.isSelected.toggle() }
            @objc private func stop() {}
            @objc func muted(_ sender: UISwitch!) {}
            @objc func moved(slider: UISlider) {}
            @objc func anything(_ sender: Any) {}
            @objc func maybe(_ sender: UIControl?) -> Bool { sender != nil }
        }

        """

    static let bars = """
        import UIKit

        class EditorViewController: UIViewController {
            let doneItem = UIBarButtonItem(
                title: "Done", style: .done, target: self, action: #selector(done))

            override func viewDidLoad() {
                super.viewDidLoad()
                navigationItem.leftBarButtonItem = UIBarButtonItem(
                    barButtonSystemItem: .cancel, target: self, action: #selector(cancel(_:)))
                toolbarItems = [
                    UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
                    UIBarButtonItem(title: "Share", style: .plain, target: self, action: #selector(share)),
                    UIBarButtonItem(image: nil, style: .plain, target: self, action: #selector(share)),
                ]
                let edit = UIBarButtonItem()
                edit.title = "Edit"
                edit.target = self
                edit.action = #selector(share)
                navigationItem.rightBarButtonItems = [doneItem, edit]
            }

            @objc private func done() {}
            @objc func cancel(_ sender: UIBarButtonItem) {}
            @IBAction func share() {}
        }

        """
}
