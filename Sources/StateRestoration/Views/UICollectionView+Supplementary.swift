import Foundation

extension UICollectionView {
    /// The kind of the views above sections.
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of the views below sections.
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// Says which class the views of a kind and an identifier are of; nil forgets it.
    public func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        supplementaryViews[elementKind, default: ViewMakers()].register(viewClass, for: identifier)
    }

    /// Says that the views of a kind and an identifier come from a nib: see ``UINib``.
    public func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String,
        withReuseIdentifier identifier: String
    ) {
        supplementaryViews[kind, default: ViewMakers()].register(nib, for: identifier)
    }

    /// A new view of the registered class or nib, or else a plain view.
    public func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String,
        for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let made = supplementaryViews[elementKind]?.make(identifier, of: RuntimeClass.makeView)
        let view = made as? UICollectionReusableView
        view?.reuseIdentifier = identifier
        return view ?? UICollectionReusableView(frame: .zero)
    }

    /// The data source's view of a kind for a section; nil without a data source.
    public func supplementaryView(
        forElementKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? {
        dataSource?.collectionView(
            self, viewForSupplementaryElementOfKind: elementKind, at: indexPath)
    }
}
