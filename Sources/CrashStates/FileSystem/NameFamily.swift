/// Names of two runs that are made in the same way: what stands in both runs stays, the rest varies.
///
/// What stays is kept as long as possible, so that `page1-4242` and `page2-4242` are of two families.
struct NameFamily: Sendable {
    /// How a word of the names is made.
    enum Word: Sendable {
        case same([UInt8])
        case varying(Varying)
    }

    struct Varying: Sendable {
        var prefix: [UInt8]
        var suffix: [UInt8]
        var looks: Looks
    }

    /// What the varying parts were like in both runs. It is asked of a name of a third run alone.
    struct Looks: Sendable {
        enum Alphabet: Sendable { case digits, hexadecimal, any }
        var alphabet: Alphabet
        /// How much of prefix and suffix is the same in each run, and not by chance.
        var prefix: Int
        var suffix: Int
        /// How many bytes are between them.
        var lengths: Set<Int>
    }

    let shape: [[UInt8]]
    let words: [Word]
    /// Those of the first run.
    let members: [SplitName]

    /// The families of names of one shape that only one of two runs has made. A name of the first run for
    /// which none of the second stands in its place is of none.
    static func families(of ones: [SplitName], _ others: [SplitName]) -> [NameFamily] {
        guard let shape = ones.first?.shape else { return [] }
        var families: [NameFamily] = []
        func settle(_ ones: [SplitName], _ others: [SplitName], _ words: [Word]) {
            guard !ones.isEmpty, !others.isEmpty else { return }
            let index = words.count
            guard index < shape.count - 1 else {
                families.append(NameFamily(shape: shape, words: words, members: ones))
                return
            }
            let processes = WordGroups.Group(
                ones: ones.filter { $0.isProcess(index) },
                others: others.filter { $0.isProcess(index) })
            var (ones, others) = (ones, others)
            if !processes.ones.isEmpty, !processes.others.isEmpty {
                let varying = processes.varying(at: index)
                settle(processes.ones, processes.others, words + [.varying(varying)])
                ones.removeAll { $0.isProcess(index) }
                others.removeAll { $0.isProcess(index) }
            }
            let mine = Dictionary(grouping: ones) { $0.words[index] }
            let theirs = Dictionary(grouping: others) { $0.words[index] }
            for (word, ones) in mine {
                settle(ones, theirs[word] ?? [], words + [.same(word)])
            }
            var groups = WordGroups(index)
            groups.divide(
                ones.filter { theirs[$0.words[index]] == nil },
                others.filter { mine[$0.words[index]] == nil })
            for group in groups.all {
                settle(group.ones, group.others, words + [.varying(group.varying(at: index))])
            }
        }
        settle(ones, others, [])
        return families
    }

    /// What varies in a member.
    func form(of name: SplitName) -> VaryingNames.Form {
        var literals = [shape[0]]
        var parts: [[UInt8]] = []
        for (index, word) in words.enumerated() {
            switch word {
            case .same(let bytes): literals[literals.count - 1] += bytes + shape[index + 1]
            case .varying(let varying):
                let bytes = name.words[index].dropFirst(varying.prefix.count)
                literals[literals.count - 1] += varying.prefix
                parts.append(Array(bytes.dropLast(varying.suffix.count)))
                literals.append(varying.suffix + shape[index + 1])
            }
        }
        return VaryingNames.Form(name: name.name, literals: literals, parts: parts)
    }

    /// Whether a name that neither run has made is as a third run would make it. Where so little stays
    /// the same that other names may be like it, it is said of none.
    func hasMember(like name: SplitName) -> Bool {
        var weight = 0
        for (word, bytes) in zip(words, name.words) {
            switch word {
            case .same(let same):
                if bytes != same { return false }
                weight += 8
            case .varying(let varying):
                guard let count = varying.match(bytes) else { return false }
                weight += count
            }
        }
        return weight >= 8
    }
}

