import RelaunchProtocol

// What is typed into the page in front.
extension RunningChromium {
    func enter(_ text: String, in session: isolated Session) throws {
        _ = try ask("Input.insertText", ["text": .string(text)], in: session)
    }

    func press(_ key: PressedKey, in session: isolated Session) throws {
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
