import Foundation

/// Something that a user can do with a view: nothing, here.
@preconcurrency @MainActor
public protocol UIInteraction: NSObjectProtocol {
    /// The view that it belongs to.
    var view: UIView? { get }
    /// It is about to belong to a view, or to none.
    func willMove(to view: UIView?)
    /// It belongs to a view, or to none.
    func didMove(to view: UIView?)
}

/// Lets a view's content be dragged.
@preconcurrency @MainActor
open class UIDragInteraction: NSObject, UIInteraction {
    /// Offers what is dragged; held weakly.
    open private(set) weak var delegate: (any UIDragInteractionDelegate)?
    public private(set) weak var view: UIView?
    /// Whether it can be dragged.
    open var isEnabled = true

    /// An interaction whose delegate says what is dragged.
    public init(delegate: any UIDragInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    open func willMove(to view: UIView?) {}
    open func didMove(to view: UIView?) { self.view = view }
}

extension UIView {
    /// Adds something that the user can do, which nobody does here. The view keeps it.
    public func addInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: self)
        interactions.append(interaction)
        interaction.didMove(to: self)
    }

    /// Removes what the user can do.
    public func removeInteraction(_ interaction: any UIInteraction) {
        guard let index = interactions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        interactions.remove(at: index)
        interaction.didMove(to: nil)
    }
}