extension NameFamily.Varying {
    /// How much a word tells that a third run has made; nil where it is none of the kind.
    fileprivate func match(_ word: [UInt8]) -> Int? {
        let prefix = prefix.prefix(looks.prefix)
        let suffix = suffix.suffix(looks.suffix)
        let count = word.count - prefix.count - suffix.count
        guard count > 0, word.starts(with: prefix), word.suffix(suffix.count) == suffix else {
            return nil
        }
        let middle = word.dropFirst(prefix.count).dropLast(suffix.count)
        let isAlike = looks.alphabet == .digits || looks.lengths.contains(count)
        guard isAlike, middle.allSatisfy(looks.alphabet.contains) else { return nil }
        let told = prefix.count + suffix.count > 0 ? 8 : 0
        return looks.alphabet == .any ? told : told + count
    }
}

extension NameFamily.Looks.Alphabet {
    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .digits: byte.isDigit
        case .hexadecimal: byte.isDigit || (65...70).contains(byte) || (97...102).contains(byte)
        case .any: true
        }
    }

    init(of words: some Sequence<ArraySlice<UInt8>>) {
        var alphabet = Self.digits
        for byte in words.joined() where !alphabet.contains(byte) {
            alphabet = Self.hexadecimal.contains(byte) ? .hexadecimal : .any
        }
        self = alphabet
    }
}

/// Names of two runs by one of their words, which is another in each: first by how it begins, then by how
/// it ends.
private struct WordGroups {
    struct Group {
        var ones: [SplitName]
        var others: [SplitName]
        var prefix = 0
        var suffix = 0
    }

    let index: Int
    private(set) var all: [Group] = []

    init(_ index: Int) { self.index = index }

    mutating func divide(_ ones: [SplitName], _ others: [SplitName]) {
        let begun = split(Group(ones: ones, others: others)) { word, group in
            group.prefix < word.count ? word[group.prefix] : nil
        } deepen: {
            $0.prefix += 1
        }
        for group in begun {
            all += split(group) { word, group in
                group.prefix + group.suffix < word.count
                    ? word[word.count - 1 - group.suffix] : nil
            } deepen: {
                $0.suffix += 1
            }
        }
    }

    /// Divides a group by a byte of the word for as long as both runs have as many names with each:
    /// then it is how the names are made, and not chance. Where the runs have not made as many names,
    /// a byte is taken to stay that both have.
    private func split(
        _ group: Group, by byte: ([UInt8], Group) -> UInt8?, deepen: (inout Group) -> Void
    ) -> [Group] {
        guard !group.ones.isEmpty, !group.others.isEmpty else { return [] }
        let ones = Dictionary(grouping: group.ones) { byte($0.words[index], group) }
        let others = Dictionary(grouping: group.others) { byte($0.words[index], group) }
        var shared = ones.keys.filter { $0 != nil && others[$0] != nil }
        if group.ones.count == group.others.count {
            let isEven =
                shared.count == ones.count && shared.count == others.count
                && shared.allSatisfy { ones[$0]?.count == others[$0]?.count }
            if !isEven { shared = [] }
        }
        guard !shared.isEmpty else { return [group] }
        var groups: [Group] = []
        for key in shared {
            var next = group
            next.ones = ones[key] ?? []
            next.others = others[key] ?? []
            deepen(&next)
            groups += split(next, by: byte, deepen: deepen)
        }
        var rest = group
        rest.ones = ones.filter { !shared.contains($0.key) }.flatMap(\.value)
        rest.others = others.filter { !shared.contains($0.key) }.flatMap(\.value)
        return rest.ones.isEmpty || rest.others.isEmpty ? groups : groups + [rest]
    }
}

extension WordGroups.Group {
    func varying(at index: Int) -> NameFamily.Varying {
        let words = (ones + others).map { $0.words[index] }
        let first = words.first ?? []
        var prefix = first.prefix(self.prefix)
        var suffix = first.suffix(self.suffix)
        let alphabet = NameFamily.Looks.Alphabet(
            of: words.lazy.map { $0.dropFirst(self.prefix).dropLast(self.suffix) })
        // A number whose first digits were the same both times.
        if alphabet != .any {
            while let last = prefix.last, alphabet.contains(last) { prefix.removeLast() }
            while let first = suffix.first, alphabet.contains(first) { suffix.removeFirst() }
        }
        let lengths = Set(words.map { $0.count - prefix.count - suffix.count })
        return NameFamily.Varying(
            prefix: Array(first.prefix(self.prefix)), suffix: Array(first.suffix(self.suffix)),
            looks: NameFamily.Looks(
                alphabet: alphabet, prefix: prefix.count, suffix: suffix.count, lengths: lengths))
    }
}
