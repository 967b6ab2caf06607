import Foundation

/// Offers what can be done with some content, in a controller of the system's. Nothing of it is drawn or
/// saved: an app that wants it back presents a new one.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
    /// Hears how it ended: what was chosen, whether it was done, what it gave back, and what went wrong.
    public typealias CompletionWithItemsHandler = (
        UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
    ) -> Void

    /// Called when it is over. Nothing here taps: code that plays the user calls it.
    open var completionWithItemsHandler: CompletionWithItemsHandler?
    /// What is not offered. It is kept, and changes nothing.
    open var excludedActivityTypes: [UIActivity.ActivityType]?
    /// The content. Not in UIKit, which keeps it to itself.
    public let activityItems: [Any]

    /// Makes a controller for some content.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
        self.activityItems = activityItems
        super.init(nibName: nil, bundle: nil)
    }
    /// Reads nothing from the coder: there is no content.
    public required init?(coder: NSCoder) {
        activityItems = []
        super.init(coder: coder)
    }
}

/// Something that an app offers to do with content. Nobody chooses it here.
@preconcurrency @MainActor
open class UIActivity: NSObject {
    /// The name of a kind of activity.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        /// The text that stands for it.
        public let rawValue: String
        /// Makes a kind of the app's own.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a kind of the app's own.
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// Copies the content.
        public static let copyToPasteboard = Self("com.apple.UIKit.activity.CopyToPasteboard")
        /// Sends the content by mail.
        public static let mail = Self("com.apple.UIKit.activity.Mail")
        /// Sends the content as a message.
        public static let message = Self("com.apple.UIKit.activity.Message")
        /// Prints the content.
        public static let print = Self("com.apple.UIKit.activity.Print")
        /// Puts pictures into the photo library.
        public static let saveToCameraRoll = Self("com.apple.UIKit.activity.SaveToCameraRoll")
    }

    /// Its kind.
    open var activityType: ActivityType? { nil }
    /// Its name, for people.
    open var activityTitle: String? { nil }
    /// An activity that does nothing.
    public override init() { super.init() }
}
