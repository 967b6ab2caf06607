import Foundation

/// Something that a key does. Nothing here presses keys, and Linux cannot call the method.
@preconcurrency @MainActor
open class UIKeyCommand: NSObject {
    /// The key.
    public let input: String?
    /// What is pressed with it.
    public let modifierFlags: UIKeyModifierFlags
    /// The method.
    public let action: Selector?
    /// What the user reads of it.
    open var discoverabilityTitle: String?

    /// Makes a command.
    public init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
        (self.input, self.modifierFlags, self.action) = (input, modifierFlags, action)
        super.init()
    }

    /// The key up.
    public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
    /// The key down.
    public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"
    /// The key to the left.
    public nonisolated static let inputLeftArrow = "UIKeyInputLeftArrow"
    /// The key to the right.
    public nonisolated static let inputRightArrow = "UIKeyInputRightArrow"
    /// The escape key.
    public nonisolated static let inputEscape = "UIKeyInputEscape"
}

/// Keys that are pressed with another.
public struct UIKeyModifierFlags: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: Int
    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The key for large letters.
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    /// The control key.
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    /// The option key.
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The command key.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}
