import Foundation

/// Makes views by a name. There are no nib files here: the app registers in code how each is made.
///
///     UINib.register("NoteCell") { NoteCell(style: .default, reuseIdentifier: "note") }
@preconcurrency @MainActor
public final class UINib: NSObject {
    private let name: String
    private static var makers: [String: () -> UIView] = [:]

    /// The nib of that name, which need not be known yet. `bundle` is ignored.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

    /// Says how the view of a nib is made. A second registration replaces the first. Not in UIKit.
    public static func register(_ name: String, make: @escaping () -> UIView) {
        makers[name] = make
    }

    /// A new view, which hears `awakeFromNib()`; nil where none is registered.
    func instantiate() -> UIView? {
        let view = Self.makers[name]?()
        view?.awakeFromNib()
        return view
    }

    /// The view of the nib alone; nothing where none is registered. The arguments are ignored.
    public func instantiate(withOwner ownerOrNil: Any?, options: [AnyHashable: Any]? = nil) -> [Any]
    {
        [instantiate()].compactMap { $0 }
    }
}
