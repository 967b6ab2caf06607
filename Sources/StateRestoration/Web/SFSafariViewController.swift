import Foundation

/// Hears when the user is done with a page.
@preconcurrency @MainActor
public protocol SFSafariViewControllerDelegate: NSObjectProtocol {
    /// The user has tapped Done. Nothing here taps: code that plays the user calls it.
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

extension SFSafariViewControllerDelegate {
    /// Does nothing.
    public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
}

/// A page of the web, in a controller of the system's. Nothing of it is loaded, drawn or saved: an app
/// that wants it back encodes the address, and presents a new one.
@preconcurrency @MainActor
open class SFSafariViewController: UIViewController {
    /// How it looks and behaves. It changes nothing here.
    @preconcurrency @MainActor
    open class Configuration: NSObject {
        /// Whether articles are shown for reading.
        open var entersReaderIfAvailable = false
        /// Whether bars shrink.
        open var barCollapsingEnabled = true
    }

    /// Hears when the user is done; held weakly.
    open weak var delegate: (any SFSafariViewControllerDelegate)?
    /// Its configuration.
    public let configuration: Configuration
    /// The address. Not in UIKit, which keeps it to itself.
    public let initialURL: URL?
    /// The color of its bars. It is not drawn.
    open var preferredBarTintColor: UIColor?
    /// The color of its buttons. It is not drawn.
    open var preferredControlTintColor: UIColor?

    /// Makes a controller for an address.
    public init(url URL: URL, configuration: Configuration) {
        initialURL = URL
        self.configuration = configuration
        super.init(nibName: nil, bundle: nil)
    }
    /// Makes a controller for an address.
    public convenience init(url URL: URL) { self.init(url: URL, configuration: Configuration()) }
    /// Reads nothing from the coder: there is no address.
    public required init?(coder: NSCoder) {
        initialURL = nil
        configuration = Configuration()
        super.init(coder: coder)
    }
}
