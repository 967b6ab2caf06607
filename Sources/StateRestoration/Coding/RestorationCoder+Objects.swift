import Foundation
import RestorationArchive

/// The `NSCoding` objects of one coder: each is stored once, however often it is encoded. Another
/// coder stores it again (S8).
final class ObjectTable {
    fileprivate(set) var stored: [KeyedValues.Object]
    /// While encoding: the objects in the order of `stored`, kept alive so that identities hold.
    fileprivate var encoded: [AnyObject] = []
    fileprivate var indices: [ObjectIdentifier: Int] = [:]
    /// While decoding: what has been made, and what is being made.
    fileprivate var decoded: [Int: Any] = [:]
    fileprivate var inProgress: Set<Int> = []
    /// How deep the value is nested that is being encoded, and in how many objects.
    fileprivate var depth = 0
    fileprivate var objectDepth = 0

    /// How many objects may hold each other, each inside the one before: more would not fit onto the
    /// stack when they are decoded.
    static let maximumObjectDepth = 500

    init(_ stored: [KeyedValues.Object] = []) { self.stored = stored }
}

// MARK: Encoding

extension RestorationCoder {
    /// A value as it is stored; nil, with the save failed, where it cannot be.
    func encoded(_ object: Any?, key: String) -> StateValue? {
        guard let object else { return .null }
        objects.depth += 1
        defer { objects.depth -= 1 }
        // A number takes one level more.
        guard objects.depth < StateValue.maximumDepth else {
            return fail("the value for key \"\(key)\" is nested too deeply to be encoded")
        }
        return encodedValue(object, key: key)
    }

    /// The save cannot succeed (S16).
    private func fail(_ text: String) -> StateValue? {
        context.failure = context.failure ?? "\(owner): \(text)"
        return nil
    }

    private func encodedValue(_ object: Any, key: String) -> StateValue? {
        if let (kind, content) = FoundationKind.content(of: object) {
            return encoded(content, key: key).map { .object(kind: kind, $0) }
        }
        if let value = Self.encodedNumber(object) { return .boxed(value) }
        switch object {
        case let value as String:
            reportContainerPath(value, key: key)
            return .string(value)
        case let value as Data: return .data(Array(value))
        case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
        case let value as URL:
            if value.isFileURL { reportContainerPath(value.path, key: key) }
            return .url(value.absoluteString)
        case let value as UUID: return .uuid(value.uuidString)
        case let value as IndexPath: return .indexPath(Array(value))
        case let value as [Any]:
            return .array(value.compactMap { encoded($0, key: key) })
        case let value as Set<AnyHashable>:
            let elements = value.map { (name: String(describing: $0.base), base: $0.base) }
                .sorted { $0.name < $1.name }.map(\.base)
            return .set(elements.compactMap { encoded($0, key: key) })
        case let value as [AnyHashable: Any]:
            return encodedDictionary(value, key: key)
        default: return encodedObject(object, key: key)
        }
    }

    private func reportContainerPath(_ path: String, key: String) {
        guard path.hasPrefix("/"), let inside = ContainerPath.inside(path) else { return }
        context.report(
            "\(owner): \"\(key)\" holds the absolute path of \(inside), which is another one after "
                + "an update; encode a ContainerPath", "W2")
    }

    private static func encodedNumber(_ object: Any) -> StateValue? {
        // Asked first, since the cast alone would bridge a collection with all that is in it.
        if type(of: object) is NSNumber.Type, let number = object as? NSNumber {
            return switch number.objCType.pointee {
            case 0x42, 0x63: .bool(number.boolValue)  // B, c
            case 0x64, 0x66: .double(number.doubleValue)  // d, f
            default: .int64(number.int64Value)
            }
        }
        return switch object {
        case let value as Bool: .bool(value)
        case let value as Double: .double(value)
        case let value as Float: .float(value)
        case let value as CGFloat: .double(Double(value))
        case let value as any BinaryInteger: Int64(exactly: value).map(StateValue.int64)
        default: nil
        }
    }

    /// Sorted by key as far as keys are texts, so that equal states are equal bytes.
    private func encodedDictionary(_ value: [AnyHashable: Any], key: String) -> StateValue {
        let entries = value.map { (name: String(describing: $0.key), entry: $0) }
            .sorted { $0.name < $1.name }.map(\.entry)
        var stored: [StateValue] = []
        for entry in entries {
            guard let entryKey = encoded(entry.key.base, key: key),
                let entryValue = encoded(entry.value, key: key)
            else { continue }
            stored += [entryKey, entryValue]
        }
        return .dictionary(stored)
    }

