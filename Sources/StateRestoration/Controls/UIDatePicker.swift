import Foundation

/// Wheels to choose a date with. The date is not saved: encode it.
@preconcurrency @MainActor
open class UIDatePicker: UIControl {
    /// What is chosen.
    public enum Mode: Int, Sendable {
        /// Hours and minutes.
        case time
        /// A day.
        case date
        /// Both.
        case dateAndTime
        /// How long something takes.
        case countDownTimer
    }

    private var place = Date()
    /// The chosen date, never outside the range; now, where none was set. Setting it sends no action.
    open var date: Date {
        get { place }
        set {
            place = newValue
            if let minimumDate, place < minimumDate { place = minimumDate }
            if let maximumDate, place > maximumDate { place = maximumDate }
        }
    }
    /// What is chosen. It changes nothing here.
    open var datePickerMode = Mode.dateAndTime
    /// The earliest date.
    open var minimumDate: Date? { didSet { date = place } }
    /// The latest date.
    open var maximumDate: Date? { didSet { date = place } }
    /// How long, in seconds, in the mode `countDownTimer`.
    open var countDownDuration: TimeInterval = 0
    /// From one line of the minutes' wheel to the next. It is kept, and not used.
    open var minuteInterval = 1
    /// The language of the wheels. It is kept, and not used.
    open var locale: Locale?
    /// The calendar of the wheels. It is kept, and not used.
    open var calendar: Calendar! = .current
    /// The time zone of the wheels. It is kept, and not used.
    open var timeZone: TimeZone?

    /// Sets the date. `animated` is ignored.
    open func setDate(_ date: Date, animated: Bool) { self.date = date }

    override var observableState: [String: JSON] {
        ["date": .number(date.timeIntervalSinceReferenceDate)]
    }
}

/// Supplies the rows of a picker.
@preconcurrency @MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
    /// How many wheels there are.
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    /// How many rows a wheel has.
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// Hears what the user chooses, and names the rows.
@preconcurrency @MainActor
public protocol UIPickerViewDelegate: NSObjectProtocol {
    /// The text of a row.
    func pickerView(
        _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String?
    /// The user has chosen a row. Nothing here turns a wheel: code that plays the user calls it.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    /// Nil.
    public func pickerView(
        _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String? { nil }
    /// Does nothing.
    public func pickerView(
        _ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int
    ) {}
}

/// Wheels to choose a row of each. The rows are not saved: encode them.
@preconcurrency @MainActor
open class UIPickerView: UIView {
    /// Supplies the rows; held weakly.
    open weak var dataSource: (any UIPickerViewDataSource)?
    /// Hears what the user chooses; held weakly.
    open weak var delegate: (any UIPickerViewDelegate)?
    private var rows: [Int: Int] = [:]

    /// How many wheels the data source gives; 0 without one.
    open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }
    /// How many rows the data source gives for a wheel; 0 without one.
    open func numberOfRows(inComponent component: Int) -> Int {
        dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    }
    /// The chosen row of a wheel: 0 at first, and -1 where it has none.
    open func selectedRow(inComponent component: Int) -> Int {
        min(rows[component] ?? 0, numberOfRows(inComponent: component) - 1)
    }
    /// Chooses a row. The delegate is not told, as in UIKit; `animated` is ignored.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
        rows[component] = max(0, min(row, numberOfRows(inComponent: component) - 1))
    }
    /// Chooses a row again where the wheels have become shorter.
    open func reloadAllComponents() {
        for (component, row) in rows { selectRow(row, inComponent: component, animated: false) }
    }
    /// As `reloadAllComponents()`, for one wheel.
    open func reloadComponent(_ component: Int) {
        selectRow(rows[component] ?? 0, inComponent: component, animated: false)
    }

    override var observableState: [String: JSON] {
        [
            "rows": .array(
                (0..<numberOfComponents).map { .integer(Int64(selectedRow(inComponent: $0))) })
        ]
    }
}
