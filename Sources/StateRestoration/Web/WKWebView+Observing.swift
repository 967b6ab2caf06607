import Foundation

// Key-value observing needs Objective-C. A web view offers it all the same, since nearly every app observes the
// progress or the title of its page.

/// Ends the observation when it goes, or when it is told to.
public final class NSKeyValueObservation: NSObject {
    private var end: (() -> Void)?

    init(end: @escaping () -> Void) {
        self.end = end
        super.init()
    }

    deinit { invalidate() }

    /// Ends the observation.
    public func invalidate() {
        end?()
        end = nil
    }
}

/// What an observer is told of a change.
public struct NSKeyValueObservedChange<Value> {
    /// The value after it.
    public let newValue: Value?
    /// The value before it.
    public let oldValue: Value?
}

extension WKWebView {
    /// What an observer is told, and when.
    public struct ObservingOptions: OptionSet, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The value after a change. It always is.
        public static let new = ObservingOptions(rawValue: 1)
        /// The value before a change. It always is.
        public static let old = ObservingOptions(rawValue: 2)
        /// Also the value that is there now.
        public static let initial = ObservingOptions(rawValue: 4)
    }

    /// Calls back each time that a page is loaded and the value is another one then.
    public func observe<Value>(
        _ keyPath: KeyPath<WKWebView, Value>, options: ObservingOptions = [],
        changeHandler: @escaping (WKWebView, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let identifier = UUID()
        var last = self[keyPath: keyPath]
        observers[identifier] = { view in
            let value = view[keyPath: keyPath]
            let change = NSKeyValueObservedChange(newValue: value, oldValue: last)
            if "\(value)" == "\(last)" { return }
            last = value
            changeHandler(view, change)
        }
        if options.contains(.initial) {
            changeHandler(self, NSKeyValueObservedChange(newValue: last, oldValue: nil))
        }
        return NSKeyValueObservation { [weak self] in
            // An observation may go anywhere; the view's observers belong to the main actor.
            nonisolated(unsafe) let view = self
            if Thread.isMainThread {
                MainActor.assumeIsolated { view?.observers[identifier] = nil }
            }
        }
    }
}
