import Foundation

/// A quick action of the app's icon. There is no icon here: nobody chooses one.
@preconcurrency @MainActor
open class UIApplicationShortcutItem: NSObject {
    /// The app's name for the action.
    open fileprivate(set) var type: String
    /// What the user sees.
    open fileprivate(set) var localizedTitle: String
    /// A smaller text below it.
    open fileprivate(set) var localizedSubtitle: String?
    /// The picture beside it. It is not drawn.
    open fileprivate(set) var icon: UIApplicationShortcutIcon?
    /// The app's own values.
    open fileprivate(set) var userInfo: [String: any NSSecureCoding]?
    /// What a scene must say of itself to be chosen for the action. It is kept, and not used.
    open var targetContentIdentifier: Any?

    /// Makes an action of all that it has.
    public init(
        type: String, localizedTitle: String, localizedSubtitle: String?,
        icon: UIApplicationShortcutIcon?, userInfo: [String: any NSSecureCoding]? = nil
    ) {
        self.type = type
        self.localizedTitle = localizedTitle
        self.localizedSubtitle = localizedSubtitle
        self.icon = icon
        self.userInfo = userInfo
        super.init()
    }

    /// Makes an action of a title alone.
    public convenience init(type: String, localizedTitle: String) {
        self.init(type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil)
    }
}

/// A quick action that can be changed, until it is given to the application.
@preconcurrency @MainActor
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem {
    open override var type: String {
        get { super.type }
        set { super.type = newValue }
    }
    open override var localizedTitle: String {
        get { super.localizedTitle }
        set { super.localizedTitle = newValue }
    }
    open override var localizedSubtitle: String? {
        get { super.localizedSubtitle }
        set { super.localizedSubtitle = newValue }
    }
    open override var icon: UIApplicationShortcutIcon? {
        get { super.icon }
        set { super.icon = newValue }
    }
    open override var userInfo: [String: any NSSecureCoding]? {
        get { super.userInfo }
        set { super.userInfo = newValue }
    }
}

/// The picture of a quick action. It is not drawn.
@preconcurrency @MainActor
open class UIApplicationShortcutIcon: NSObject {
    /// A picture of the system's.
    public enum IconType: Int, Sendable {
        /// What can be begun, found or taken along.
        case compose, play, pause, add, location, search, share, prohibit, contact, home
        /// What can be marked, sent or looked up.
        case markLocation, favorite, love, cloud, invitation, confirmation, mail, message, date
        /// What is about time, pictures and tasks.
        case time, capturePhoto, captureVideo, task, taskCompleted, alarm, bookmark, shuffle, audio
        /// What is to be brought up to date.
        case update
    }

    /// A picture of the system's.
    public convenience init(type: IconType) { self.init() }
    /// A picture of a name: no file is looked for.
    public convenience init(templateImageName: String) { self.init() }
    /// A symbol of a name.
    public convenience init(systemImageName: String) { self.init() }
}
