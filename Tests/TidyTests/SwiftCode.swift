/// Finds in Swift sources what is code: a scanner that knows comments and literals, and nothing else.
struct SwiftCode {
    private let bytes: [UInt8]
    private var result: [UInt8]
    private var index = 0

    /// The bytes with everything that is not code replaced by spaces; line ends stay where they are.
    /// The quotation marks of a literal stay, too.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        var code = SwiftCode(bytes)
        code.scan(until: nil)
        return code.result
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        result = bytes
    }

    /// Scans code up to the end, or, inside an interpolation, up to its closing parenthesis.
    private mutating func scan(until end: UInt8?) {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"): blankLine()
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): blankBlock()
            case UInt8(ascii: "/") where beginsExpression: blankQuoted(by: UInt8(ascii: "/"))
            case UInt8(ascii: "`"): blankQuoted(by: UInt8(ascii: "`"), with: UInt8(ascii: "x"))
            case UInt8(ascii: "\""): blankString(hashes: 0)
            case UInt8(ascii: "#"): skipHashes()
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                if depth == 0, end != nil { return }
                depth -= 1
                index += 1
            default: index += 1
            }
        }
    }

    private func at(_ distance: Int) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    /// Whether a slash here begins a regular expression rather than divides.
    private var beginsExpression: Bool {
        guard let next = at(1), next != UInt8(ascii: " "), next != UInt8(ascii: "="),
            next != UInt8(ascii: "\n"), next != UInt8(ascii: ")")
        else { return false }
        var before = index - 1
        while before >= 0, bytes[before] == UInt8(ascii: " ") { before -= 1 }
        guard before >= 0 else { return false }
        return "(,=:".utf8.contains(bytes[before])
    }

    private mutating func blank(with filler: UInt8 = UInt8(ascii: " ")) {
        if bytes[index] != UInt8(ascii: "\n") { result[index] = filler }
        index += 1
    }

    private mutating func blankLine() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
    }

    private mutating func blankBlock() {
        var depth = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
                depth += 1
                blank()
            } else if bytes[index] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") {
                depth -= 1
                blank()
            }
            blank()
            if depth == 0 { return }
        }
    }

    /// Blanks what stands between two marks in one line, and the marks.
    private mutating func blankQuoted(by mark: UInt8, with filler: UInt8 = UInt8(ascii: " ")) {
        blank(with: filler)
        while index < bytes.count, bytes[index] != mark, bytes[index] != UInt8(ascii: "\n") {
            if bytes[index] == UInt8(ascii: "\\") { blank(with: filler) }
            blank(with: filler)
        }
        if index < bytes.count, bytes[index] == mark { blank(with: filler) }
    }

    /// Number signs begin a raw string or a directive.
    private mutating func skipHashes() {
        var count = 0
        while at(0) == UInt8(ascii: "#") {
            count += 1
            index += 1
        }
        if at(0) == UInt8(ascii: "\"") { blankString(hashes: count) }
    }

    private mutating func blankString(hashes: Int) {
        let quotes = at(1) == UInt8(ascii: "\"") && at(2) == UInt8(ascii: "\"") ? 3 : 1
        let isEnd =
            Array(repeating: UInt8(ascii: "\""), count: quotes)
            + Array(repeating: UInt8(ascii: "#"), count: hashes)
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        index += quotes
        while index < bytes.count {
            if bytes[index...].starts(with: isEnd) {
                index += isEnd.count
                return
            }
            if bytes[index...].starts(with: escape) {
                for _ in escape { blank() }
                if at(0) == UInt8(ascii: "(") {
                    blank()
                    scan(until: UInt8(ascii: ")"))
                }
                if index < bytes.count { blank() }
            } else {
                if quotes == 1, bytes[index] == UInt8(ascii: "\n") { return }
                blank()
            }
        }
    }
}
