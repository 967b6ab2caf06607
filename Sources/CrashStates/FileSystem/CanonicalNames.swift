#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Names that differ from run to run, in a form that does not, for telling whether two states are
/// the same. Nothing else uses it: on disk every name is as it was recorded.
///
/// A name has such a form where all of this holds, so that states which differ are never taken for one:
///
/// * it has been found to differ from run to run (see ``VaryingNames``), whatever it looks like;
/// * it is a passing one: the container had it neither before the recording nor has it at the end;
/// * nothing that was written names what varies in it, so that nothing can point to it.
///
/// What varies is then replaced by its rank among all that varies in the names that exist together. So
/// two states are one only where the names of the one can be exchanged for those of the other, with
/// their order kept, and with what belongs together by its name.
public struct CanonicalNames: Sendable {
    private var forms: [Name: VaryingNames.Form] = [:]
    /// Where such names stand.
    private var places: [FileID: Set<Name>] = [:]

    /// No name is changed.
    public init() {}

    /// Gives a form to the names that may have one.
    ///
    /// - Parameters:
    ///   - varying: What is known of the names of a recording.
    ///   - calls: The calls of that recording.
    public init(_ varying: VaryingNames, calls: [RecordedCall]) {
        let alike = Dictionary(grouping: varying.passing.compactMap { varying.form(of: $0) }) {
            $0.literals
        }
        for form in alike.values.lazy.filter({ $0.count > 1 }).joined() { forms[form.name] = form }
        let mentioned = Self.mentioned(Set(forms.values.flatMap(\.parts)), in: calls)
        forms = forms.filter { mentioned.isDisjoint(with: $0.value.parts) }
        for entry in calls.lazy.flatMap(\.operations).compactMap(\.entryMade) {
            let name = Name(entry.name)
            if forms[name] != nil { places[entry.directory, default: []].insert(name) }
        }
    }

    /// Whether every name is left as it is.
    public var isEmpty: Bool { forms.isEmpty }

    /// The digest of a tree whose names are canonical.
    ///
    /// Only directories that hold such a name, and those above them, are looked at.
    public func digest(of tree: DirectoryTree) -> Digest {
        let present = present(in: tree)
        if present.isEmpty { return tree.digest }
        var affected = present
        for directory in present.keys {
            var next = tree[directory]?.links.first
            while let entry = next {
                let isNew = affected[entry.directory, default: []].insert(Name(entry.name)).inserted
                next = isNew ? tree[entry.directory]?.links.first : nil
            }
        }
        let ranks = PartRanks(present.values.joined().compactMap { forms[$0] })
        func nameDigest(_ name: Name) -> Digest {
            forms[name].map(ranks.digest) ?? Digesting.digest(of: name)
        }
        func digest(of file: FileID) -> Digest {
            guard let inode = tree[file] else { return .zero }
            guard let names = affected[file] else { return inode.digest }
            var sum = inode.entrySum
            for name in names {
                guard let child = inode.entries[name], let old = tree[child]?.digest else {
                    continue
                }
                sum -= Digesting.entry(Digesting.digest(of: name), old)
                sum += Digesting.entry(nameDigest(name), digest(of: child))
            }
            return inode.computedDigest(entrySum: sum)
        }
        return tree.digest(root: digest(of: tree.root), name: nameDigest)
    }

    /// What the names look like that a tree has and that are changed: such as `tmp_obj_XXXXXX`.
    public func patterns(in tree: DirectoryTree) -> Set<String> {
        Set(present(in: tree).values.joined().compactMap { forms[$0]?.pattern })
    }

    /// The names that are changed, by the directories of a tree that have them.
    private func present(in tree: DirectoryTree) -> [FileID: Set<Name>] {
        var present: [FileID: Set<Name>] = [:]
        for (directory, names) in places {
            guard let there = tree[directory]?.present(of: names), !there.isEmpty else { continue }
            present[directory] = Set(there)
        }
        return present
    }

    /// So many bytes are compared at most in search of what names a name.
    private static let searchLimit = 1 << 30

    /// Those of some parts of names that stand in what was written, or that a link leads to. Where there
    /// is too much to search, all of them.
    private static func mentioned(_ parts: Set<[UInt8]>, in calls: [RecordedCall]) -> Set<[UInt8]> {
        if parts.isEmpty { return [] }
        let texts = calls.lazy.flatMap(\.operations).compactMap(\.bytesKept)
        let size = texts.reduce(0) { $0 + $1.count }
        guard size <= searchLimit / parts.count else { return parts }
        return texts.reduce(into: []) { mentioned, text in
            for part in parts where !mentioned.contains(part) && text.contains(part) {
                mentioned.insert(part)
            }
        }
    }
}

/// What varies in the names that exist together, in order: as bytes are compared, and as numbers are.
private struct PartRanks {
    private var ranks: [[UInt8]: (bytes: Int, number: Int)] = [:]

    init(_ forms: [VaryingNames.Form]) {
        let parts = Set(forms.flatMap(\.parts))
        let byBytes = parts.sorted { $0.lexicographicallyPrecedes($1) }
        for (rank, part) in byBytes.enumerated() { ranks[part] = (rank, 0) }
        let byNumber = parts.sorted {
            $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count
        }
        for (rank, part) in byNumber.enumerated() { ranks[part]?.number = rank }
    }

    func digest(of form: VaryingNames.Form) -> Digest {
        var digesting = Digesting(12)
        for literal in form.literals { digesting.add(literal) }
        for part in form.parts {
            digesting.add(UInt64(ranks[part]?.bytes ?? 0))
            digesting.add(UInt64(ranks[part]?.number ?? 0))
        }
        return digesting.digest
    }
}

extension Operation {
    /// What the container keeps of it besides names.
    fileprivate var bytesKept: [UInt8]? {
        switch self {
        case .write(_, _, let bytes), .stored(_, _, let bytes): bytes
        case .setAttribute(_, _, let value): value
        case .create(_, .symbolicLink(let target), _, _): target
        default: nil
        }
    }
}

extension [UInt8] {
    /// Whether other bytes stand somewhere in these.
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { text in
            other.withUnsafeBytes { other in
                guard let first = other.first, let wanted = other.baseAddress else { return true }
                guard var place = text.baseAddress else { return false }
                let end = place + text.count
                while end - place >= other.count,
                    let found = memchr(place, Int32(first), end - place - other.count + 1)
                {
                    if memcmp(found, wanted, other.count) == 0 { return true }
                    place = UnsafeRawPointer(found) + 1
                }
                return false
            }
        }
    }
}

extension Inode {
    /// Those of some names that a directory has. A recording may have made thousands, of which few are
    /// there at a time.
    fileprivate func present(of names: Set<Name>) -> [Name] {
        guard entries.count < names.count else { return names.filter { entries[$0] != nil } }
        var present: [Name] = []
        entries.forEach { name, _ in if names.contains(name) { present.append(name) } }
        return present
    }
}
