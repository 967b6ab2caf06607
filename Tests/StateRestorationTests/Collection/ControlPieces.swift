#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a form of switches, sliders and steppers

class SoundSettingsViewController: UIViewController {
    let muteSwitch = UISwitch()
    let volumeSlider = UISlider()
    let repeatStepper = UIStepper()
    let volumeLabel = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        volumeSlider.minimumValue = 0
        volumeSlider.maximumValue = 11
        repeatStepper.maximumValue = 5
        volumeSlider.addAction(
            UIAction { [weak self] _ in self?.showVolume() }, for: .valueChanged)
        let stack = UIStackView(
            arrangedSubviews: [muteSwitch, volumeSlider, volumeLabel, repeatStepper])
        stack.axis = .vertical
        stack.spacing = 12
        stack.distribution = .equalSpacing
        view.addSubview(stack)
    }

    func showVolume() {
        volumeLabel.text = String(format: "%.1f", volumeSlider.value)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(muteSwitch.isOn, forKey: "muted")
        coder.encode(volumeSlider.value, forKey: "volume")
        coder.encode(repeatStepper.value, forKey: "repeats")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        muteSwitch.setOn(coder.decodeBool(forKey: "muted"), animated: false)
        volumeSlider.setValue(coder.decodeFloat(forKey: "volume"), animated: false)
        repeatStepper.value = coder.decodeDouble(forKey: "repeats")
        showVolume()
        super.decodeRestorableState(with: coder)
    }
}

// MARK: Piece: a segmented control that shows one of two lists

class OrdersViewController: UIViewController {
    enum Segment: Int, CaseIterable {
        case open, delivered

        var title: String {
            switch self {
            case .open: return "Open"
            case .delivered: return "Delivered"
            }
        }
    }

    lazy var segmentedControl: UISegmentedControl = {
        let control = UISegmentedControl(items: Segment.allCases.map { $0.title })
        control.selectedSegmentIndex = Segment.open.rawValue
        control.addAction(
            UIAction { [unowned self] _ in self.segmentChanged() }, for: .valueChanged)
        return control
    }()
    private(set) var shown = Segment.open

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.titleView = segmentedControl
    }

    func segmentChanged() {
        shown = Segment(rawValue: segmentedControl.selectedSegmentIndex) ?? .open
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(segmentedControl.selectedSegmentIndex, forKey: "segment")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        segmentedControl.selectedSegmentIndex = coder.decodeInteger(forKey: "segment")
        segmentChanged()
    }
}

// MARK: Piece: a date picker, kept within this year

class ReminderViewController: UIViewController {
    let datePicker = UIDatePicker()
    let allDayButton = UIButton(type: .system)

    override func viewDidLoad() {
        super.viewDidLoad()
        datePicker.datePickerMode = .dateAndTime
        datePicker.minimumDate = Date(timeIntervalSinceReferenceDate: 0)
        allDayButton.setTitle("All day", for: .normal)
        allDayButton.setTitle("✓ All day", for: .selected)
        allDayButton.setTitleColor(.systemBlue, for: .normal)
        allDayButton.addAction(
            UIAction { [weak self] _ in
                self?.allDayButton.isSelected.toggle()
                self?.datePicker.datePickerMode =
                    self?.allDayButton.isSelected == true ? .date : .dateAndTime
            }, for: .touchUpInside)
        [datePicker, allDayButton].forEach(view.addSubview)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(datePicker.date, forKey: "date")
        coder.encode(allDayButton.isSelected, forKey: "allDay")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        if let date = coder.decodeObject(forKey: "date") as? Date {
            datePicker.setDate(date, animated: false)
        }
        allDayButton.isSelected = coder.decodeBool(forKey: "allDay")
    }
}

// MARK: Piece: a picker whose data source is an NSObject of its own

class CurrencySource: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    let currencies = ["EUR", "GBP", "USD", "YEN"]
    var didSelect: ((String) -> Void)?

    func numberOfComponents(in pickerView: UIPickerView) -> Int { return 1 }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
        return currencies.count
    }

    func pickerView(
        _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
    ) -> String? {
        return currencies[row]
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        didSelect?(currencies[row])
    }
}

class CurrencyViewController: UIViewController {
    let source = CurrencySource()
    let picker = UIPickerView()
    var currency = "EUR"

