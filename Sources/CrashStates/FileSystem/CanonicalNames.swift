/// Names that differ from run to run, in a form that does not, for telling whether two states are
/// the same. Nothing else uses it: on disk every name is as it was recorded.
///
/// Only names that the recording *makes* are considered, never one that the container held before.
/// In such a name these parts are replaced:
///
/// * a run of digits that is the number of a process or thread of the recording, by its rank among
///   them;
/// * a run of digits that is a time within a day of the recording, in seconds, milli-, micro- or
///   nanoseconds;
/// * a run of letters and digits that looks drawn at random: a UUID, or six characters or more that
///   change between small letters, capitals and digits at least three times.
///
/// For the question whether a name differs from run to run, it is not only looked at: where the steps
/// have been carried out once more, what they have then called otherwise does (see ``compare(_:)``).
///
/// Names that are alike after that are then numbered, so that no two that exist together become
/// one: the first gets the lowest number that no living name of the same form has. Ordinary digits
/// stay: `log.1` and `log.2` are two names.
public struct CanonicalNames: Sendable {
    private var forms: [Name: [UInt8]] = [:]
    /// Where such names stand.
    private var places: [FileID: Set<Name>] = [:]
    private var pattern = NamePattern(ranks: [:], seconds: 0)
    /// What the recording has made.
    private var namesMade: Set<Name> = []
    /// What of that was called otherwise when the steps were carried out once more.
    private var drawn: Set<Name> = []

    /// No name is changed.
    public init() {}

    /// - Parameter seconds: When the recording was made, in seconds since 1970.
    public init(base: DirectoryTree, calls: [RecordedCall], seconds: Int) {
        let known = base.names
        namesMade = Self.names(madeIn: calls)
        var ranks: [Int: Int] = [:]
        for call in calls {
            for number in [Int(call.process), Int(call.thread)] where ranks[number] == nil {
                ranks[number] = ranks.count + 1
            }
        }
        pattern = NamePattern(ranks: ranks, seconds: seconds)
        let pattern = pattern
        var living: [[UInt8]: LivingNames] = [:]
        func made(_ entry: Entry) {
            let name = Name(entry.name)
            guard !known.contains(name), let form = pattern.form(of: entry.name) else { return }
            places[entry.directory, default: []].insert(name)
            guard let number = living[form, default: LivingNames()].add(name) else { return }
            if forms[name] == nil { forms[name] = form + Array("#\(number)".utf8) }
        }
        func gone(_ entry: Entry) {
            guard let form = pattern.form(of: entry.name) else { return }
            living[form]?.remove(Name(entry.name))
        }
        for operation in calls.lazy.flatMap(\.operations) {
            switch operation {
            case .create(_, _, let entry, _), .link(_, let entry): made(entry)
            case .unlink(_, let entry): gone(entry)
            case .rename(_, let source, let target, _):
                gone(source)
                made(target)
            default: break
            }
        }
    }

    /// The canonical form of a name; itself where it has no other.
    public func form(of name: [UInt8]) -> [UInt8] { forms[Name(name)] ?? name }

    /// Whether a name has a part that differs from run to run, also one that the recording did not make.
    ///
    /// - Parameter process: One more process whose number may be in it.
    public func differs(_ name: [UInt8], process: Int32?) -> Bool {
        if drawn.contains(Name(name)) { return true }
        var pattern = pattern
        if let process { pattern.ranks[Int(process)] = pattern.ranks.count + 1 }
        return pattern.form(of: name) != nil
    }

    /// Whether the recording has made a name that the container did not keep: only such a one can be
    /// left by a death and pile up.
    package func hasMade(apartFrom trees: DirectoryTree...) -> Bool {
        !trees.reduce(namesMade) { $0.subtracting($1.names) }.isEmpty
    }

    /// Takes in the calls of the same steps, carried out once more on the same container. A name that
    /// did not come again differs from run to run where another one of its length has come in its place;
    /// otherwise the steps may only have had less to do.
    package mutating func compare(_ again: [RecordedCall]) {
        let second = Self.names(madeIn: again)
        let others = Set(second.subtracting(namesMade).map(\.bytes.count))
        drawn = namesMade.subtracting(second).filter { others.contains($0.bytes.count) }
    }

    private static func names(madeIn calls: [RecordedCall]) -> Set<Name> {
        var names: Set<Name> = []
        for operation in calls.lazy.flatMap(\.operations) {
            switch operation {
            case .create(_, _, let entry, _), .link(_, let entry), .rename(_, _, let entry, _):
                names.insert(Name(entry.name))
            default: break
            }
        }
        return names
    }

