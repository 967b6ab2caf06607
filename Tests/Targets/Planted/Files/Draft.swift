import RelaunchTarget

/// What the little app keeps, and how it lies in a file.
struct Draft: Equatable {
    var title = "untitled"
    var text = ""
    var count: Int64 = 0

    var json: JSON {
        ["title": .string(title), "text": .string(text), "count": .integer(count)]
    }

    init() {}

    /// Nil where a member is missing or of another type.
    init?(_ json: JSON) {
        guard let title = json["title"]?.string, let text = json["text"]?.string,
            let count = json["count"]?.integer
        else { return nil }
        (self.title, self.text, self.count) = (title, text, count)
    }

    /// What a user sees.
    var picture: Picture {
        let words = [title, text, String(count)].map(escape)
        return .svg(
            "<svg xmlns='http://www.w3.org/2000/svg' width='390' height='844'>"
                + "<text x='20' y='40'>\(words[0])</text><text x='20' y='70'>\(words[1])</text>"
                + "<text x='20' y='100'>\(words[2])</text></svg>")
    }
}

/// As XML wants it; control characters have no place in it.
private func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case _ where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value): escaped += " "
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}

/// A file whose damage is noticed: a line with the version and a checksum, then JSON.
enum Sealed {
    case content(JSON)
    case damaged
    case newer

    static let version = 1

    static func seal(_ json: JSON, version: Int = version) -> [UInt8] {
        seal(Array(json.text.utf8), version: version)
    }

    static func seal(_ body: [UInt8], version: Int = version) -> [UInt8] {
        Array("planted \(version) \(checksum(body))\n".utf8) + body
    }

    init(opening bytes: [UInt8], version known: Int = version) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { self = .damaged; return }
        let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        let body = Array(bytes[(end + 1)...])
        guard head.count == 3, head[0] == "planted", let version = Int(head[1]) else {
            self = .damaged
            return
        }
        if version > known {
            self = .newer
        } else if head[2] == "\(Self.checksum(body))", let json = try? JSON(parsing: body) {
            self = .content(json)
        } else {
            self = .damaged
        }
    }

    /// FNV-1a over 64 bits.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
