extension Unicode.Scalar {
    /// How many columns of a terminal it takes: 0 for what joins the character before it, else 1 or 2.
    var terminalWidth: Int {
        // What nearly every character is.
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        if Self.wide.contains(where: { $0.contains(value) }) { return 2 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The vowels and final consonants of a Hangul syllable that is written in parts.
        if (0x1160...0x11FF).contains(value) { return 0 }
        return properties.isEmojiPresentation ? 2 : 1
    }

    /// Blocks of wide and full-width characters. Emoji have a property of their own.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // the first consonants of Hangul
        0x2E80...0x3029,  // radicals, punctuation
        0x302E...0x303E, 0x3041...0x3096, 0x309B...0x4DBF,  // kana, letters in circles, ideographs
        0x4E00...0xA4CF,  // ideographs, Yi
        0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,  // forms for compatibility
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
        0x16FE0...0x18DF2, 0x1B000...0x1B2FF,  // Tangut, kana of old
        0x20000...0x2FFFD, 0x30000...0x3FFFD,  // more ideographs
    ]
}
