import Foundation

// Nobody drags anything here. What an app offers for dragging can be asked for, since that is how windows are
// opened: an item carries the activity of the new window.

/// What can be given to another app.
public protocol NSItemProviderWriting: NSObjectProtocol {}

extension UIImage: NSItemProviderWriting {}
extension NSString: NSItemProviderWriting {}
extension NSURL: NSItemProviderWriting {}
extension NSUserActivity: NSItemProviderWriting {}

/// What is handed over in a drag.
open class NSItemProvider: NSObject {
    /// What was registered, in this order.
    public private(set) var registeredObjects: [any NSItemProviderWriting] = []
    /// What people call it.
    open var suggestedName: String?

    /// Nothing yet.
    public override init() { super.init() }
    /// Hands an object over.
    public init(object: any NSItemProviderWriting) {
        registeredObjects = [object]
        super.init()
    }

    /// Hands one more object over.
    open func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) { registeredObjects.append(object) }
}

/// Who may take what is handed over. It changes nothing here.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Every app.
    case all
    /// The apps of the same team, or the app itself.
    case team, group, ownProcess
}

/// One thing that is dragged.
@preconcurrency @MainActor
open class UIDragItem: NSObject {
    /// What is handed over.
    public let itemProvider: NSItemProvider
    /// What it is within the app.
    open var localObject: Any?

    /// An item that hands something over.
    public init(itemProvider: NSItemProvider) {
        self.itemProvider = itemProvider
        super.init()
    }
}

/// A drag. Nothing here makes one but a test.
@preconcurrency @MainActor
public protocol UIDragSession: NSObjectProtocol {
    /// What is dragged.
    var items: [UIDragItem] { get }
    /// What it means within the app.
    var localContext: Any? { get set }
}

/// Offers items of a view for dragging.
@preconcurrency @MainActor
public protocol UIDragInteractionDelegate: NSObjectProtocol {
    /// What is dragged.
    func dragInteraction(
        _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
    ) -> [UIDragItem]
}

/// Offers items of a table for dragging.
@preconcurrency @MainActor
public protocol UITableViewDragDelegate: NSObjectProtocol {
    /// What is dragged with a row.
    func tableView(
        _ tableView: UITableView, itemsForBeginning session: any UIDragSession,
        at indexPath: IndexPath
    ) -> [UIDragItem]
}

/// Offers items of a collection for dragging.
@preconcurrency @MainActor
public protocol UICollectionViewDragDelegate: NSObjectProtocol {
    /// What is dragged with an item.
    func collectionView(
        _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession,
        at indexPath: IndexPath
    ) -> [UIDragItem]
}
