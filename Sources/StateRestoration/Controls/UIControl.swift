import Foundation

/// A view that the user operates. It saves nothing: Apple's list of the views that preserve state
/// names no control but the text field (S12).
///
/// Nobody taps here. Code that plays the user sets the value and calls `sendActions(for:)`.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// What the user did.
    public struct Event: OptionSet, Hashable, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A finger touches the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger touches the control once more, soon after.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// A finger moves inside the control.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// A finger moves outside the control.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// A finger moves into the control.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// A finger moves out of the control.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A finger was lifted inside the control: a tap.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A finger was lifted outside the control.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The system has taken the touch away.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The control's value is another.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// A button was tapped, whatever with.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// The menu of a button is about to be shown.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        /// A text field is being edited.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The text of a text field is another.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// A text field is no longer being edited.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The Return key has ended editing.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// Every touch.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// Everything that happens to the text of a text field.
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        /// What an app may name itself.
        public static let applicationReserved = Event(rawValue: 0xF00_0000)
        /// What the system keeps for itself.
        public static let systemReserved = Event(rawValue: 0xF000_0000)
        /// Everything.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// How a control looks.
    public struct State: OptionSet, Hashable, Sendable {
        /// One bit for each member.
        public let rawValue: UInt
        /// Makes a set of its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// None of the others.
        public static let normal = State([])
        /// A finger is on it.
        public static let highlighted = State(rawValue: 1)
        /// It cannot be used.
        public static let disabled = State(rawValue: 2)
        /// It is chosen.
        public static let selected = State(rawValue: 4)
        /// It has the focus. Nothing has it here.
        public static let focused = State(rawValue: 8)
        /// What an app may name itself.
        public static let application = State(rawValue: 0xFF_0000)
    }

    /// Whether it can be used. `sendActions(for:)` does not ask.
    open var isEnabled = true
    /// Whether it is chosen. It is not saved.
    open var isSelected = false
    /// Whether a finger is on it. Nothing here sets it.
    open var isHighlighted = false

    /// Which of its looks it has now.
    open var state: State {
        var state = State.normal
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isHighlighted { state.insert(.highlighted) }
        return state
    }

    private var actions: [(action: UIAction, events: Event)] = []
    private var targets: [Target] = []

    private struct Target {
        weak var object: AnyObject?
        var selector: Selector
        var events: Event
    }

    /// Has events do something. An action of the same identifier is replaced.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        actions.removeAll {
            $0.action.identifier == action.identifier && $0.events == controlEvents
        }
        actions.append((action, controlEvents))
    }

    /// Takes an action away.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Takes an action away by its identifier.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for events: Event) {
        actions.removeAll {
            $0.action.identifier == actionIdentifier && !$0.events.isDisjoint(with: events)
        }
    }

    /// Remembers a method by its name. Linux cannot call it: `sendActions(for:)` reports that.
    /// Use `addAction(_:for:)`.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        targets.append(
            Target(object: target.map { $0 as AnyObject }, selector: action, events: controlEvents))
    }

    /// Forgets the methods of a target; nil forgets all.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        let object = target.map { $0 as AnyObject }
        targets.removeAll {
            (object == nil || $0.object === object) && (action == nil || $0.selector == action)
                && !$0.events.isDisjoint(with: controlEvents)
        }
    }

    /// Does what the user would have caused.
    open func sendActions(for controlEvents: Event) {
        for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
            action.perform(from: self)
        }
        for target in targets where !target.events.isDisjoint(with: controlEvents) {
            UIApplication.shared.session.report(
                "\(type(of: self)): the method \(target.selector) cannot be called by its name; "
                    + "use addAction(_:for:)", rule: nil)
        }
    }
}
