import Foundation

/// A font: its name and size. Texts are drawn in one font.
public final class UIFont: NSObject, NSSecureCoding, Sendable {
    /// How bold a font is.
    public struct Weight: Hashable, RawRepresentable, Sendable {
        /// From -1 to 1.
        public let rawValue: CGFloat
        /// Makes a weight from -1 to 1.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        /// As thin as can be.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Very thin.
        public static let thin = Weight(rawValue: -0.6)
        /// Thin.
        public static let light = Weight(rawValue: -0.4)
        /// The usual weight.
        public static let regular = Weight(rawValue: 0)
        /// A little bold.
        public static let medium = Weight(rawValue: 0.23)
        /// Half bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Bold.
        public static let bold = Weight(rawValue: 0.4)
        /// Very bold.
        public static let heavy = Weight(rawValue: 0.56)
        /// As bold as can be.
        public static let black = Weight(rawValue: 0.62)
    }

    /// What a text is.
    public struct TextStyle: Hashable, RawRepresentable, Sendable {
        /// Its name.
        public let rawValue: String
        /// Makes a style of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A large title.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A title.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A title of the second rank.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A title of the third rank.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A head line.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// A line below a head line.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// A text.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A text that stands out.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A note below a text.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// A text below a picture.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// A smaller text below a picture.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
        /// A title larger than a large one.
        public static let extraLargeTitle = TextStyle(
            rawValue: "UICTFontTextStyleExtraLargeTitle")
        /// A title a little smaller than that.
        public static let extraLargeTitle2 = TextStyle(
            rawValue: "UICTFontTextStyleExtraLargeTitle2")
    }

    /// Its name.
    public let fontName: String
    /// Its size in points.
    public let pointSize: CGFloat

    /// A font of a name and a size. It never fails: no file is looked for.
    public init?(name fontName: String, size fontSize: CGFloat) {
        self.fontName = fontName
        pointSize = fontSize
        super.init()
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// What a coder has of a font: its name and size.
    public init?(coder: NSCoder) {
        guard let name = coder.decodeObject(forKey: "name") as? String else { return nil }
        fontName = name
        pointSize = coder.decodeDouble(forKey: "size")
        super.init()
    }

    /// Encodes its name and size.
    public func encode(with coder: NSCoder) {
        coder.encode(fontName, forKey: "name")
        coder.encode(Double(pointSize), forKey: "size")
    }

    private init(system name: String, _ size: CGFloat) {
        fontName = name
        pointSize = size
        super.init()
    }

    /// The system's font.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(system: "System", fontSize)
    }
    /// The system's font of a weight, which is not drawn.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(system: "System", fontSize)
    }
    /// The system's font whose letters are all of one width.
    public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(system: "System-Monospaced", fontSize)
    }
    /// The system's bold font.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(system: "System-Bold", fontSize)
    }
    /// The system's font for a kind of text: 17 points.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        UIFont(system: "System", 17)
    }
}

/// Where the lines of a text begin. Texts are drawn from the left.
public enum NSTextAlignment: Int, Sendable {
    /// On the left.
    case left
    /// In the middle.
    case center
    /// On the right.
    case right
    /// On both sides.
    case justified
    /// As the language wants it.
    case natural
}

/// How a line that is too long ends. It is drawn as a whole.
public enum NSLineBreakMode: Int, Sendable {
    /// At a word or a letter, cut off, or with three dots.
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail
    /// Three dots in the middle.
    case byTruncatingMiddle
}

/// Which keyboard the user gets. There is none here.
public enum UIKeyboardType: Int, Sendable {
    /// Letters, digits, addresses and numbers.
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad
    /// Addresses, numbers with a point, and the like.
    case emailAddress, decimalPad, twitter, webSearch
}

/// What the Return key says. There is none here.
public enum UIReturnKeyType: Int, Sendable {
    /// What happens to what was typed.
    case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall
}
