import CrashStates
import Relaunch

/// A regular expression of literals, classes, groups and counts, of which texts can be drawn.
///
/// What looks ahead or back, or refers to a group, is not taken.
struct TextPattern: Sendable {
    private let root: Node

    /// How often something is repeated that may be so without end.
    private static let repetitions = 4
    /// How long a pattern may be, and how much is drawn of one.
    private static let lengthLimit = 5000

    private indirect enum Node: Sendable {
        /// One character out of these.
        case one([Unicode.Scalar])
        case sequence([Node])
        case choice([Node])
        case times(Node, ClosedRange<Int>)
    }

    init(parsing text: String) throws(Undrawable) {
        guard text.utf8.count <= Self.lengthLimit else {
            throw Undrawable("its pattern is longer than \(Self.lengthLimit) bytes")
        }
        var reader = Reader(scalars: Array(text.unicodeScalars))
        root = try reader.choice()
        guard reader.isAtEnd else {
            throw Undrawable("its pattern has a ')' that nothing opens")
        }
    }

    func draw(using generator: inout SeededGenerator) -> String {
        var text: [Unicode.Scalar] = []
        var rest = Self.lengthLimit
        Self.draw(root, into: &text, atMost: &rest, using: &generator)
        return String(String.UnicodeScalarView(text))
    }

    private static func draw(
        _ node: Node, into text: inout [Unicode.Scalar], atMost rest: inout Int,
        using generator: inout SeededGenerator
    ) {
        guard rest > 0 else { return }
        rest -= 1
        switch node {
        case .one(let scalars):
            if let scalar = scalars.randomElement(using: &generator) { text.append(scalar) }
        case .sequence(let nodes):
            for node in nodes { draw(node, into: &text, atMost: &rest, using: &generator) }
        case .choice(let nodes):
            if let node = nodes.randomElement(using: &generator) {
                draw(node, into: &text, atMost: &rest, using: &generator)
            }
        case .times(let node, let range):
            for _ in 0..<Int.random(in: range, using: &generator) where rest > 0 {
                draw(node, into: &text, atMost: &rest, using: &generator)
            }
        }
    }

    // MARK: Reading

    private struct Reader {
        let scalars: [Unicode.Scalar]
        var position = 0

        var isAtEnd: Bool { position == scalars.count }
        var next: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard next == scalar else { return false }
            position += 1
            return true
        }

        private mutating func any() throws(Undrawable) -> Unicode.Scalar {
            guard let next else { throw Undrawable("its pattern ends too soon") }
            position += 1
            return next
        }

        mutating func choice() throws(Undrawable) -> Node {
            var nodes = [try sequence()]
            while take("|") { nodes.append(try sequence()) }
            return nodes.count == 1 ? nodes[0] : .choice(nodes)
        }

        private mutating func sequence() throws(Undrawable) -> Node {
            var nodes: [Node] = []
            while let scalar = next, scalar != "|", scalar != ")" {
                // Where a text begins and ends is where it is drawn.
                if take("^") || take("$") { continue }
                nodes.append(try repeated(try atom()))
            }
            return .sequence(nodes)
        }

        private mutating func atom() throws(Undrawable) -> Node {
            switch try any() {
            case "(":
                if take("?"), !take(":") {
                    throw Undrawable("its pattern looks around, or names a group")
                }
                let node = try choice()
                guard take(")") else { throw Undrawable("its pattern has a '(' without an end") }
                return node
            case "[": return .one(try characterClass())
            case ".": return .one(Self.printable)
            case "\\": return .one(try escaped())
            case let scalar: return .one([scalar])
            }
        }

        private mutating func repeated(_ node: Node) throws(Undrawable) -> Node {
            let range: ClosedRange<Int>
            if take("*") {
                range = 0...TextPattern.repetitions
            } else if take("+") {
                range = 1...TextPattern.repetitions
            } else if take("?") {
                range = 0...1
            } else if next == "{" {
                range = try count()
            } else {
                return node
            }
            // As few as possible is as good as many.
            if take("?") {}
            return .times(node, range)
        }

        private mutating func count() throws(Undrawable) -> ClosedRange<Int> {
            position += 1
            let low = number()
            let isOpen = take(",")
            let high = isOpen ? number() : low
            guard take("}"), let low = low ?? (isOpen ? 0 : nil), low <= 1000 else {
                throw Undrawable("its pattern has a '{' that begins no count up to 1000")
            }
            return low...max(low, min(high ?? low + TextPattern.repetitions, low + 1000))
        }

        private mutating func number() -> Int? {
            var digits = ""
            while let scalar = next, ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
                position += 1
            }
            return Int(digits)
        }

        private mutating func characterClass() throws(Undrawable) -> [Unicode.Scalar] {
            let isNegated = take("^")
            var scalars: [Unicode.Scalar] = []
            var isFirst = true
            while isFirst || next != "]" {
                isFirst = false
                let scalar = try any()
                let found = scalar == "\\" ? try escaped() : [scalar]
                guard found.count == 1, next == "-", position + 1 < self.scalars.count,
                    self.scalars[position + 1] != "]"
                else {
                    scalars += found
                    continue
                }
                position += 1
                let end = try any()
                let last = end == "\\" ? try escaped().first ?? end : end
                let values =
                    found[0].value...max(found[0].value, min(last.value, found[0].value + 999))
                scalars += values.compactMap(Unicode.Scalar.init)
            }
            position += 1
            return isNegated ? Self.printable.filter { !scalars.contains($0) } : scalars
        }

        private mutating func escaped() throws(Undrawable) -> [Unicode.Scalar] {
            switch try any() {
            case "d": return Self.digits
            case "w": return Self.word
            case "s": return [" "]
            case "D": return Self.printable.filter { !Self.digits.contains($0) }
            case "W": return Self.printable.filter { !Self.word.contains($0) }
            case "S": return Self.printable.filter { $0 != " " }
            case "n": return ["\n"]
            case "t": return ["\t"]
            case "r": return ["\r"]
            case let scalar where Self.word.contains(scalar):
                throw Undrawable("its pattern has '\\\(scalar)' in it")
            case let scalar: return [scalar]
            }
        }

        private static let printable = (0x20...0x7E).compactMap(Unicode.Scalar.init)
        private static let digits = (0x30...0x39).compactMap(Unicode.Scalar.init)
        private static let word = printable.filter {
            digits.contains($0) || $0 == "_" || $0.properties.isAlphabetic
        }
    }
}
