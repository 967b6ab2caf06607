import Foundation

/// What a cell shows, as a value. Only its two texts are drawn.
public protocol UIContentConfiguration {
    /// The same for another state of the cell.
    func updated(for state: UICellConfigurationState) -> Self
}

/// Texts and a picture in a row.
public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
    /// What is known of the picture's place.
    public struct ImageProperties: Sendable {
        /// How large it may be. It is kept, and not used.
        public var maximumSize = CGSize.zero
        /// How much place there is for it. It is kept, and not used.
        public var reservedLayoutSize = CGSize.zero
        /// Its color. It is kept, and not used.
        public var tintColor: UIColor?
        /// How round its corners are. It is kept, and not used.
        public var cornerRadius: CGFloat = 0
    }

    /// How a text looks.
    public struct TextProperties: Sendable {
        /// Its font. It is kept, and not used.
        public var font = UIFont.systemFont(ofSize: 17)
        /// Its color. It is kept, and not used.
        public var color = UIColor.black
        /// In how many lines it may be; 0 for any number.
        public var numberOfLines = 0
    }

    /// The text.
    public var text: String?
    /// A second text.
    public var secondaryText: String?
    /// The picture.
    public var image: UIImage?
    /// The picture's place.
    public var imageProperties = ImageProperties()
    /// How the text looks.
    public var textProperties = TextProperties()
    /// How the second text looks.
    public var secondaryTextProperties = TextProperties()
    /// Whether the texts are beside each other.
    public var prefersSideBySideTextAndSecondaryText = false

    /// A row with one text, and a second one below it.
    public static func cell() -> Self { Self() }
    /// A row with a second text below the first.
    public static func subtitleCell() -> Self { Self() }
    /// A row with a second text on the right.
    public static func valueCell() -> Self {
        var content = Self()
        content.prefersSideBySideTextAndSecondaryText = true
        return content
    }

    /// A row of a side bar.
    public static func sidebarCell() -> Self { Self() }
    /// What is above a section.
    public static func plainHeader() -> Self { Self() }
    /// What is below a section.
    public static func plainFooter() -> Self { Self() }
    /// What is above a section that is apart from others.
    public static func groupedHeader() -> Self { Self() }
    /// What is below a section that is apart from others.
    public static func groupedFooter() -> Self { Self() }

    /// The same: no state looks different here.
    public func updated(for state: UICellConfigurationState) -> Self { self }
}

/// In which state a cell is.
public struct UICellConfigurationState: Sendable {
    /// Whether it is selected.
    public var isSelected = false
    /// Whether a finger is on it.
    public var isHighlighted = false
    /// Whether it is being edited.
    public var isEditing = false
}
