import Foundation
import RestorationArchive

/// The coder that `encodeRestorableState(with:)` and `decodeRestorableState(with:)` are given.
///
/// It keeps each value with its type (S7) and stores controllers, views and registered objects as
/// references (S8). Use it through `NSCoder`, as in UIKit.
final class RestorationCoder: NSCoder {
    let context: CoderContext
    /// Whose coder it is, for messages.
    let owner: String
    /// The objects of this coder, shared with the coders of the objects themselves.
    let objects: ObjectTable
    private let isEncoding: Bool
    var values: [String: StateValue]
    private var nextUnnamed = 0
    /// For a restoration class: the storyboard that the controller came from.
    var storyboard: UIStoryboard?

    /// For saving.
    init(encodingFor owner: String, context: CoderContext) {
        self.context = context
        self.owner = owner
        objects = ObjectTable()
        values = [:]
        isEncoding = true
        super.init()
    }

    /// For restoring.
    init(decoding state: KeyedValues, for owner: String, context: CoderContext) {
        self.context = context
        self.owner = owner
        objects = ObjectTable(state.objects)
        values = state.values
        isEncoding = false
        super.init()
    }

    /// For an object inside another coder's state.
    init(inside coder: RestorationCoder, values: [String: StateValue]) {
        context = coder.context
        owner = coder.owner
        objects = coder.objects
        self.values = values
        isEncoding = coder.isEncoding
        super.init()
    }

