/// Names a type in an archive, so that another process finds it again.
package enum TypeName {
    /// The name that an archive stores for a type.
    ///
    /// That is the mangled name of a class that is neither private nor generic. Any other type gets
    /// its plain name, which finds nothing: the mangled name of a private class contains an address
    /// that differs from launch to launch, and the runtime does not survive every name of a generic
    /// class.
    package static func stored(_ type: Any.Type) -> String {
        guard let name = _mangledTypeName(type), canBeFound(name) else {
            return String(describing: type)
        }
        return name
    }

    /// The type of a stored name; nil where this process does not have it.
    package static func type(_ stored: String) -> Any.Type? {
        canBeFound(stored) ? _typeByName(stored) : nil
    }

    /// Whether a stored name is the mangled name of a class that is neither private nor generic.
    package static func canBeFound(_ stored: String) -> Bool {
        guard stored.hasSuffix("C") else { return false }
        let text = demangled(stored)
        return text != stored && !text.contains { "<$".contains($0) }
    }

    /// The name for people, such as `EditorViewController`, also of a type that this process does
    /// not have.
    package static func readable(_ stored: String) -> String {
        let full = demangled(stored)
        // A local type is `Name #1 in Module.function()`.
        let name = full.prefix { $0 != " " }
        return name.split(separator: ".").last.map(String.init) ?? full
    }

    /// The name for people with its module, such as `Notes.EditorViewController`. A name that is
    /// not mangled stays as it is.
    package static func demangled(_ stored: String) -> String {
        // Control characters are addresses to the runtime, which it would follow.
        guard (1...4096).contains(stored.utf8.count),
            stored.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return stored }
        let mangled = Array("$s\(stored)D".utf8CString)
        guard let text = swift_demangle(mangled, UInt(mangled.count - 1), nil, nil, 0) else {
            return stored
        }
        defer { text.deallocate() }
        let name = String(cString: text)
        return name.hasPrefix("$s") ? stored : name
    }

    /// Whether an object is of the stored class or of a subclass of it (R4).
    package static func object(_ object: AnyObject, isOf stored: String) -> Bool {
        var candidate: AnyClass? = Swift.type(of: object)
        while let type = candidate {
            if Self.stored(type) == stored { return true }
            candidate = _getSuperclass(type)
        }
        return false
    }
}

/// From the Swift runtime. Free the result.
@_silgen_name("swift_demangle")
private func swift_demangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
