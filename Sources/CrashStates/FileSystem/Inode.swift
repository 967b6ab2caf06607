/// What a model knows about one file, directory or link, whatever its names are.
public struct Inode: Sendable {
    /// What it is.
    public var kind: FileKind
    /// The permission bits: 0o7777.
    public var mode: UInt32
    /// The number of its owner.
    public var user: UInt32
    /// The number of its group.
    public var group: UInt32
    /// Extended attributes, by name.
    package internal(set) var attributes: [Attribute] = []
    /// The names that it has; none once it is unlinked, or cut off from the tree.
    public internal(set) var links: [Entry] = []
    /// Of a file.
    var content = FileContent()
    /// Of a directory.
    var entries = PersistentMap<Name, FileID>()
    /// Of a directory: the sum of the digests of its entries.
    var entrySum = Digest.zero
    /// When it was last written.
    var modified = Modification.call(0)
    /// The digest of everything above but names, and a time that nobody has set.
    var digest = Digest.zero

    init(kind: FileKind, mode: UInt32, user: UInt32, group: UInt32) {
        self.kind = kind
        self.mode = mode & 0o7777
        self.user = user
        self.group = group
    }

    /// A new one, which belongs to whoever owns its directory.
    init(kind: FileKind, mode: UInt32, in directory: Inode) {
        self.init(kind: kind, mode: mode, user: directory.user, group: directory.group)
        directory.bequeath(to: &self)
    }

    /// The same under other names.
    func named(_ links: [Entry]) -> Inode {
        var inode = self
        inode.links = links
        return inode
    }

    /// The same without names of its own, and, for a directory, without names in it.
    var withoutNames: Inode {
        var inode = named([])
        inode.entries = PersistentMap()
        inode.entrySum = .zero
        return inode
    }

    package struct Attribute: Sendable, Hashable {
        package var name: [UInt8]
        package var value: [UInt8]

        package init(name: [UInt8], value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// When a file was last written. A program may decide by which of two files is the newer one.
    enum Modification: Sendable, Hashable {
        /// Before the recording.
        case before(FileTime)
        /// By the call of that number.
        case call(Int)
        /// It was not: a call of that number has set its time, to its own where none is given. Only
        /// such a time tells two states apart: what is written does so by itself.
        case set(FileTime?, byCall: Int)
    }

    /// Computes the digest anew, from its parts.
    func computedDigest(entrySum: Digest) -> Digest {
        var digesting = Digesting(3)
        digesting.add(UInt64(mode) << 8 | UInt64(kind.tag))
        digesting.add(UInt64(user) << 32 | UInt64(group))
        for attribute in attributes {
            digesting.add(attribute.name)
            digesting.add(attribute.value)
        }
        if case .set(let time, let call) = modified {
            digesting.add(UInt64(bitPattern: Int64(time?.seconds ?? call)))
            digesting.add(time.map { UInt64($0.nanoseconds) } ?? .max)
        }
        switch kind {
        case .file: digesting.add(content.digest)
        case .directory: digesting.add(entrySum)
        case .symbolicLink(let target): digesting.add(target)
        case .fifo, .socket: break
        }
        return digesting.digest
    }

    /// Sets an attribute. One that says who may do what changes the permissions, too, and is stored
    /// only where it says more than they do.
    mutating func setAttribute(_ name: [UInt8], _ value: [UInt8]) {
        removeAttribute(name)
        var value = value
        if AccessControlList.isNamed(name) {
            guard let list = AccessControlList(value) else { return }
            if name == AccessControlList.accessName {
                mode = mode & 0o7000 | list.permissions
                if list.isMinimal { return }
            }
            value = list.value
        }
        let position = attributes.firstIndex { name.lexicographicallyPrecedes($0.name) }
        attributes.insert(Attribute(name: name, value: value), at: position ?? attributes.endIndex)
    }

    /// Sets the permissions, and with them what an access control list says of them.
    mutating func setMode(_ mode: UInt32) {
        self.mode = mode & 0o7777
        let name = AccessControlList.accessName
        guard let index = attributes.firstIndex(where: { $0.name == name }),
            var list = AccessControlList(attributes[index].value)
        else { return }
        list.permissions = mode & 0o777
        attributes[index].value = list.value
    }

    /// What a new file in this directory gets of it, whose mode is as the system has made it.
    func bequeath(to child: inout Inode) {
        guard let inherited = attributes.first(where: { $0.name == AccessControlList.defaultName }),
            var list = AccessControlList(inherited.value)
        else { return }
        if case .symbolicLink = child.kind { return }
        list.permissions = child.mode & 0o777
        child.setAttribute(AccessControlList.accessName, list.value)
        if child.kind == .directory { child.setAttribute(inherited.name, inherited.value) }
    }

    mutating func removeAttribute(_ name: [UInt8]) { attributes.removeAll { $0.name == name } }
}

extension FileKind {
    var tag: UInt8 {
        switch self {
        case .file: 1
        case .directory: 2
        case .symbolicLink: 3
        case .fifo: 4
        case .socket: 5
        }
    }
}

/// The name of an entry, as the key of a directory.
struct Name: StableKey, Hashable, CustomStringConvertible {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var stableHash: UInt64 {
        var digesting = Digesting(4)
        digesting.add(bytes)
        return digesting.digest.low
    }

    var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// Holds a value outside the nodes of a map, so that copying a node is cheap.
final class Shared<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
