/// A type as an archive names it, so that it can be found again in another process.
package enum TypeName {
    /// A private type's mangled name contains an address, which differs from launch to launch: such
    /// a type is stored by its plain name, and cannot be found again by it.
    package static func stored(_ type: Any.Type) -> String {
        guard let name = _mangledTypeName(type), !name.contains("$") else {
            return String(describing: type)
        }
        return name
    }

    /// The type, where this process has it.
    package static func type(_ stored: String) -> Any.Type? {
        isPlausible(stored) ? _typeByName(stored) : nil
    }

    /// Whether the runtime may be asked for a name: control characters are addresses to it, which it
    /// would follow wherever they lead.
    private static func isPlausible(_ stored: String) -> Bool {
        (1...4096).contains(stored.utf8.count)
            && stored.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// For people, such as `EditorViewController`; also where this process does not have the type.
    package static func readable(_ stored: String) -> String {
        if let type = type(stored) { return String(describing: type) }
        let full = demangled(stored)
        return full.split(separator: ".").last.map(String.init) ?? full
    }

    /// For people, with the module: `Notes.EditorViewController`.
    package static func demangled(_ stored: String) -> String {
        guard isPlausible(stored) else { return stored }
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

/// Of the Swift runtime. The answer was made by `malloc`.
@_silgen_name("swift_demangle")
private func swift_demangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
