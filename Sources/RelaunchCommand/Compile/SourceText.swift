/// Swift source with everything blanked out that is no code: comments and the contents of strings.
///
/// Line breaks stay where they are, so that a place in the code is a place in the file. Code inside an
/// interpolation is blanked too. Bare regex literals are read as code; a quote in one is taken for a
/// string that ends with its line.
struct SourceText {
    let source: [UInt8]
    private(set) var code: [UInt8]
    /// Names whole, everything else by the byte; blanks left out.
    private(set) var words: [Word] = []
    private var position = 0

    init(_ source: [UInt8]) {
        self.source = source
        code = source
        while position < code.count {
            if starts(with: "//") {
                blank(until: { $0.code[$0.position] == UInt8(ascii: "\n") })
            } else if starts(with: "/*") {
                blankComment()
            } else if let string = stringStart() {
                blankString(hashes: string.hashes, isMultiline: string.isMultiline)
            } else {
                position += 1
            }
        }
        words = Self.words(in: code)
    }

    /// The number of the line, from 1, that an offset lies in.
    func line(at offset: Int) -> Int {
        1 + code[..<offset].count { $0 == UInt8(ascii: "\n") }
    }

    private func starts(with text: StaticString, at offset: Int? = nil) -> Bool {
        let start = offset ?? position
        guard start + text.utf8CodeUnitCount <= code.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { code[start + $0] == text.utf8Start[$0] }
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < code.count {
            if code[position] != UInt8(ascii: "\n") { code[position] = UInt8(ascii: " ") }
            position += 1
        }
    }

    private mutating func blank(until isEnd: (SourceText) -> Bool) {
        while position < code.count, !isEnd(self) { blank() }
    }

    /// Comments nest.
    private mutating func blankComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < code.count
    }

    /// Whether a string starts here, perhaps after number signs.
    private func stringStart() -> (hashes: Int, isMultiline: Bool)? {
        var offset = position
        while offset < code.count, code[offset] == UInt8(ascii: "#") { offset += 1 }
        guard starts(with: "\"", at: offset) else { return nil }
        return (offset - position, starts(with: "\"\"\"", at: offset))
    }

    private mutating func blankString(hashes: Int, isMultiline: Bool) {
        let quotes = isMultiline ? 3 : 1
        blank(hashes + quotes)
        while position < code.count {
            if code[position] == UInt8(ascii: "\n"), !isMultiline { return }
            if isEscape(hashes: hashes) {
                blank(1 + hashes)
                if starts(with: "(") { blankInterpolation() } else { blank() }
            } else if isEnd(quotes: quotes, hashes: hashes) {
                blank(quotes + hashes)
                return
            } else {
                blank()
            }
        }
    }

    private mutating func blankInterpolation() {
        var depth = 0
        repeat {
            if let string = stringStart() {
                blankString(hashes: string.hashes, isMultiline: string.isMultiline)
                continue
            }
            if starts(with: "(") { depth += 1 }
            if starts(with: ")") { depth -= 1 }
            blank()
        } while depth > 0 && position < code.count
    }

    private func isEscape(hashes: Int) -> Bool {
        code[position] == UInt8(ascii: "\\") && hasHashes(hashes, at: position + 1)
    }

    private func isEnd(quotes: Int, hashes: Int) -> Bool {
        guard position + quotes <= code.count else { return false }
        return code[position..<position + quotes].allSatisfy { $0 == UInt8(ascii: "\"") }
            && hasHashes(hashes, at: position + quotes)
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        offset + count <= code.count
            && code[offset..<offset + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }
}

// MARK: - Words

extension SourceText {
    struct Word {
        var text: String
        /// Where it begins, in bytes from the start of the file.
        var offset: Int
    }

    private static func words(in code: [UInt8]) -> [Word] {
        var words: [Word] = []
        var offset = 0
        while offset < code.count {
            let start = offset
            while offset < code.count, isNamePart(code[offset]) { offset += 1 }
            if offset == start { offset += 1 }
            let byte = code[start]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            {
                continue
            }
            words.append(
                Word(text: String(decoding: code[start..<offset], as: UTF8.self), offset: start))
        }
        return words
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
            true
        default: false
        }
    }
}
