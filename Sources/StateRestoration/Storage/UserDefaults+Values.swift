import Foundation

extension UserDefaults {
    /// The value of a key, as key-value coding reads it on iOS.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
    /// Sets the value of a key, as key-value coding does on iOS; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
