/// A part of a profile that is not kept.
@propertyWrapper
package struct NotKept<Value: Sendable>: Sendable, Codable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
    package init(from decoder: any Decoder) throws { wrappedValue = nil }
    package func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
    package func decode<Value>(
        _ type: NotKept<Value>.Type, forKey key: Key
    ) throws -> NotKept<Value> {
        NotKept(wrappedValue: nil)
    }
}
