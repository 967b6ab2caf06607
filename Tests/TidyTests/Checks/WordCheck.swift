import Foundation

/// One word for one thing, and the field's own.
enum WordCheck {
    struct Banned {
        /// Whole words, also as a part of a name in camel case, in the plural, or over a line's end.
        var text: String
        /// What is written instead.
        var better: String
        var ignoresCase = true
    }

    static let banned = [
        // Names of our own making.
        Banned(text: "vigil", better: "watchdog"),
        Banned(text: "bury", better: "terminate and reap"),
        Banned(text: "buries", better: "terminates and reaps"),
        Banned(text: "buried", better: "terminated and reaped"),
        Banned(text: "burial", better: "termination"),
        Banned(text: "Workshop", better: "target builder"),
        Banned(text: "crew", better: "workers"),
        Banned(text: "Lane", better: "Worker", ignoresCase: false),
        Banned(text: "battery", better: "rule set"),
        Banned(text: "foundations", better: "prerequisites"),
        Banned(text: "futures", better: "branches"),
        Banned(text: "loan", better: "the field's word for what is meant"),
        Banned(text: "came:", better: "actual:"),

        // Turns of phrase that have to be read twice.
        Banned(text: "is no matter of", better: "does not depend on"),
        Banned(text: "what is no", better: "what is not a"),
        Banned(text: "is no regular file", better: "is not a regular file"),
        Banned(text: "stands behind", better: "comes after, follows"),
        Banned(text: "stand behind", better: "come after, follow"),
        Banned(text: "of which the", better: "whose"),
        Banned(text: "was power lost", better: "lost power"),
        Banned(text: "learnt", better: "profiled, found out"),
        Banned(text: "is given up", better: "stops, is skipped"),
    ]

    /// Where people read it: sources, documentation, scenarios.
    static func isRead(_ file: SourceFile) -> Bool {
        file.path == "README.md" || file.path.hasPrefix("Sources/")
            || file.path.hasPrefix("Scenarios/")
    }

    static func findings(of word: Banned, in file: SourceFile) -> [Finding] {
        var bytes = file.bytes
        var text = word.text
        if word.ignoresCase {
            bytes = bytes.map(lowercased)
            text = text.lowercased()
        }
        let words = text.split(separator: " ").map { Array($0.utf8) }
        return places(of: words[0], in: bytes).filter { place in
            matches(words[...], at: place, in: bytes, as: file.bytes)
        }.map { place in
            let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
            return Finding(
                file: file.path, line: line, message: "“\(word.text)”: write “\(word.better)”")
        }
    }

    private static func places(of text: [UInt8], in bytes: [UInt8]) -> [Int] {
        var places: [Int] = []
        bytes.withUnsafeBytes { bytes in
            guard let begin = bytes.baseAddress else { return }
            var offset = 0
            while let hit = memchr(begin + offset, Int32(text[0]), bytes.count - offset) {
                let place = UnsafeRawPointer(hit) - begin
                offset = place + 1
                if bytes[place...].starts(with: text) { places.append(place) }
            }
        }
        return places
    }

    /// Whether words stand at a place, each whole, with nothing but white space and the marks of
    /// comments between them.
    ///
    /// - Parameter original: The bytes before they were made small.
    private static func matches(
        _ words: ArraySlice<[UInt8]>, at place: Int, in bytes: [UInt8], as original: [UInt8]
    ) -> Bool {
        guard let word = words.first else { return true }
        var end = place + word.count
        guard end <= bytes.count, bytes[place..<end].elementsEqual(word),
            beginsWord(at: place, in: original) || !isLetter(word[0])
        else { return false }
        if words.count == 1 {
            if end < bytes.count, bytes[end] == UInt8(ascii: "s") { end += 1 }
            return endsWord(at: end, in: original) || !isLetter(word[word.count - 1])
        }
        guard endsWord(at: end, in: original) else { return false }
        while end < bytes.count, " \n/*".utf8.contains(bytes[end]) { end += 1 }
        return matches(words.dropFirst(), at: end, in: bytes, as: original)
    }

    private static func beginsWord(at place: Int, in bytes: [UInt8]) -> Bool {
        place == 0 || !isLetter(bytes[place - 1])
            || (isCapital(bytes[place]) && !isCapital(bytes[place - 1]))
    }

    private static func endsWord(at end: Int, in bytes: [UInt8]) -> Bool {
        end == bytes.count || !isLetter(bytes[end])
            || (isCapital(bytes[end]) && !isCapital(bytes[end - 1]))
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        isCapital(byte) ? byte | 0x20 : byte
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
