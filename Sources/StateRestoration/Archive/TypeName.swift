/// A type as an archive names it, so that it can be found again in another process.
enum TypeName {
    /// A private type's mangled name contains an address, which differs from launch to launch: such
    /// a type is stored by its plain name, and cannot be found again by it.
    static func stored(_ type: Any.Type) -> String {
        guard let name = _mangledTypeName(type), !name.contains("$") else {
            return String(describing: type)
        }
        return name
    }

    static func type(_ stored: String) -> Any.Type? { _typeByName(stored) }

    /// For people.
    static func readable(_ stored: String) -> String {
        type(stored).map { String(describing: $0) } ?? stored
    }

    /// Whether an object is of the stored class or of a subclass of it (R4).
    static func object(_ object: AnyObject, isOf stored: String) -> Bool {
        var candidate: AnyClass? = Swift.type(of: object)
        while let type = candidate {
            if Self.stored(type) == stored { return true }
            candidate = _getSuperclass(type)
        }
        return false
    }
}
