import Foundation

/// A way from one controller of a storyboard to another.
///
/// A restoration goes no such way: what `prepare(for:sender:)` hands over does not come back by
/// itself (R14).
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    /// How a segue shows its destination.
    public enum Kind: Sendable {
        /// As `show(_:sender:)`.
        case show
        /// As `showDetailViewController(_:sender:)`.
        case showDetail
        /// As `present(_:animated:completion:)`.
        case presentModally
    }

    /// Its name in the storyboard.
    public let identifier: String?
    /// Where it begins.
    public let source: UIViewController
    /// Where it leads: a new controller each time.
    public let destination: UIViewController
    private let body: () -> Void

    /// Makes a segue that does nothing. A subclass overrides `perform()`.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        body = {}
        super.init()
    }

    /// Makes a segue that does something.
    public init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        body = performHandler
        super.init()
    }

    convenience init(
        identifier: String, kind: Kind, source: UIViewController, destination: UIViewController
    ) {
        self.init(identifier: identifier, source: source, destination: destination) {
            switch kind {
            case .show: source.show(destination, sender: nil)
            case .showDetail: source.showDetailViewController(destination, sender: nil)
            case .presentModally: source.present(destination, animated: true)
            }
        }
    }

    /// Shows the destination.
    open func perform() { body() }

    /// Prepares the source, and shows the destination.
    func perform(sender: Any?) {
        source.prepare(for: self, sender: sender)
        perform()
    }
}

extension UIStoryboard {
    private struct SegueName: Hashable {
        var storyboard: String
        var source: String
        var identifier: String
    }
    private static var segues: [SegueName: (destination: String, kind: UIStoryboardSegue.Kind)] =
        [:]

    /// Says where a segue leads. A second registration replaces the first. Not in UIKit, where the
    /// storyboard's file says it.
    ///
    /// - Parameters:
    ///   - identifier: the segue's name.
    ///   - source: the identifier of the controller where it begins.
    ///   - destination: the identifier of the controller where it leads.
    ///   - storyboard: the name of the storyboard of both.
    ///   - kind: how the destination is shown.
    public static func registerSegue(
        _ identifier: String, from source: String, to destination: String, in storyboard: String,
        kind: UIStoryboardSegue.Kind = .show
    ) {
        let name = SegueName(storyboard: storyboard, source: source, identifier: identifier)
        segues[name] = (destination, kind)
    }

    static func segue(
        _ identifier: String, from source: UIViewController
    ) -> UIStoryboardSegue {
        guard let storyboard = source.storyboard, let scene = source.storyboardIdentifier,
            let (destination, kind) = segues[
                SegueName(storyboard: storyboard.name, source: scene, identifier: identifier)]
        else {
            preconditionFailure(
                "\(type(of: source)) has no segue \"\(identifier)\"; register it with "
                    + "UIStoryboard.registerSegue(_:from:to:in:kind:)")
        }
        return UIStoryboardSegue(
            identifier: identifier, kind: kind, source: source,
            destination: storyboard.instantiateViewController(withIdentifier: destination))
    }
}
