import Foundation

/// A value in user defaults, under SwiftUI's name for it (P3).
///
///     @AppStorage("sortsByName") var sortsByName = false
///
/// It is written when it is set, and survives any death of the process after that. Not even a force
/// quit takes it away (D2).
@MainActor
@propertyWrapper
public struct AppStorage<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// - Parameter store: the standard user defaults where there is none.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: BasicStorable {
        let store = store ?? .standard
        get = { store.object(forKey: key).flatMap(Value.init(stored:)) ?? wrappedValue }
        set = { value in
            store.set(value.stored, forKey: key)
            // On Linux nothing else writes it before the process ends.
            store.synchronize()
        }
    }

    /// Nil as long as nothing was set.
    public init<Wrapped: BasicStorable>(_ key: String, store: UserDefaults? = nil)
    where Value == Wrapped? { self.init(wrappedValue: nil, key, store: store) }

    /// An enum, by its raw value. One that is no longer known gives the initial value.
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

/// The types that user defaults and scene storage hold.
public protocol BasicStorable: Sendable {
    /// As a property list holds it; nil is no value.
    var stored: Any? { get }
    /// Nil where it is of another type.
    init?(stored: Any)
}

extension BasicStorable {
    public var stored: Any? { self }

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
    public var stored: Any? { absoluteString }

    public init?(stored: Any) {
        guard let text = stored as? String else { return nil }
        self.init(string: text)
    }
}

extension Optional: BasicStorable where Wrapped: BasicStorable {
    public var stored: Any? { self?.stored }

    public init?(stored: Any) {
        guard let value = Wrapped(stored: stored) else { return nil }
        self = value
    }
}
