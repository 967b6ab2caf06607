/// A word or a mark of Swift code.
struct SwiftToken {
    /// A whole word, or one mark.
    let text: String
    /// From 1.
    let line: Int
    /// The place of the bracket that closes this one, or opens it, among the tokens.
    var partner: Int?

    var isWord: Bool { text.utf8.first.map(Self.isWordByte) ?? false }

    /// The tokens of code whose comments and literals are blanked out.
    static func tokens(of code: [UInt8]) -> [SwiftToken] {
        var tokens: [SwiftToken] = []
        var open: [Int] = []
        var line = 1
        var index = 0
        while index < code.count {
            let byte = code[index]
            if byte == UInt8(ascii: "\n") { line += 1 }
            if byte <= UInt8(ascii: " ") {
                index += 1
                continue
            }
            let begin = index
            index += 1
            if isWordByte(byte) {
                while index < code.count, isWordByte(code[index]) { index += 1 }
            }
            let text = String(decoding: code[begin..<index], as: UTF8.self)
            tokens.append(SwiftToken(text: text, line: line))
            switch text {
            case "{", "(", "[": open.append(tokens.count - 1)
            case "}", ")", "]":
                if let partner = open.popLast() {
                    tokens[partner].partner = tokens.count - 1
                    tokens[tokens.count - 1].partner = partner
                }
            default: break
            }
        }
        return tokens
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }
}
