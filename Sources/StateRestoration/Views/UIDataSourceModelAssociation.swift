import Foundation

/// Names the elements of a table or a collection by what they stand for (S11).
///
/// The data source adopts it. Selection and position then survive a list that was reordered or
/// shortened.
@preconcurrency @MainActor
public protocol UIDataSourceModelAssociation: AnyObject {
    /// A name that the element has at every launch, such as its database key. Nil leaves the
    /// element out.
    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
    /// Where the element is now. Nil where it no longer exists: it is skipped (R13).
    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
}

/// A view of elements: what tables and collections save in common.
@MainActor
protocol ElementView: UIScrollView {
    /// The data source, if it can name elements.
    var modelAssociation: (any UIDataSourceModelAssociation)? { get }
    var firstVisibleElement: IndexPath? { get }
    var selectedElements: [IndexPath] { get set }
    func contains(_ element: IndexPath) -> Bool
    /// The corner of an element, in the content's coordinates.
    func origin(of element: IndexPath) -> CGPoint
}

extension ElementView {
    func encodeElements(with coder: NSCoder) {
        guard let modelAssociation else { return }
        func identifier(_ element: IndexPath) -> String? {
            // The model may have become shorter since.
            contains(element)
                ? modelAssociation.modelIdentifierForElement(at: element, in: self) : nil
        }
        coder.encode(selectedElements.compactMap(identifier), forKey: "UIElements.selected")
        guard let first = firstVisibleElement, let name = identifier(first) else { return }
        let (corner, offset) = (origin(of: first), contentOffset)
        coder.encode(name, forKey: "UIElements.firstVisible")
        coder.encode(
            CGPoint(x: offset.x - corner.x, y: offset.y - corner.y), forKey: "UIElements.distance")
    }

    /// What is gone is skipped (R13).
    func decodeElements(with coder: NSCoder) {
        guard let modelAssociation else { return }
        func element(_ identifier: String?) -> IndexPath? {
            identifier.flatMap {
                modelAssociation.indexPathForElement(withModelIdentifier: $0, in: self)
            }
            .flatMap { contains($0) ? $0 : nil }
        }
        let selected = coder.decodeObject(forKey: "UIElements.selected") as? [String]
        if let selected { selectedElements = selected.compactMap(element) }
        let first = coder.decodeObject(forKey: "UIElements.firstVisible") as? String
        guard let first = element(first) else { return }
        let (corner, distance) = (
            origin(of: first), coder.decodeCGPoint(forKey: "UIElements.distance")
        )
        contentOffset = CGPoint(x: corner.x + distance.x, y: corner.y + distance.y)
        clampContentOffset()
    }
}
