import Foundation

extension UICollectionView {
    /// How the cells of one kind are made and filled.
    @preconcurrency @MainActor
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        /// Fills a cell.
        public typealias Handler = (
            _ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item
        ) -> Void

        let nib: UINib?
        let handler: Handler

        /// Cells made with `init(frame:)`.
        public init(handler: @escaping Handler) {
            nib = nil
            self.handler = handler
        }
        /// Cells of a nib: see ``UINib``.
        public init(cellNib: UINib, handler: @escaping Handler) {
            nib = cellNib
            self.handler = handler
        }
    }

    /// How the views of one kind above or below sections are made and filled.
    @preconcurrency @MainActor
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        /// Fills a view.
        public typealias Handler = (
            _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
        ) -> Void

        let kind: String
        let nib: UINib?
        let handler: Handler

        /// Views made with `init(frame:)`.
        public init(elementKind: String, handler: @escaping Handler) {
            kind = elementKind
            nib = nil
            self.handler = handler
        }
        /// Views of a nib: see ``UINib``.
        public init(
            supplementaryNib: UINib, elementKind: String, handler: @escaping Handler
        ) {
            kind = elementKind
            nib = supplementaryNib
            self.handler = handler
        }
    }

    /// A new cell, filled; an empty one where there is no item. Cells are not reused here.
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        let cell: Cell = Self.made(by: registration.nib)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    /// A new view above or below a section, filled.
    public func dequeueConfiguredReusableSupplementary<Supplementary>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let view: Supplementary = Self.made(by: registration.nib)
        registration.handler(view, registration.kind, indexPath)
        return view
    }

    private static func made<View: UICollectionReusableView>(by nib: UINib?) -> View {
        guard let view = (nib?.instantiate() ?? RuntimeClass.makeView(View.self)) as? View else {
            preconditionFailure("the nib does not make a \(View.self)")
        }
        return view
    }
}
