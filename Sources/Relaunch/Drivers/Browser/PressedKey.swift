/// A key as a browser is told of it.
struct PressedKey {
    /// Its name in events of pages.
    var name: String
    /// The number that it has on every keyboard.
    var code: Int64
    /// The character that stands for it in WebDriver.
    var character: String
    /// What it types, where it types anything.
    var text: String?
    var withControl = false

    private static let named: [String: (String, Int64, String)] = [
        "A": ("ArrowUp", 38, "\u{E013}"), "B": ("ArrowDown", 40, "\u{E015}"),
        "C": ("ArrowRight", 39, "\u{E014}"), "D": ("ArrowLeft", 37, "\u{E012}"),
        "H": ("Home", 36, "\u{E011}"), "F": ("End", 35, "\u{E010}"),
        "5~": ("PageUp", 33, "\u{E00E}"), "6~": ("PageDown", 34, "\u{E00F}"),
        "2~": ("Insert", 45, "\u{E016}"), "3~": ("Delete", 46, "\u{E017}"),
    ]

    /// A key that sends a sequence at a terminal; nil for one that means nothing to a page.
    init?(special: String) {
        guard let key = Self.named[special] else { return nil }
        (name, code, character) = key
    }

    /// The key of a control character; nil for a byte of text.
    init?(control byte: UInt8) {
        switch byte {
        case 13: (name, code, character, text) = ("Enter", 13, "\u{E007}", "\r")
        case 9: (name, code, character) = ("Tab", 9, "\u{E004}")
        case 27: (name, code, character) = ("Escape", 27, "\u{E00C}")
        case 127: (name, code, character) = ("Backspace", 8, "\u{E003}")
        case 1...26:
            let letter = String(Character(Unicode.Scalar(byte + 0x60)))
            (name, code, character) = (letter, Int64(byte + 0x40), letter)
            withControl = true
        default: return nil
        }
    }
}
