import RelaunchProtocol

// What is typed into the page in front.
extension RunningChromium {
    func type(_ text: String, in session: isolated Session) async throws {
        for key in try Keys.reading(text).keys {
            switch key {
            case .bytes(let bytes): try type(bytes, in: session)
            case .special(let special):
                guard let key = PressedKey(special: special.code) else { continue }
                try press(key, in: session)
            }
        }
    }

    /// Text goes in as a whole; a control character is the key that makes it.
    private func type(_ bytes: [UInt8], in session: isolated Session) throws {
        var rest = bytes[...]
        while let first = rest.first {
            if let key = PressedKey(control: first) {
                try press(key, in: session)
                rest.removeFirst()
            } else {
                let text = rest.prefix { PressedKey(control: $0) == nil }
                rest.removeFirst(text.count)
                _ = try ask(
                    "Input.insertText", ["text": .string(String(decoding: text, as: UTF8.self))],
                    in: session)
            }
        }
    }

    private func press(_ key: PressedKey, in session: isolated Session) throws {
        var params: JSON.Members = [
            "key": .string(key.name), "windowsVirtualKeyCode": .integer(key.code),
            "modifiers": .integer(key.withControl ? 2 : 0),
        ]
        if let text = key.text { params["text"] = .string(text) }
        for type in ["keyDown", "keyUp"] {
            params["type"] = .string(type)
            _ = try ask("Input.dispatchKeyEvent", .object(params), in: session)
            params["text"] = nil
        }
    }
}

/// A key as a browser is told of it: by its name and by the number that it has on every keyboard.
private struct PressedKey {
    var name: String
    var code: Int64
    /// What it types, where it types anything.
    var text: String?
    var withControl = false

    private static let named: [String: (String, Int64)] = [
        "A": ("ArrowUp", 38), "B": ("ArrowDown", 40), "C": ("ArrowRight", 39),
        "D": ("ArrowLeft", 37), "H": ("Home", 36), "F": ("End", 35), "5~": ("PageUp", 33),
        "6~": ("PageDown", 34), "2~": ("Insert", 45), "3~": ("Delete", 46),
    ]

    /// A key that sends a sequence at a terminal; nil for one that means nothing to a page.
    init?(special: String) {
        guard let (name, code) = Self.named[special] else { return nil }
        self.name = name
        self.code = code
    }

    /// The key of a control character; nil for a byte of text.
    init?(control byte: UInt8) {
        switch byte {
        case 13: (name, code, text) = ("Enter", 13, "\r")
        case 9: (name, code) = ("Tab", 9)
        case 27: (name, code) = ("Escape", 27)
        case 127: (name, code) = ("Backspace", 8)
        case 1...26:
            let letter = Character(Unicode.Scalar(byte + 0x60))
            (name, code, withControl) = (String(letter), Int64(byte + 0x40), true)
        default: return nil
        }
    }
}
