import StateRestoration

/// What one controller keeps: the kinds of values that apps keep, and most of it a text.
struct Screen: Codable, Equatable {
    var title: String
    var text: String
    var tags: [String]
    var selection: Int
    var offset: Double
    var isEditing: Bool
    var changed: Date
}

extension Screen {
    /// The screen of a number, always the same one, with a text of so many bytes.
    init(number: Int, bytes: Int) {
        title = "Screen \(number)"
        tags = (0..<8).map { "tag \(number % 100 + $0)" }
        selection = number * 7
        offset = Double(number) * 1.5
        isEditing = number % 2 == 0
        changed = Date(timeIntervalSinceReferenceDate: 8e8 + Double(number))
        text = Self.text(bytes, seed: number)
    }

    /// Lines of words, with what JSON has to escape.
    private static func text(_ bytes: Int, seed: Int) -> String {
        let words = [
            "state", "restoration", "café", "brings", "back", "\"what\"", "was", "there,\n", "and",
        ]
        var text = ""
        text.reserveCapacity(bytes + 16)
        var next = seed
        while text.utf8.count < bytes {
            text += words[next % words.count]
            text += " "
            next += 1 + next % 3
        }
        return text
    }
}
