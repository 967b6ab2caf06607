import Foundation

/// Something that the user can do, as a closure.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    /// Names an action, so that a control can replace or remove it.
    public struct Identifier: Hashable, RawRepresentable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes an identifier of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes an identifier of a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether an element of a menu is marked.
    public enum State: Int, Sendable {
        /// It is not.
        case off
        /// It is.
        case on
        /// Some of what it stands for is.
        case mixed
    }

    /// Its name; one that no other action has, where none was given.
    public let identifier: Identifier
    /// Whether it is marked. It is not drawn.
    open var state: State
    /// What has sent the action last: a control or a button of a bar.
    public internal(set) weak var sender: AnyObject?
    private let handler: (UIAction) -> Void

    /// Makes an action. The handler is called on the main thread.
    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
        state: State = .off, handler: @escaping (UIAction) -> Void
    ) {
        self.state = state
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        self.handler = handler
        super.init(title: title, image: image)
    }

    /// Does it, on behalf of a sender.
    func perform(from sender: AnyObject?) {
        self.sender = sender
        handler(self)
    }
}

/// The name of an Objective-C method. Linux has no such methods: none is ever called by its name, and
/// where one would be, that is reported. Use closures, such as ``UIAction``.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method's name.
    public let description: String
    /// Makes the name of a method.
    public init(_ name: String) { description = name }
    public init(stringLiteral value: String) { description = value }
}
