#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Extended attributes that belong to the user's data. What the system labels files with is left
/// alone.
package enum ExtendedAttributes {
    static func isKept(_ name: [UInt8]) -> Bool {
        name.starts(with: "user.".utf8) || AccessControlList.isNamed(name)
    }

    /// Those of an open file, sorted by name; none where the file system has none.
    package static func read(_ file: Int32) -> [Inode.Attribute] {
        guard let calls = Calls.linked else { return [] }
        let size = calls.list(file, nil, 0)
        guard size > 0 else { return [] }
        var list = [UInt8](repeating: 0, count: size)
        let count = list.withUnsafeMutableBytes { calls.list(file, $0.baseAddress, size) }
        guard count > 0 else { return [] }
        let names = list[..<count].split(separator: 0).map(Array.init).filter(isKept)
        return names.compactMap { name in
            value(of: name, file, calls).map { Inode.Attribute(name: name, value: $0) }
        }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private static func value(of name: [UInt8], _ file: Int32, _ calls: Calls) -> [UInt8]? {
        OpenDirectory.withName(name) { name in
            let size = calls.get(file, name, nil, 0)
            guard size >= 0 else { return nil }
            var value = [UInt8](repeating: 0, count: size)
            let count = value.withUnsafeMutableBytes { calls.get(file, name, $0.baseAddress, size) }
            return count < 0 ? nil : Array(value[..<count])
        }
    }

    /// Gives an open file these attributes and no others of their kind; whether it worked.
    package static func set(_ wanted: [Inode.Attribute], on file: Int32) -> Bool {
        let present = read(file)
        if present == wanted { return true }
        guard let calls = Calls.linked else { return false }
        for attribute in present where !wanted.contains(where: { $0.name == attribute.name }) {
            guard OpenDirectory.withName(attribute.name, { calls.remove(file, $0) }) == 0 else {
                return false
            }
        }
        for attribute in wanted where !present.contains(attribute) {
            let result = OpenDirectory.withName(attribute.name) { name in
                attribute.value.withUnsafeBytes {
                    calls.set(file, name, $0.baseAddress, $0.count, 0)
                }
            }
            guard result == 0 else { return false }
        }
        return true
    }

    /// The C library's functions, whose header Swift's module of it leaves out.
    private struct Calls: Sendable {
        typealias List = @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int
        typealias Get =
            @convention(c) (
                Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
            ) -> Int
        typealias Set =
            @convention(c) (
                Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
            ) -> Int32
        typealias Remove = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32

        let list: List
        let get: Get
        let set: Set
        let remove: Remove

        static let linked: Calls? = {
            func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
                dlsym(nil, name).map { unsafeBitCast($0, to: type) }
            }
            guard let list = find("flistxattr", List.self), let get = find("fgetxattr", Get.self),
                let set = find("fsetxattr", Set.self),
                let remove = find("fremovexattr", Remove.self)
            else { return nil }
            return Calls(list: list, get: get, set: set, remove: remove)
        }()
    }
}
