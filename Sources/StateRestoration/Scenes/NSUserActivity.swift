import Foundation

/// What the user was doing, in a form that can be saved and continued: here, the state of a scene
/// (C4).
///
/// There is no Handoff, search or Siri here: which activity is current, and what it is eligible for,
/// changes nothing that is saved.
open class NSUserActivity: NSObject {
    /// The type, such as `org.example.editing`.
    public let activityType: String
    /// The title, which the user sees.
    open var title: String?
    /// The state: texts, numbers, dates, data, URLs, `NSNull`, and arrays, sets and dictionaries of
    /// these. Anything else is refused by the save, with its key (C6).
    open var userInfo: [AnyHashable: Any]?
    /// The keys without which the state is of no use. The whole ``userInfo`` is saved all the same;
    /// a save that lacks one of them reports it (C6).
    open var requiredUserInfoKeys: Set<String>?
    /// Whether ``userInfo`` is out of date. The next save empties it first, if a controller or a view
    /// has the activity as its own, and has each of them fill it again (C5). The save sets it to
    /// false.
    open var needsSave = false
    /// Whether Handoff may continue it. It has no effect here.
    open var isEligibleForHandoff = true
    /// Whether it is indexed for search. It has no effect here.
    open var isEligibleForSearch = false
    /// Whether it is indexed publicly. It has no effect here.
    open var isEligibleForPublicIndexing = false
    /// Whether Siri may predict it. It has no effect here.
    open var isEligibleForPrediction = false
    /// A page that shows the same. It is not saved.
    open var webpageURL: URL?
    /// Words that it is found by. They are not saved.
    open var keywords: Set<String> = []
    /// When it is no longer of use. It is not saved.
    open var expirationDate: Date?
    /// What it is about, for choosing among scenes. It is saved.
    open var targetContentIdentifier: String?
    /// Names it for deletion. It is not saved.
    open var persistentIdentifier: String?
    /// Is told before the activity is saved (C5).
    open weak var delegate: (any NSUserActivityDelegate)?

    /// An activity of a type, with no state yet.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds entries to ``userInfo``. A key that is there already gets the new value.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        if userInfo == nil { userInfo = [:] }
        // In place: many controllers may add to one activity.
        for (key, value) in otherDictionary { userInfo?[key] = value }
    }

    /// Makes it the one that the user is at. It has no effect here.
    open func becomeCurrent() {}
    /// Ends ``becomeCurrent()``. It has no effect here.
    open func resignCurrent() {}
    /// Ends its life outside of the app. What it holds can still be saved.
    open func invalidate() {}

    /// Another activity of the same content.
    func copied() -> NSUserActivity {
        let copy = NSUserActivity(activityType: activityType)
        copy.title = title
        copy.userInfo = userInfo
        copy.requiredUserInfoKeys = requiredUserInfoKeys
        copy.targetContentIdentifier = targetContentIdentifier
        return copy
    }
}

/// Hears of the life of an activity.
public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// The activity is about to be saved. Bring its ``NSUserActivity/userInfo`` up to date (C5).
    func userActivityWillSave(_ userActivity: NSUserActivity)
    /// Another device has continued the activity. It is never called here.
    func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
    /// Does nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// The activity type of a page on the web.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