    /// The digest of a tree whose names are canonical.
    ///
    /// Only directories that hold such a name, and those above them, are looked at.
    public func digest(of tree: DirectoryTree) -> Digest {
        if forms.isEmpty { return tree.digest }
        var affected: [FileID: Set<Name>] = [:]
        for (directory, names) in places {
            guard let present = tree[directory]?.present(of: names), !present.isEmpty else {
                continue
            }
            affected[directory, default: []].formUnion(present)
            var next = tree[directory]?.links.first
            while let entry = next {
                let isNew = affected[entry.directory, default: []].insert(Name(entry.name)).inserted
                next = isNew ? tree[entry.directory]?.links.first : nil
            }
        }
        func nameDigest(_ name: Name) -> Digest { Digesting.digest(of: Name(form(of: name.bytes))) }
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
}

extension DirectoryTree {
    fileprivate var names: Set<Name> {
        var names: Set<Name> = []
        forEachFile { _, inode in inode.entries.forEach { name, _ in names.insert(name) } }
        return names
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

/// The names of one form that exist at a time, each with the lowest number that was free.
private struct LivingNames {
    private var numbers: [Name: Int] = [:]
    /// Free numbers below the next one, the lowest last.
    private var free: [Int] = []
    private var next = 1

    /// Gives a name its number; nil where it has one.
    mutating func add(_ name: Name) -> Int? {
        guard numbers[name] == nil else { return nil }
        let number = free.popLast() ?? next
        if number == next { next += 1 }
        numbers[name] = number
        return number
    }

    mutating func remove(_ name: Name) {
        guard let number = numbers.removeValue(forKey: name) else { return }
        let index = free.firstIndex { $0 < number } ?? free.endIndex
        free.insert(number, at: index)
    }
}

/// Finds the parts of a name that differ from run to run.
struct NamePattern {
    var ranks: [Int: Int]
    var seconds: Int

    /// The name with those parts replaced; nil where it has none.
    func form(of name: [UInt8]) -> [UInt8]? {
        var form: [UInt8] = []
        var isChanged = false
        var rest = name[...]
        while let first = rest.first {
            let run = rest.prefix { Self.isAlphanumeric($0) }
            if run.isEmpty {
                form.append(first)
                rest = rest.dropFirst()
            } else if let uuid = Self.uuid(rest) {
                form += "<uuid>".utf8
                isChanged = true
                rest = rest.dropFirst(uuid)
            } else {
                if let replaced = replacement(of: run) {
                    form += replaced
                    isChanged = true
                } else {
                    form += run
                }
                rest = rest.dropFirst(run.count)
            }
        }
        return isChanged ? form : nil
    }

    private func replacement(of run: ArraySlice<UInt8>) -> [UInt8]? {
        if Self.looksRandom(run) { return Array("<random>".utf8) }
        var form: [UInt8] = []
        var isChanged = false
        var rest = run
        while let first = rest.first {
            let digits = rest.prefix { Self.isDigit($0) }
            if digits.isEmpty {
                form.append(first)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(digits.count)
            if let number = Int(String(decoding: digits, as: UTF8.self)), digits.first != 48 {
                if let rank = ranks[number] {
                    form += "<process \(rank)>".utf8
                    isChanged = true
                    continue
                }
                if isTime(number) {
                    form += "<time>".utf8
                    isChanged = true
                    continue
                }
            }
            form += digits
        }
        return isChanged ? form : nil
    }

    private func isTime(_ number: Int) -> Bool {
        for unit in [1, 1_000, 1_000_000, 1_000_000_000] where number / unit > 1_000_000_000 {
            if abs(number / unit - seconds) <= 86_400 { return true }
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || isCapital(byte) || isSmall(byte)
    }

    private static func looksRandom(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= 6 else { return false }
        func kind(_ byte: UInt8) -> Int { isDigit(byte) ? 0 : isCapital(byte) ? 1 : 2 }
        return zip(run, run.dropFirst()).count { kind($0) != kind($1) } >= 3
    }

    /// The length of a UUID that the bytes begin with.
    private static func uuid(_ bytes: ArraySlice<UInt8>) -> Int? {
        var position = bytes.startIndex
        for (index, length) in [8, 4, 4, 4, 12].enumerated() {
            if index > 0 {
                guard position < bytes.endIndex, bytes[position] == 45 else { return nil }
                position += 1
            }
            guard position + length <= bytes.endIndex else { return nil }
            let isHexadecimal = bytes[position..<position + length].allSatisfy {
                isDigit($0) || (65...70).contains($0) || (97...102).contains($0)
            }
            guard isHexadecimal else { return nil }
            position += length
        }
        return position - bytes.startIndex
    }
}
