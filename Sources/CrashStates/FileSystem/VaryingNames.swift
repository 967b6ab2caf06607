/// Which names that a recording makes differ from run to run.
///
/// That is found out, never guessed: the same steps are carried out once more on the same container, and
/// what they call otherwise then differs (see ``compare(_:)``). A name that comes again does not, whatever
/// it looks like, nor does one in whose place nothing else has come: the steps may only have had less to
/// do.
public struct VaryingNames: Sendable {
    /// What the recording has made and the container did not have.
    private let made: Set<Name>
    /// Those of them that the container does not have at the end either.
    let passing: Set<Name>
    private let known: Set<Name>
    /// The processes and threads of the recording.
    private let processes: Set<[UInt8]>
    private var forms: [Name: Form] = [:]
    private var families: [[[UInt8]]: [NameFamily]] = [:]

    /// No name differs.
    public init() {
        made = []
        passing = []
        known = []
        processes = []
    }

    /// The names of a recording, of which nothing is found out yet.
    ///
    /// - Parameters:
    ///   - base: The container before the recording.
    ///   - end: The container after it.
    ///   - calls: What was recorded.
    public init(base: DirectoryTree, end: DirectoryTree, calls: [RecordedCall]) {
        let names = Self.names(madeIn: calls)
        known = names.isEmpty ? [] : base.names
        made = names.subtracting(known)
        passing = made.isEmpty ? [] : made.subtracting(end.names)
        processes = Self.processes(of: calls)
    }

    /// Whether there are names that only a death can leave.
    public var hasPassing: Bool { !passing.isEmpty }

    /// Whether two states could be the same but for names, if these differed from run to run.
    public var mayBeAlike: Bool {
        passing.count > 1
            && Dictionary(grouping: passing) { SplitName($0, processes).shape }.values
                .contains { $0.count > 1 }
    }

    /// Whether a name came again that may tell the second in which it was made: the steps have to be
    /// carried out again in another one.
    public var mayTellSeconds: Bool {
        passing.contains { name in
            forms[name] == nil
                && name.bytes.split(whereSeparator: { !$0.isDigit }).contains {
                    $0.count == 10 && $0.first != UInt8(ascii: "0")
                }
        }
    }

    /// Takes in the calls of the same steps, carried out once more on the same container.
    public mutating func compare(_ again: [RecordedCall]) {
        let second = Self.names(madeIn: again)
        let ones = made.subtracting(second)
        let numbers = Self.processes(of: again)
        let others = Dictionary(
            grouping: second.subtracting(made).subtracting(known).map { SplitName($0, numbers) },
            by: \.shape)
        let mine = Dictionary(grouping: ones.map { SplitName($0, processes) }, by: \.shape)
        for (shape, ones) in mine {
            guard let others = others[shape] else { continue }
            for family in NameFamily.families(of: ones, others) {
                families[shape, default: []].append(family)
                for name in family.members { forms[name.name] = family.form(of: name) }
            }
        }
    }

    /// Whether a name differs from run to run: it was found to differ, or the recording did not make it
    /// and it belongs to the family of such a name.
    public func differs(_ name: [UInt8]) -> Bool {
        let name = Name(name)
        if made.contains(name) || known.contains(name) { return forms[name] != nil }
        let split = SplitName(name, processes)
        return families[split.shape, default: []].contains { $0.hasMember(like: split) }
    }

    /// What differs in a name; nil where nothing is known to.
    func form(of name: Name) -> Form? { forms[name] }

    private static func names(madeIn calls: [RecordedCall]) -> Set<Name> {
        Set(calls.lazy.flatMap(\.operations).compactMap(\.entryMade).map { Name($0.name) })
    }

    private static func processes(of calls: [RecordedCall]) -> Set<[UInt8]> {
        var numbers: Set<Int32> = []
        for call in calls {
            numbers.insert(call.process)
            numbers.insert(call.thread)
        }
        return Set(numbers.map { Array("\($0)".utf8) })
    }

    /// A name, taken apart into what stays the same and what differs.
    struct Form: Sendable {
        var name: Name
        /// One more than there are parts: they stand around them.
        var literals: [[UInt8]]
        var parts: [[UInt8]]

        /// For people: such as `tmp_obj_XXXXXX`.
        var pattern: String {
            var bytes = literals[0]
            for (part, literal) in zip(parts, literals.dropFirst()) {
                bytes += Array(repeating: UInt8(ascii: "X"), count: min(part.count, 12)) + literal
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// A name as words and what stands between them.
struct SplitName {
    let name: Name
    /// Letters, digits and underscores, and all bytes beyond ASCII. The number of a process of the run is
    /// a word of its own.
    private(set) var words: [[UInt8]] = []
    /// What stands before the first word, between two and after the last.
    private(set) var shape: [[UInt8]] = [[]]
    /// Which of the words are numbers of processes.
    private(set) var processes: Set<Int> = []

    /// - Parameter processes: The numbers of the run's processes, as text.
    init(_ name: Name, _ processes: Set<[UInt8]>) {
        self.name = name
        var rest = name.bytes[...]
        while let first = rest.first {
            let digits = Array(rest.prefix { $0.isDigit })
            if processes.contains(digits) {
                self.processes.insert(words.count)
                words.append(digits)
                shape.append([])
            } else if !first.isOfWord {
                shape[shape.count - 1].append(first)
            } else if let last = words.last, shape.last == [], !self.isProcess(words.count - 1) {
                words[words.count - 1] = last + (digits.isEmpty ? [first] : digits)
            } else {
                words.append(digits.isEmpty ? [first] : digits)
                shape.append([])
            }
            rest = rest.dropFirst(max(digits.count, 1))
        }
    }

    func isProcess(_ word: Int) -> Bool { processes.contains(word) }
}

extension UInt8 {
    var isDigit: Bool { (48...57).contains(self) }

    fileprivate var isOfWord: Bool {
        isDigit || (65...90).contains(self) || (97...122).contains(self) || self == 95
            || self >= 128
    }
}

extension Operation {
    /// The name that it gives to a file.
    var entryMade: Entry? {
        switch self {
        case .create(_, _, let entry, _), .link(_, let entry), .rename(_, _, let entry, _): entry
        default: nil
        }
    }
}

extension DirectoryTree {
    var names: Set<Name> {
        var names: Set<Name> = []
        forEachFile { _, inode in inode.entries.forEach { name, _ in names.insert(name) } }
        return names
    }
}
