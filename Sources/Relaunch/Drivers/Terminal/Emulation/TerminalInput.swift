/// Takes what a program writes to its terminal apart: characters, control characters and sequences.
///
/// It follows the states of a DEC terminal. It accepts any bytes, in pieces of any size, keeps a bounded
/// number of them, and leaves out what it cannot read.
struct TerminalInput {
    /// What was written.
    enum Element: Equatable {
        /// A character to show.
        case character(Unicode.Scalar)
        /// A control character, such as a line feed.
        case control(UInt8)
        /// ESC, perhaps a character that selects, and a last one.
        case escape(intermediate: UInt8?, final: UInt8)
        /// ESC [ and what follows.
        case sequence(Sequence)
    }

    /// A control sequence: ESC [, parameters, and the character that says what is to be done.
    struct Sequence: Equatable {
        /// One of `<=>?` before the parameters.
        var prefix: UInt8?
        /// Nil for one that was left out.
        var parameters: [Int?] = []
        /// A character such as `!` or `$` behind them.
        var intermediate: UInt8?
        var final: UInt8 = 0

        /// A parameter that counts: 0 and a missing one are 1.
        func count(_ index: Int = 0) -> Int { max(1, value(index)) }

        /// A parameter; a missing one is 0.
        func value(_ index: Int = 0) -> Int {
            index < parameters.count ? parameters[index] ?? 0 : 0
        }
    }

    private enum State {
        case ground
        case escape(intermediate: UInt8?)
        case sequence
        /// A text for the terminal itself, such as a title. It is left out.
        case string(sawEscape: Bool)
    }

    private static let parameterLimit = 32
    private static let valueLimit = 65_535

    private var state = State.ground
    private var sequence = Sequence()
    private var decoder = UTF8Pieces()

    /// Takes in a byte. Most are one element or none; one that ends a broken character is two.
    mutating func take(_ byte: UInt8, _ body: (Element) -> Void) {
        switch state {
        case .string(let sawEscape): return takeInString(byte, sawEscape: sawEscape, body)
        case .ground where byte >= 0x20 && byte != 0x7F:
            return decoder.take(byte) { scalar in
                // The control characters behind ASCII come as two bytes; no program of today means them.
                if !(0x80...0x9F).contains(scalar.value) { body(.character(scalar)) }
            }
        default: decoder.finish { body(.character($0)) }
        }
        switch byte {
        case 0x1B: state = .escape(intermediate: nil)
        case 0x18, 0x1A: state = .ground
        case 0..<0x20: body(.control(byte))
        case 0x7F: break
        default: takeInSequence(byte, body)
        }
    }

    private mutating func takeInSequence(_ byte: UInt8, _ body: (Element) -> Void) {
        switch state {
        case .ground, .string: break
        case .escape(let intermediate): takeAfterEscape(byte, intermediate, body)
        case .sequence: takeParameter(byte, body)
        }
    }

    private mutating func takeAfterEscape(
        _ byte: UInt8, _ intermediate: UInt8?, _ body: (Element) -> Void
    ) {
        switch byte {
        case 0x20...0x2F: state = .escape(intermediate: intermediate ?? byte)
        case UInt8(ascii: "[") where intermediate == nil:
            sequence = Sequence()
            state = .sequence
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            if intermediate == nil { state = .string(sawEscape: false) } else { state = .ground }
        default:
            state = .ground
            if byte < 0x7F { body(.escape(intermediate: intermediate, final: byte)) }
        }
    }

    private mutating func takeParameter(_ byte: UInt8, _ body: (Element) -> Void) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            if sequence.parameters.isEmpty { sequence.parameters = [nil] }
            let last = sequence.parameters.count - 1
            let value = (sequence.parameters[last] ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            sequence.parameters[last] = min(value, Self.valueLimit)
        case UInt8(ascii: ";"), UInt8(ascii: ":"):
            if sequence.parameters.isEmpty { sequence.parameters = [nil] }
            if sequence.parameters.count < Self.parameterLimit { sequence.parameters.append(nil) }
        case 0x3C...0x3F: sequence.prefix = byte
        case 0x20...0x2F: sequence.intermediate = byte
        case 0x40...0x7E:
            sequence.final = byte
            state = .ground
            body(.sequence(sequence))
        default: state = .ground
        }
    }

    /// A string ends with BEL, or with ESC and a backslash. ESC and anything else begin what comes next.
    private mutating func takeInString(
        _ byte: UInt8, sawEscape: Bool, _ body: (Element) -> Void
    ) {
        switch byte {
        case 0x07, 0x18, 0x1A: state = .ground
        case 0x1B: state = .string(sawEscape: true)
        case UInt8(ascii: "\\") where sawEscape: state = .ground
        default:
            if !sawEscape { return }
            state = .escape(intermediate: nil)
            takeInSequence(byte, body)
        }
    }
}

/// Puts the bytes of UTF-8 together. A broken character is shown as U+FFFD.
struct UTF8Pieces {
    private var value: UInt32 = 0
    private var missing = 0
    private var least: UInt32 = 0

    /// Takes in a byte of a text, not a control character.
    mutating func take(_ byte: UInt8, _ body: (Unicode.Scalar) -> Void) {
        if missing > 0, byte & 0xC0 == 0x80 {
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            guard missing == 0 else { return }
            let scalar = value >= least ? Unicode.Scalar(value) : nil
            return body(scalar ?? "\u{FFFD}")
        }
        finish(body)
        switch byte {
        case 0..<0x80: body(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, least: 0x80)
        case 0xE0...0xEF: begin(byte & 0x0F, missing: 2, least: 0x800)
        case 0xF0...0xF4: begin(byte & 0x07, missing: 3, least: 0x10000)
        default: body("\u{FFFD}")
        }
    }

    /// Ends a character that is not complete.
    mutating func finish(_ body: (Unicode.Scalar) -> Void) {
        if missing > 0 { body("\u{FFFD}") }
        missing = 0
    }

    private mutating func begin(_ bits: UInt8, missing count: Int, least: UInt32) {
        value = UInt32(bits)
        missing = count
        self.least = least
    }
}