    /// Everything that was encoded.
    var state: KeyedValues { KeyedValues(values: values, objects: objects.stored) }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { false }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .raiseException }

    override func containsValue(forKey key: String) -> Bool {
        values[key] != nil || (!isEncoding && context.origin[key] != nil)
    }

    // MARK: Encoding

    override func encode(_ value: Bool, forKey key: String) { values[key] = .bool(value) }
    override func encode(_ value: Int, forKey key: String) { values[key] = .int(value) }
    override func encode(_ value: Int32, forKey key: String) { values[key] = .int32(value) }
    override func encode(_ value: Int64, forKey key: String) { values[key] = .int64(value) }
    override func encode(_ value: Float, forKey key: String) { values[key] = .float(value) }
    override func encode(_ value: Double, forKey key: String) { values[key] = .double(value) }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        let buffer = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, length))
        values[key] = .data(Array(buffer))
    }

    override func encode(_ object: Any?, forKey key: String) {
        values[key] = encoded(object, key: key)
    }

    override func encodeConditionalObject(_ object: Any?, forKey key: String) {
        encode(object, forKey: key)
    }

    override func encode(_ object: Any?) {
        encode(object, forKey: nextUnnamedKey())
    }

    override func encode(_ data: Data) { encode(data as Any?) }
    override func encodeRootObject(_ object: Any) { encode(object) }
    override func encodeConditionalObject(_ object: Any?) { encode(object) }
    override func encodePropertyList(_ list: Any) { encode(list as Any?) }

    /// Objects without a key are numbered in the order in which they come.
    private func nextUnnamedKey() -> String {
        defer { nextUnnamed += 1 }
        return "$\(nextUnnamed)"
    }

    // MARK: Decoding

    override func decodeBool(forKey key: String) -> Bool {
        number(key, Bool.self, method: "decodeBool") { $0.asBool() } ?? false
    }
    override func decodeInteger(forKey key: String) -> Int {
        number(key, Int.self, method: "decodeInteger") { $0.asInteger(Int.self) } ?? 0
    }
    override func decodeInt32(forKey key: String) -> Int32 {
        number(key, Int32.self, method: "decodeInt32") { $0.asInteger(Int32.self) } ?? 0
    }
    override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
    override func decodeInt64(forKey key: String) -> Int64 {
        number(key, Int64.self, method: "decodeInt64") { $0.asInteger(Int64.self) } ?? 0
    }
    override func decodeFloat(forKey key: String) -> Float {
        number(key, Float.self, method: "decodeFloat") { $0.asFloat() } ?? 0
    }
    override func decodeDouble(forKey key: String) -> Double {
        number(key, Double.self, method: "decodeDouble") { $0.asDouble() } ?? 0
    }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard case .data(let data)? = values[key] else {
            if let stored = values[key] { reportMismatch(key, stored, asked: "bytes") }
            return try body(nil)
        }
        return try data.withUnsafeBytes { try body($0) }
    }

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        try withDecodedUnsafeBytes(forKey: key) { try body($0?.bindMemory(to: UInt8.self)) }
    }

    override func decodeObject(forKey key: String) -> Any? {
        guard let stored = values[key] else {
            if key == UIApplication.stateRestorationViewControllerStoryboardKey {
                return storyboard
            }
            return isEncoding ? nil : context.origin[key]
        }
        guard !stored.isPlainNumber else {
            // UIKit answers nil without a word.
            reportMismatch(key, stored, asked: "an object")
            return nil
        }
        return decoded(stored, key: key)
    }

    override func decodeObject<Decoded>(of type: Decoded.Type, forKey key: String) -> Decoded?
    where Decoded: NSObject, Decoded: NSCoding {
        guard let object = decodeObject(forKey: key) else { return nil }
        if let value = object as? Decoded ?? (object as AnyObject) as? Decoded { return value }
        wrongClass(key, asked: "\(type)", method: "decodeObject(of:forKey:)")
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard let object = decodeObject(forKey: key) else { return nil }
        guard let classes else { return object }
        let reference = object as AnyObject
        let found: AnyClass = Swift.type(of: reference)
        var candidate: AnyClass? = found
        while let type = candidate {
            if classes.contains(where: { $0 == type }) { return object }
            candidate = _getSuperclass(type)
        }
        let names = classes.map { "\($0)" }.joined(separator: " or ")
        wrongClass(key, asked: names, method: "decodeObject(of:forKey:)")
    }

    override func decodePropertyList(forKey key: String) -> Any? { decodeObject(forKey: key) }
    override func decodeObject() -> Any? { decodeObject(forKey: nextUnnamedKey()) }
    override func decodeData() -> Data? { decodeObject() as? Data }
    override func decodePropertyList() -> Any? { decodeObject() }
    override func version(forClassName className: String) -> Int { 0 }

    // MARK: Mismatches

    private func number<Value>(
        _ key: String, _ type: Value.Type, method: String,
        convert: (StateValue) -> NumberConversion<Value>
    ) -> Value? {
        guard let stored = values[key] else { return nil }
        switch convert(stored) {
        case .value(let value): return value
        case .exception(let name, let reason):
            raise(
                name, "\(method)(forKey:): the value for key \"\(key)\" \(reason)",
                key: key, stored: stored, asked: "\(type)")
        }
    }

    func reportMismatch(_ key: String, _ stored: StateValue, asked: String) {
        context.report(mismatch(key, stored, asked: asked), "S7")
    }

    private func mismatch(_ key: String, _ stored: StateValue, asked: String) -> String {
        "\(owner): \"\(key)\" was encoded as \(stored.typeDescription) and is decoded as \(asked)"
    }

    /// An object of another class than the one that is asked for: in UIKit an exception.
    func wrongClass(_ key: String, asked: String, method: String) -> Never {
        raise(
            "NSInvalidUnarchiveOperationException",
            "\(method): the value for key \"\(key)\" is of an unexpected class",
            key: key, stored: values[key] ?? .null, asked: asked)
    }

    /// UIKit throws an exception here, which nothing catches.
    private func raise(
        _ exception: String, _ text: String, key: String, stored: StateValue, asked: String
    ) -> Never {
        reportMismatch(key, stored, asked: asked)
        fatalError("\(exception): \(text). \(mismatch(key, stored, asked: asked))")
    }
}

extension StateValue {
    /// Stored by a method for plain numbers, not as an object.
    var isPlainNumber: Bool {
        switch self {
        case .bool, .int, .int32, .int64, .float, .double: true
        default: false
        }
    }
}
