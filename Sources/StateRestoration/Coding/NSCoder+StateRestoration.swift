import Foundation
import RestorationArchive

// What UIKit adds to NSCoder, and what needs another signature because controllers are not NSObjects.

extension NSCoder {
    /// Decodes a controller or a registered object (S8).
    ///
    /// - Returns: the one instance that exists in this process; nil where nothing was encoded under
    ///   the key, or it was not restored.
    /// - Precondition: the object is of the class or a subclass. Otherwise the mismatch is recorded
    ///   (S7) and the process ends, as an uncaught exception ends it in UIKit.
    public func decodeObject<Object: UIStateRestoring>(
        of type: Object.Type, forKey key: String
    ) -> Object? {
        decodeReference(of: type, forKey: key)
    }

    /// Decodes a view (S8).
    ///
    /// - Returns: the one instance that exists in this process; nil where nothing was encoded under
    ///   the key, or it was not restored.
    /// - Precondition: the view is of the class or a subclass. Otherwise the mismatch is recorded
    ///   (S7) and the process ends, as an uncaught exception ends it in UIKit.
    public func decodeObject<View: UIView>(of type: View.Type, forKey key: String) -> View? {
        decodeReference(of: type, forKey: key)
    }

    private func decodeReference<Object>(of type: Object.Type, forKey key: String) -> Object? {
        guard let object = decodeObject(forKey: key) else { return nil }
        if let value = object as? Object { return value }
        guard let coder = self as? RestorationCoder else { return nil }
        coder.wrongClass(key, asked: "\(type)", method: "decodeObject(of:forKey:)")
    }

    /// Encodes a `Codable` value as JSON, with the name of its type (S7).
    ///
    /// - Throws: what the value's own `encode(to:)` throws. Nothing is encoded then.
    @_disfavoredOverload
    public func encodeEncodable<Value: Encodable>(_ value: Value, forKey key: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(value)
        if let coder = self as? RestorationCoder {
            coder.values[key] = .codable(type: "\(Value.self)", json: Array(json))
        } else {
            encode(json as NSData, forKey: key)
        }
    }

    /// Decodes a `Codable` value.
    ///
    /// - Returns: nil where nothing was encoded under the key; nil and a recorded issue where the
    ///   value was encoded by another method (S7) or can no longer be decoded as this type (R16).
    @_disfavoredOverload
    public func decodeDecodable<Value: Decodable>(
        _ type: Value.Type, forKey key: String
    ) -> Value? {
        guard let coder = self as? RestorationCoder else {
            guard let json = decodeObject(forKey: key) as? Data else { return nil }
            return try? JSONDecoder().decode(type, from: json)
        }
        guard let stored = coder.values[key] else { return nil }
        guard case .codable(_, let json) = stored else {
            coder.reportMismatch(key, stored, asked: "\(type)")
            return nil
        }
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            coder.context.report(
                "\(coder.owner): \"\(key)\" can no longer be decoded as \(type): \(error)", "R16")
            return nil
        }
    }

    // MARK: Geometry, which UIKit stores as text

    /// Decodes a point that was encoded with `encode(_:forKey:)`.
    ///
    /// - Returns: zero where the key is missing; zero and a recorded issue where another type was
    ///   encoded (S7).
    public func decodeCGPoint(forKey key: String) -> CGPoint {
        geometry(key, "CGPoint", count: 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
    }

    /// Decodes a size. It fails as `decodeCGPoint(forKey:)` does.
    public func decodeCGSize(forKey key: String) -> CGSize {
        geometry(key, "CGSize", count: 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
    }

    /// Decodes a rectangle. It fails as `decodeCGPoint(forKey:)` does.
    public func decodeCGRect(forKey key: String) -> CGRect {
        geometry(key, "CGRect", count: 4)
            .map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
    }

    /// Encodes insets as text, such as `{1, 2, 3, 4}`: top, left, bottom, right.
    public func encode(_ insets: UIEdgeInsets, forKey key: String) {
        let text = "{\(insets.top), \(insets.left), \(insets.bottom), \(insets.right)}"
        encode(text as Any?, forKey: key)
    }

    /// Decodes insets. It fails as `decodeCGPoint(forKey:)` does.
    public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets {
        geometry(key, "UIEdgeInsets", count: 4)
            .map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
    }

    /// The numbers in a text such as `{{0, 0}, {320, 480}}`.
    private func geometry(_ key: String, _ type: String, count: Int) -> [Double]? {
        guard containsValue(forKey: key) else { return nil }
        guard let text = decodeObject(forKey: key) as? String else {
            mismatchedGeometry(key, type)
            return nil
        }
        let numbers = text.split { "{}, ".contains($0) }.compactMap { Double($0) }
        guard numbers.count == count else {
            mismatchedGeometry(key, type)
            return nil
        }
        return numbers
    }

    private func mismatchedGeometry(_ key: String, _ type: String) {
        guard let coder = self as? RestorationCoder, let stored = coder.values[key] else { return }
        if !stored.isPlainNumber { coder.reportMismatch(key, stored, asked: type) }
    }
}