    override func viewDidLoad() {
        super.viewDidLoad()
        picker.dataSource = source
        picker.delegate = source
        source.didSelect = { [weak self] in self?.currency = $0 }
        view.addSubview(picker)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(currency, forKey: #function)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let key = "encodeRestorableState(with:)"
        guard let currency = coder.decodeObject(forKey: key) as? String,
            let row = source.currencies.firstIndex(of: currency)
        else { return }
        self.currency = currency
        picker.selectRow(row, inComponent: 0, animated: false)
    }
}

// MARK: Piece: a control of the app's own, with a restoration identifier

class RatingControl: UIControl {
    var rating = 0 {
        didSet { setNeedsDisplay() }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        restorationIdentifier = "rating"
        isUserInteractionEnabled = true
        let tap = UITapGestureRecognizer(target: nil, action: nil)
        addGestureRecognizer(tap)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        rating = min(rating + 1, 5)
        sendActions(for: .valueChanged)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(rating, forKey: "rating")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        rating = coder.decodeInteger(forKey: "rating")
    }
}

class ReviewViewController: UIViewController {
    let ratingControl = RatingControl()
    var heard = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        ratingControl.addAction(
            UIAction { [weak self] _ in self?.heard += 1 }, for: .valueChanged)
        view.addSubview(ratingControl)
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct ControlPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            controller.loadViewIfNeeded()
            return controller
        }

        @Test("The values of controls come back where they are encoded")
        func sound() throws {
            let root = try restored({ self.named(SoundSettingsViewController()) }) {
                $0.muteSwitch.isOn = true
                $0.volumeSlider.value = 20
                $0.volumeSlider.sendActions(for: .valueChanged)
                #expect($0.volumeLabel.text == "11.0")
                $0.volumeSlider.value = 7.5
                $0.repeatStepper.value = 3
            }
            #expect(root.muteSwitch.isOn)
            #expect(root.volumeSlider.value == 7.5)
            #expect(root.repeatStepper.value == 3)
            #expect(root.volumeLabel.text == "7.5")
        }

        @Test("A choice that is not encoded is lost: UIKit restores no control")
        func nothingByItself() throws {
            func make() -> UIViewController {
                let controller = UIViewController()
                controller.restorationIdentifier = "plain"
                let control = UISegmentedControl(items: ["a", "b"])
                control.restorationIdentifier = "choice"
                control.tag = 1
                controller.view.addSubview(control)
                return controller
            }
            func control(_ root: UIViewController) -> UISegmentedControl? {
                root.view.viewWithTag(1) as? UISegmentedControl
            }
            let root = try restored(make) { control($0)?.selectedSegmentIndex = 1 }
            #expect(control(root)?.selectedSegmentIndex == UISegmentedControl.noSegment)
        }

        @Test("A segmented control decides what is shown")
        func orders() throws {
            let root = try restored({ self.named(OrdersViewController()) }) {
                $0.segmentedControl.selectedSegmentIndex = 1
                $0.segmentedControl.sendActions(for: .valueChanged)
                #expect($0.shown == .delivered)
            }
            #expect(root.shown == .delivered)
            #expect(root.navigationItem.titleView === root.segmentedControl)
        }

        @Test("A date and a selected button come back")
        func reminder() throws {
            let date = Date(timeIntervalSinceReferenceDate: 123_456)
            let root = try restored({ self.named(ReminderViewController()) }) {
                $0.datePicker.date = date
                $0.allDayButton.sendActions(for: .touchUpInside)
            }
            #expect(root.datePicker.date == date)
            #expect(root.allDayButton.currentTitle == "✓ All day")
        }

        @Test("A row of a picker comes back by what it stands for")
        func currency() throws {
            let root = try restored({ self.named(CurrencyViewController()) }) {
                $0.source.pickerView($0.picker, didSelectRow: 2, inComponent: 0)
            }
            #expect(root.currency == "USD")
            #expect(root.picker.selectedRow(inComponent: 0) == 2)
        }

        @Test("A control of the app's own saves what it encodes")
        func rating() throws {
            let root = try restored({ self.named(ReviewViewController()) }) {
                for _ in 0..<3 { $0.ratingControl.touchesEnded([], with: nil) }
                #expect($0.heard == 3)
            }
            #expect(root.ratingControl.rating == 3)
        }
    }
#endif