    private func encodedObject(_ object: Any, key: String) -> StateValue? {
        let isClass = type(of: object) is AnyClass
        if isClass {
            switch context.reference(object as AnyObject, owner) {
            case .record(let index): return .reference(index)
            case .leftOut: return .null
            case .plain: break
            }
        }
        // What is bridged to an object of Foundation's, such as a measurement or an error, is that object.
        if !isClass, let bridged = object as AnyObject as? NSObject,
            String(reflecting: Swift.type(of: bridged)) != "Foundation.__SwiftValue"
        {
            return encodedValue(bridged, key: key)
        }
        guard let coding = (object as AnyObject) as? any NSCoding else {
            return fail(
                "the value for key \"\(key)\", of type \(type(of: object)), cannot be "
                    + "encoded; use encodeEncodable(_:forKey:) for a Codable type, adopt NSCoding, "
                    + "or register the object for state restoration")
        }
        let type = Swift.type(of: coding as AnyObject)
        guard FoundationKind.isKept(byItsOwnCoding: type) else {
            return fail(
                "the value for key \"\(key)\", of type \(type), cannot be encoded: Foundation on "
                    + "Linux does not keep it; encode what it can be made from again")
        }
        guard objects.objectDepth < ObjectTable.maximumObjectDepth else {
            return fail(
                "key \"\(key)\": more than \(ObjectTable.maximumObjectDepth) objects are inside "
                    + "each other")
        }
        return .instance(index(of: coding))
    }

    private func index(of object: any NSCoding) -> Int {
        let reference = object as AnyObject
        if let index = objects.indices[ObjectIdentifier(reference)] { return index }
        let type = TypeName.stored(Swift.type(of: object))
        if !TypeName.canBeFound(type) {
            context.report(
                "\(owner): an object of the class \(type) is encoded, which is private or generic: "
                    + "it cannot be decoded", "S7")
        }
        let index = objects.stored.count
        objects.stored.append(.init(type: type))
        objects.encoded.append(reference)
        objects.indices[ObjectIdentifier(reference)] = index
        let inner = RestorationCoder(inside: self, values: [:])
        // Inside the object, values begin anew.
        let depth = objects.depth
        objects.depth = 0
        objects.objectDepth += 1
        object.encode(with: inner)
        objects.objectDepth -= 1
        objects.depth = depth
        objects.stored[index].values = inner.values
        return index
    }
}

// MARK: Decoding

extension RestorationCoder {
    func decoded(_ value: StateValue, key: String) -> Any? {
        switch value {
        case .null: nil
        case .bool(let value): NSNumber(value: value)
        case .int32(let value): NSNumber(value: value)
        case .int64(let value): NSNumber(value: value)
        case .int(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .boxed(let value): decoded(value, key: key)
        case .string(let value): value
        case .data(let value): Data(value)
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .url(let value): URL(string: value)
        case .uuid(let value): UUID(uuidString: value)
        case .indexPath(let value): IndexPath(indexes: value)
        case .array(let values): values.compactMap { decoded($0, key: key) }
        case .set(let values): Set(values.compactMap { decoded($0, key: key) as? AnyHashable })
        case .dictionary(let values): decodedDictionary(values, key: key)
        case .object(let kind, let content): decodedFoundation(kind, content, key: key)
        case .instance(let index): decodedObject(index, key: key)
        case .reference(let index): context.instance(index)
        case .codable: codableAskedAsObject(value, key: key)
        }
    }

    private func decodedDictionary(_ entries: [StateValue], key: String) -> [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [:]
        for index in stride(from: 0, to: entries.count - 1, by: 2) {
            guard let entryKey = decoded(entries[index], key: key) as? AnyHashable else { continue }
            dictionary[entryKey] = decoded(entries[index + 1], key: key)
        }
        return dictionary
    }

    private func decodedFoundation(_ kind: String, _ content: StateValue, key: String) -> Any? {
        let object = decoded(content, key: key).flatMap { FoundationKind.named[kind]?.object($0) }
        if object == nil {
            context.report("\(owner): \"\(key)\" can no longer be decoded as \(kind)", "R16")
        }
        return object
    }

    private func decodedObject(_ index: Int, key: String) -> Any? {
        if let object = objects.decoded[index] { return object }
        guard objects.stored.indices.contains(index),
            objects.inProgress.count <= ObjectTable.maximumObjectDepth,
            objects.inProgress.insert(index).inserted
        else { return nil }
        defer { objects.inProgress.remove(index) }
        let stored = objects.stored[index]
        guard let type = TypeName.type(stored.type) as? any NSCoding.Type else {
            context.report(
                "\(owner): \"\(key)\" is of the class \(TypeName.readable(stored.type)), which "
                    + "this version of the app does not have", "S7")
            return nil
        }
        let object = type.init(coder: RestorationCoder(inside: self, values: stored.values))
        objects.decoded[index] = object
        return object
    }

    private func codableAskedAsObject(_ value: StateValue, key: String) -> Any? {
        reportMismatch(key, value, asked: "an object")
        return nil
    }
}
