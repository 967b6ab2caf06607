import CrashStates
import RelaunchProtocol

/// A place inside a JSON value, such as `editor.text` or `notes[0].title`.
///
/// A path is a sequence of member names, with `.` between them, and of array indices in brackets,
/// counted from 0:
///
/// | path | leads to |
/// | --- | --- |
/// | `editor.text` | the member `text` of the member `editor` |
/// | `notes[0].title` | the member `title` of the first element of `notes` |
/// | `[2]` | the third element, where the whole value is an array |
/// | `windows["x.y"].open` | a member whose name has a dot, a bracket or a quotation mark in it |
/// | `"x.y".open` | the same, for a first member or after a dot |
/// | *(empty)* | the whole value |
///
/// Inside quotation marks, `\"` and `\\` stand for `"` and `\`.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step down into a value.
    public enum Component: Sendable, Hashable {
        /// The member of an object that has this name.
        case member(String)
        /// The element of an array, counted from 0.
        case index(Int)
    }

    /// The way down, from the whole value on.
    public var components: [Component]

    /// A path with these components; without any, the whole value.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Reads a path.
    ///
    /// - Throws: `JSONPathError`, which names the position of the mistake.
    public init(parsing text: String) throws {
        var reader = Reader(text: text)
        components = try reader.components()
    }

    /// The value at this path, or nil where there is none.
    public func value(in whole: JSON) -> JSON? {
        var value = whole
        for component in components {
            guard let next = value[component] else { return nil }
            value = next
        }
        return value
    }

    /// Why there is no value at this path, in one phrase, or nil where there is one.
    ///
    /// It names the first component that leads nowhere, and what there is instead.
    public func absence(in whole: JSON) -> String? {
        var value = whole
        for (depth, component) in components.enumerated() {
            guard let next = value[component] else {
                let parent = JSONPath(Array(components.prefix(depth)))
                let name = depth == 0 ? "the state" : "'\(parent)'"
                return name + " " + value.lack(of: component)
            }
            value = next
        }
        return nil
    }

    /// The path with one more component.
    public func appending(_ component: Component) -> JSONPath {
        JSONPath(components + [component])
    }

    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .member(let name) where Self.isPlain(name):
                text += text.isEmpty ? name : "." + name
            case .member(let name): text += "[\(Self.quoted(name))]"
            }
        }
        return text
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.unicodeScalars.contains(where: Reader.endsName)
    }

    private static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}

extension JSON {
    fileprivate subscript(component: JSONPath.Component) -> JSON? {
        switch component {
        case .member(let name): self[name]
        case .index(let index): self[index]
        }
    }

    fileprivate func lack(of component: JSONPath.Component) -> String {
        switch (component, self) {
        case (.member(let name), .object(let members)) where members.isEmpty:
            "has no member '\(name)': it is empty"
        case (.member(let name), .object(let members)):
            "has no member '\(name)': it has \(Self.listed(members.sortedKeys))"
        case (.index(let index), .array(let elements)):
            "has no element \(index): it has "
                + Phrases.count(elements.count, "element", "elements")
        case (.member(let name), _): "is \(kind), which has no member '\(name)'"
        case (.index(let index), _): "is \(kind), which has no element \(index)"
        }
    }

    private static func listed(_ names: [String]) -> String {
        let shown = names.prefix(8).joined(separator: ", ")
        return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
    }

    private var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value without the `$instance` members, at any depth, in which a target says which of its
    /// objects are one and the same: they change from launch to launch.
    public var withoutInstances: JSON {
        switch self {
        case .object(let members):
            .object(
                members.filter { $0.key != "$instance" }.mapValues { $0.withoutInstances })
        case .array(let elements): .array(elements.map(\.withoutInstances))
        default: self
        }
    }
}

/// What is wrong with the text of a path.
public struct JSONPathError: Error, Equatable, CustomStringConvertible {
    /// The path as it was written.
    public var path: String
    /// Which character is wrong, counted from 1; one more than there are where the end came too soon.
    public var position: Int
    /// What is wrong there, and what would be right.
    public var problem: String

    public var description: String {
        "the path '\(path)' is wrong at character \(position): \(problem)"
    }
}

/// Reads the text of a path, scalar by scalar.
private struct Reader {
    let text: String
    let scalars: [Unicode.Scalar]
    var position = 0

    init(text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    static func endsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "[" || scalar == "]" || scalar == "\""
    }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    mutating func components() throws -> [JSONPath.Component] {
        var components: [JSONPath.Component] = []
        while let scalar = next {
            if scalar == "[" {
                components.append(try bracket())
            } else if components.isEmpty {
                components.append(.member(try name()))
            } else if scalar == "." {
                position += 1
                components.append(.member(try name()))
            } else {
                throw error(
                    "'\(scalar)' is not allowed here: write '.' or '[' before the next part")
            }
        }
        return components
    }

    private mutating func name() throws -> String {
        if next == "\"" { return try quotedName() }
        let start = position
        while let scalar = next, !Self.endsName(scalar) { position += 1 }
        guard position > start else {
            throw error("a member's name is missing, as in editor.text")
        }
        return string(scalars[start..<position])
    }

    private mutating func bracket() throws -> JSONPath.Component {
        position += 1
        let component: JSONPath.Component
        if next == "\"" {
            component = .member(try quotedName())
        } else {
            let start = position
            while let scalar = next, ("0"..."9").contains(scalar) { position += 1 }
            guard position > start, let index = Int(string(scalars[start..<position])) else {
                position = start
                throw error(
                    "an index or a quoted name is missing after '[', as in [0] or [\"x.y\"]")
            }
            component = .index(index)
        }
        guard next == "]" else { throw error("']' is missing") }
        position += 1
        return component
    }

    private mutating func quotedName() throws -> String {
        position += 1
        var name: [Unicode.Scalar] = []
        while let scalar = next {
            position += 1
            if scalar == "\"" { return string(name[...]) }
            if scalar == "\\" {
                guard let escaped = next, escaped == "\"" || escaped == "\\" else {
                    throw error("only '\"' and '\\' can follow '\\' inside quotation marks")
                }
                position += 1
                name.append(escaped)
            } else {
                name.append(scalar)
            }
        }
        throw error("the closing '\"' is missing")
    }

    private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars)
        return String(string)
    }

    private func error(_ problem: String) -> JSONPathError {
        JSONPathError(path: text, position: position + 1, problem: problem)
    }
}
