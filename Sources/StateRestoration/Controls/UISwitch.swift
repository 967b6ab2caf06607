import Foundation

/// A switch. Whether it is on is not saved: encode it.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    /// Whether it is on. Setting it sends no action, as in UIKit.
    open var isOn = false
    /// The color of a switch that is on. It is not drawn.
    open var onTintColor: UIColor?

    /// Switches. `animated` is ignored.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    override var observableState: [String: JSON] { ["on": .bool(isOn)] }
}

/// A range of values to choose from, with a thumb that is dragged. The value is not saved: encode it.
@preconcurrency @MainActor
open class UISlider: UIControl {
    private var place: Float = 0
    /// The value, never outside the range. Setting it sends no action.
    open var value: Float {
        get { place }
        set { place = min(max(newValue, minimumValue), maximumValue) }
    }
    /// The least value.
    open var minimumValue: Float = 0 {
        didSet {
            maximumValue = max(maximumValue, minimumValue)
            value = place
        }
    }
    /// The greatest value.
    open var maximumValue: Float = 1 {
        didSet {
            if minimumValue > maximumValue { minimumValue = maximumValue }
            value = place
        }
    }
    /// Whether actions are sent while the thumb moves. It is kept, and not used.
    open var isContinuous = true
    /// The color below the value. It is not drawn.
    open var minimumTrackTintColor: UIColor?
    /// The color above the value. It is not drawn.
    open var maximumTrackTintColor: UIColor?
    /// The color of the thumb. It is not drawn.
    open var thumbTintColor: UIColor?

    /// Sets the value. `animated` is ignored.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    override var observableState: [String: JSON] { ["value": .number(Double(value))] }
}

/// Plus and minus. The value is not saved: encode it.
@preconcurrency @MainActor
open class UIStepper: UIControl {
    private var place: Double = 0
    /// The value, never outside the range. Setting it sends no action.
    open var value: Double {
        get { place }
        set { place = min(max(newValue, minimumValue), maximumValue) }
    }
    /// The least value.
    open var minimumValue: Double = 0 { didSet { value = place } }
    /// The greatest value.
    open var maximumValue: Double = 100 { didSet { value = place } }
    /// What one tap adds.
    open var stepValue: Double = 1
    /// Whether it begins again at the other end. It is kept, and not used.
    open var wraps = false
    /// Whether a finger that stays repeats. It is kept, and not used.
    open var autorepeat = true

    override var observableState: [String: JSON] { ["value": .number(value)] }
}
