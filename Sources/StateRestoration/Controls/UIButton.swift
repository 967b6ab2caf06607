import Foundation

/// A button. It saves nothing, not even `isSelected`.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// How a button looks. Every type is drawn as its title.
    public enum ButtonType: Int, Sendable {
        /// Whatever the app draws.
        case custom
        /// A colored title.
        case system
        /// An arrow.
        case detailDisclosure
        /// An i in a circle.
        case infoLight
        /// An i in a circle as well.
        case infoDark
        /// A plus sign.
        case contactAdd
        /// A cross.
        case close
    }

    /// The type that it was made with.
    public let buttonType: ButtonType
    /// The text. Set it with `setTitle(_:for:)`.
    open private(set) lazy var titleLabel: UILabel? = UILabel()
    /// The picture. It is not drawn. Set it with `setImage(_:for:)`.
    open private(set) lazy var imageView: UIImageView? = UIImageView(image: nil)
    /// How it looks. A title in it is that of the normal state.
    open var configuration: Configuration? { didSet { showConfiguration() } }
    private var titles: [State: String] = [:]
    private var images: [State: UIImage] = [:]
    private var colors: [State: UIColor] = [:]

    /// Makes a button of a type.
    public convenience init(type: ButtonType) { self.init(frame: .zero, type: type) }
    /// Makes a button that does something when it is tapped, with that action's title.
    public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero, type: type)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    private init(frame: CGRect, type: ButtonType) {
        buttonType = type
        super.init(frame: frame)
    }

    public override init(frame: CGRect) {
        buttonType = .custom
        super.init(frame: frame)
    }

    /// Reads nothing from the coder: the button is custom, and has no title.
    public required init?(coder: NSCoder) {
        buttonType = .custom
        super.init(coder: coder)
    }

    /// The title in a state; that of the normal state where there is none of its own.
    open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
    /// Sets the title in a state. It is not saved.
    open func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        titleLabel?.text = currentTitle
    }
    /// The title that is drawn.
    open var currentTitle: String? { title(for: state) }
    /// The picture in a state; that of the normal state where there is none of its own.
    open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
    /// Sets the picture in a state. It is not saved.
    open func setImage(_ image: UIImage?, for state: State) {
        images[state] = image
        imageView?.image = currentImage
    }
    /// The picture of the present state.
    open var currentImage: UIImage? { image(for: state) }
    /// The color of the title in a state.
    open func titleColor(for state: State) -> UIColor? { colors[state] ?? colors[.normal] }
    /// Sets the color of the title in a state. It is not saved.
    open func setTitleColor(_ color: UIColor?, for state: State) { colors[state] = color }

    func showConfiguration() {
        if let title = configuration?.title { setTitle(title, for: .normal) }
        if let image = configuration?.image { setImage(image, for: .normal) }
    }

    open override var isSelected: Bool { didSet { titleLabel?.text = currentTitle } }

    open override func sendActions(for controlEvents: Event) {
        // A tap is the primary action of a button.
        let isTap = controlEvents.contains(.touchUpInside)
        super.sendActions(for: isTap ? controlEvents.union(.primaryActionTriggered) : controlEvents)
    }

    override func drawContent(on canvas: inout SVGCanvas) {
        canvas.text(
            currentTitle ?? "", at: CGPoint(x: 0, y: 17), size: 17,
            color: titleColor(for: state)?.svg ?? "#007aff")
    }

    override var observableState: [String: JSON] {
        ["title": currentTitle.map(JSON.string) ?? nil, "selected": .bool(isSelected)]
    }
}
