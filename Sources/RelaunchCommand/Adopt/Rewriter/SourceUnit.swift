import SwiftParser
import SwiftSyntax

/// One file: its bytes, its tree, and questions that concern lines.
struct SourceUnit {
    let bytes: [UInt8]
    let tree: SourceFileSyntax

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    }

    /// What ends a line here.
    var lineBreak: String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
        return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    /// What one more level of nesting is indented by: what the first indented line has.
    var indentationUnit: String {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let blank = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let first = line.dropFirst(blank.count).first, first != UInt8(ascii: "*"),
                first != UInt8(ascii: "\r")
            else { continue }
            if blank.first == UInt8(ascii: "\t") { return "\t" }
            if blank.count >= 2 { return String(repeating: " ", count: min(blank.count, 4)) }
        }
        return "    "
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func text(_ range: Range<AbsolutePosition>) -> String {
        text(range.lowerBound.utf8Offset..<range.upperBound.utf8Offset)
    }

    /// Where the line of an offset begins.
    func lineStart(_ offset: Int) -> Int {
        (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    }

    /// The blanks that a line begins with.
    func indentation(at offset: Int) -> String {
        let line = bytes[lineStart(offset)..<offset]
        return String(decoding: line.prefix(while: Self.isBlank), as: UTF8.self)
    }

    /// Whether there is nothing but blanks before an offset in its line.
    func beginsLine(_ offset: Int) -> Bool {
        bytes[lineStart(offset)..<offset].allSatisfy(Self.isBlank)
    }

    /// The first offset from `offset` on that is no blank.
    func skippingBlanks(_ offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
        return offset
    }

    /// The offset behind a line break that is at `offset`; nil where there is none.
    func skippingLineBreak(_ offset: Int) -> Int? {
        if offset == bytes.count { return offset }
        if bytes[offset] == UInt8(ascii: "\n") { return offset + 1 }
        let isPair = bytes[offset...].starts(with: Array("\r\n".utf8))
        return isPair ? offset + 2 : nil
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

extension SyntaxProtocol {
    /// From the first byte that is no trivia to the last.
    var trimmedRange: Range<AbsolutePosition> {
        positionAfterSkippingLeadingTrivia..<endPositionBeforeTrailingTrivia
    }

    /// The nearest ancestor of a type.
    func ancestor<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
        var node = parent
        while let current = node {
            if let found = current.as(type) { return found }
            node = current.parent
        }
        return nil
    }
}

/// Whether Linux compiles what is under a condition.
enum LinuxCondition {
    /// The modules that come with every toolchain on Linux, and the one that takes UIKit's place.
    static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "Observation",
        "RegexBuilder", "Synchronization", "Distributed", "Testing", "XCTest", "StateRestoration",
        "_Concurrency", "_StringProcessing", "Builtin", "Cxx", "CxxStdlib",
    ]

    /// Nil where nobody knows.
    static func value(of clause: IfConfigClauseSyntax) -> Bool? {
        if let condition = clause.condition { return value(of: ExprSyntax(condition)) }
        guard let list = clause.parent?.as(IfConfigClauseListSyntax.self) else { return nil }
        var result: Bool? = true
        for other in list where other.id != clause.id {
            guard let condition = other.condition else { continue }
            switch value(of: ExprSyntax(condition)) {
            case true?: return false
            case nil: result = nil
            case false?: break
            }
        }
        return result
    }

    /// Whether the condition asks for the platform and for nothing else.
    static func value(of expression: ExprSyntax) -> Bool? {
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first
        {
            return value(of: only.expression)
        }
        if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return value(of: prefix.expression).map { !$0 }
        }
        if let sequence = expression.as(SequenceExprSyntax.self) { return value(of: sequence) }
        if let literal = expression.as(BooleanLiteralExprSyntax.self) {
            return literal.literal.text == "true"
        }
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let argument = call.arguments.first?.expression.trimmedDescription
        else { return nil }
        switch call.calledExpression.trimmedDescription {
        case "os": return argument == "Linux"
        case "canImport": return modules.contains(argument)
        case "targetEnvironment": return false
        default: return nil
        }
    }

    /// `||` and `&&`, the first of which binds less.
    private static func value(of sequence: SequenceExprSyntax) -> Bool? {
        var alternatives: [Bool?] = []
        var current: Bool? = true
        for element in sequence.elements {
            if let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
                guard name == "||" else { continue }
                alternatives.append(current)
                current = true
            } else {
                current = and(current, value(of: element))
            }
        }
        alternatives.append(current)
        if alternatives.contains(true) { return true }
        return alternatives.contains(nil) ? nil : false
    }

    private static func and(_ first: Bool?, _ second: Bool?) -> Bool? {
        if first == false || second == false { return false }
        return first == nil || second == nil ? nil : true
    }
}

/// Walks over what Linux compiles.
class LinuxVisitor: SyntaxVisitor {
    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        LinuxCondition.value(of: node) == false ? .skipChildren : .visitChildren
    }
}
