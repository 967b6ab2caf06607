import Foundation

/// A value in user defaults, under SwiftUI's name for it (P3).
///
///     @AppStorage("sortsByName") var sortsByName = false
///
/// A value is written to disk when it is set, and survives any later death of the process. A force
/// quit keeps it too (D2).
@preconcurrency @MainActor
@propertyWrapper
public struct AppStorage<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    /// The stored value; the initial value where none is stored or it is of another type. Setting
    /// returns when the value is on disk.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// Stores a basic value under a key. The store is `UserDefaults.standard` unless you pass
    /// another.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: BasicStorable {
        let store = store ?? .standard
        get = { store.object(forKey: key).flatMap(Value.init(stored:)) ?? wrappedValue }
        set = { value in
            store.set(value.stored, forKey: key)
            // On Linux, nothing else writes it while the process lives.
            store.synchronize()
        }
    }

    /// Stores an optional value, which is nil until it is set.
    public init<Wrapped: BasicStorable>(_ key: String, store: UserDefaults? = nil)
    where Value == Wrapped? { self.init(wrappedValue: nil, key, store: store) }

    /// Stores an enum by its raw value. A raw value that the enum no longer has gives the initial
    /// value, and an issue is recorded once for each key (R16).
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue: BasicStorable {
        let raw = AppStorage<Value.RawValue>(
            wrappedValue: wrappedValue.rawValue, key, store: store)
        get = {
            let stored = raw.wrappedValue
            return Value(rawValue: stored)
                ?? UIApplication.shared.initial(wrappedValue, insteadOf: stored, key: key)
        }
        set = { raw.wrappedValue = $0.rawValue }
    }
}

extension UIApplication {
    /// The initial value, and a recorded issue: once for each key (R16).
    func initial<Value, Raw>(_ initial: Value, insteadOf stored: Raw, key: String) -> Value {
        if unknownStoredKeys.insert(key).inserted {
            session.report(
                "\"\(key)\": the stored \(stored) is no \(Value.self) any more; the initial value "
                    + "is taken", rule: "R16")
        }
        return initial
    }
}

/// A type that ``AppStorage`` and ``SceneStorage`` hold: `Bool`, `Int`, `Double`, `String`, `URL`,
/// `Data` and optionals of them.
public protocol BasicStorable: Sendable {
    /// The value as a property list holds it. Nil removes the entry.
    var stored: Any? { get }
    /// The value that a property list held; nil where it is of another type.
    init?(stored: Any)
}

extension BasicStorable {
    /// The value itself.
    public var stored: Any? { self }

    /// Nil where the stored value is of another type.
    public init?(stored: Any) {
        guard let value = stored as? Self else { return nil }
        self = value
    }
}

extension Bool: BasicStorable {}
extension Int: BasicStorable {}
extension Double: BasicStorable {}
extension String: BasicStorable {}
extension Data: BasicStorable {}

extension URL: BasicStorable {
    /// The absolute string.
    public var stored: Any? { absoluteString }

    /// Nil where the stored value is not the text of a URL.
    public init?(stored: Any) {
        guard let text = stored as? String else { return nil }
        self.init(string: text)
    }
}

extension Optional: BasicStorable where Wrapped: BasicStorable {
    /// What the wrapped value stores; nil stores nothing.
    public var stored: Any? { self?.stored }

    /// Nil where the stored value is not of the wrapped type.
    public init?(stored: Any) {
        guard let value = Wrapped(stored: stored) else { return nil }
        self = value
    }
}
