import Foundation

/// Which letters become large ones while the user types. There is no keyboard here.
public enum UITextAutocapitalizationType: Int, Sendable {
    /// None, or the first of each word or sentence, or all.
    case none, words, sentences, allCharacters
}

/// Whether words are corrected while the user types. There is no keyboard here.
public enum UITextAutocorrectionType: Int, Sendable {
    /// As the keyboard does it, never, or always.
    case `default`, no, yes
}

/// What is typed into a field. It changes nothing here.
public struct UITextContentType: Hashable, RawRepresentable, Sendable {
    /// Its name.
    public let rawValue: String
    /// Makes a type of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of a person.
    public static let name = UITextContentType(rawValue: "name")
    /// The name of a user.
    public static let username = UITextContentType(rawValue: "username")
    /// A password.
    public static let password = UITextContentType(rawValue: "password")
    /// A new password.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// An address of mail.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// An address of a page.
    public static let URL = UITextContentType(rawValue: "url")
}

extension NSAttributedString.Key {
    /// A ``UIFont``.
    public static let font = NSAttributedString.Key("NSFont")
    /// The ``UIColor`` of the letters.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The ``UIColor`` behind the letters.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The color of what is below or across the letters.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// How the letters are underlined, as a number.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// How the letters are struck through, as a number.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// How far the letters are apart, as a number.
    public static let kern = NSAttributedString.Key("NSKern")
    /// How far the letters are above the line, as a number.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// What the letters lead to: a `URL` or a text.
    public static let link = NSAttributedString.Key("NSLink")
}

/// A line below or across letters. It is not drawn.
public struct NSUnderlineStyle: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: Int
    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// One thin line.
    public static let single = NSUnderlineStyle(rawValue: 1)
    /// One thick line.
    public static let thick = NSUnderlineStyle(rawValue: 2)
    /// Two lines.
    public static let double = NSUnderlineStyle(rawValue: 9)
}
