import Foundation

/// Where a page is about to lead. Nothing here follows a link: code that plays the user makes one.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// What is to be loaded.
    public let request: URLRequest
    /// Why it is to be loaded.
    public let navigationType: WKNavigationType
    /// Where it is to be shown.
    public let targetFrame: WKFrameInfo?

    /// Makes one, for code that plays the user. Not in UIKit.
    public init(request: URLRequest, navigationType: WKNavigationType = .linkActivated) {
        self.request = request
        self.navigationType = navigationType
        targetFrame = WKFrameInfo()
        super.init()
    }
}

/// Why a page is to be loaded.
public enum WKNavigationType: Int, Sendable {
    /// A link, a form, the way back or forward, once more, or a form once more.
    case linkActivated, formSubmitted, backForward, reload, formResubmitted
    /// The app wants it.
    case other = -1
}

/// Whether a page may be loaded.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// No, yes, or as a file.
    case cancel, allow, download
}

/// A page, or a part of one.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
    /// Whether it is the page itself.
    open var isMainFrame: Bool { true }
}

/// How a page is to be shown. It changes nothing here.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
    /// For which kind of machine the page is asked for.
    public enum ContentMode: Int, Sendable {
        /// As is usual, for a telephone, or for a desk.
        case recommended, mobile, desktop
    }

    /// For which kind of machine the page is asked for.
    open var preferredContentMode = ContentMode.recommended
    /// Whether the page's scripts may run. None does.
    open var allowsContentJavaScript = true
}

extension WKNavigation {
    /// For which kind of machine the page was made: as is usual.
    public var effectiveContentMode: WKWebpagePreferences.ContentMode { .recommended }
}
