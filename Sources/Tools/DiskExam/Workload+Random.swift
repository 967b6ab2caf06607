import CrashStates

extension Workload {
    /// The workload of a number: always the same one.
    static func random(_ number: UInt64) -> Workload {
        var grammar = Grammar(seed: number)
        return Workload(name: "random-\(number)", setup: Grammar.setup, calls: grammar.calls())
    }

    /// The number in a name such as `random-17`.
    static func randomNumber(in name: String) -> UInt64? {
        name.hasPrefix("random-") ? UInt64(name.dropFirst("random-".count)) : nil
    }
}

/// Draws calls, each of which succeeds after those before it.
private struct Grammar {
    static let setup = [
        "creat f", "write f 0 8192 o", "creat g", "write g 0 3000 p", "mkdir d", "creat d/a",
        "write d/a 0 100 q",
    ]

    private var generator: SeededGenerator
    private var sizes = ["f": 8192, "g": 3000, "d/a": 100]
    private var directories = ["d"]
    private var names = ["n1", "d/n2", "n3", "d/n4", "n5", "d/n6", "n7"]
    private var letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)
    private var result: [String] = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// What is drawn, and how often.
    private enum Kind: CaseIterable {
        case write, append, truncate, move, replace, exchange, link, unlink, create, makeDirectory
        case moveDirectory, sync, dataSync, directorySync, store, allocate, hole, zeroed
        case mode, attribute

        var weight: Int {
            switch self {
            case .write, .append, .replace: 3
            case .sync: 4
            case .truncate, .move, .create, .dataSync, .directorySync, .link, .unlink: 2
            default: 1
            }
        }
    }

    private static let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    mutating func calls() -> [String] {
        let count = Int.random(in: 3...6, using: &generator)
        while result.count < count { draw(pick(Self.kinds)) }
        return result
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private mutating func file() -> String { pick(sizes.keys.sorted()) }

    private mutating func letter() -> String { letters.isEmpty ? "z" : letters.removeFirst() }

    private mutating func draw(_ kind: Kind) {
        switch kind {
        case .create: create()
        case .makeDirectory: makeDirectory()
        case .moveDirectory: moveDirectory()
        case .directorySync: result.append("fsyncdir \(pick(["."] + directories))")
        case _ where sizes.isEmpty: break
        case .move, .replace, .exchange, .link, .unlink: drawNames(kind)
        default: drawContents(kind, of: file())
        }
    }

    private mutating func drawContents(_ kind: Kind, of file: String) {
        let size = sizes[file] ?? 0
        switch kind {
        case .write:
            let offset = pick([0, 100, 4096, 5000])
            let count = pick([50, 1000, 4096, 5000])
            result.append("write \(file) \(offset) \(count) \(letter())")
            sizes[file] = max(size, offset + count)
        case .append:
            let count = pick([50, 1000, 6000])
            result.append("append \(file) \(count) \(letter())")
            sizes[file] = size + count
        case .truncate:
            let size = pick([0, 50, 4096, 6000, 16384, size])
            result.append("ftruncate \(file) \(size)")
            sizes[file] = size
        case .store where size > 200:
            let how = pick(["", " sync", " async"])
            result.append("mmap \(file) \(pick([0, 100])) 100 \(letter())\(how)")
        case .allocate where size < 32768:
            let keepsSize = pick([0, 1])
            let start = size / 4096 * 4096
            result.append("falloc \(file) \(keepsSize) \(start) 8192")
            if keepsSize == 0 { sizes[file] = start + 8192 }
        case .hole: result.append("falloc \(file) 3 \(range())")
        case .zeroed where size > 0: result.append("falloc \(file) 17 \(range())")
        case .mode: result.append("chmod \(file) \(pick(["600", "640", "755"]))")
        case .attribute: result.append("setxattr \(file) user.\(pick(["a", "b"])) \(letter())")
        case .sync: result.append("fsync \(file)")
        case .dataSync: result.append("fdatasync \(file)")
        default: break
        }
    }

    /// Where a hole begins, and how long it is: of whole blocks or not.
    private mutating func range() -> String {
        "\(pick([0, 100, 4096, 5000])) \(pick([1000, 4096, 6000, 9000]))"
    }

    private mutating func drawNames(_ kind: Kind) {
        let file = file()
        let others = sizes.keys.sorted().filter { $0 != file }
        switch kind {
        case .move:
            guard let name = newName() else { return }
            result.append("rename \(file) \(name)")
            sizes[name] = sizes.removeValue(forKey: file)
        case .replace where !others.isEmpty:
            let other = pick(others)
            result.append("rename \(file) \(other)")
            sizes[other] = sizes.removeValue(forKey: file)
        case .exchange where !others.isEmpty:
            let other = pick(others)
            result.append("exchange \(file) \(other)")
            (sizes[file], sizes[other]) = (sizes[other], sizes[file])
        case .link:
            guard let name = newName() else { return }
            result.append("link \(file) \(name)")
            sizes[name] = sizes[file]
        case .unlink:
            result.append("unlink \(file)")
            sizes[file] = nil
        default: break
        }
    }

    /// A name that nothing has, in a directory that is there.
    private mutating func newName() -> String? {
        let index = names.firstIndex { name in
            !name.contains("/") || directories.contains { name.hasPrefix($0 + "/") }
        }
        return index.map { names.remove(at: $0) }
    }

    private mutating func create() {
        guard let name = newName() else { return }
        let size = pick([10, 5000])
        result += ["creat \(name)", "write \(name) 0 \(size) \(letter())"]
        sizes[name] = size
    }

    private mutating func makeDirectory() {
        guard let name = newName() else { return }
        result.append("mkdir \(name)")
        directories.append(name)
    }

    private mutating func moveDirectory() {
        guard directories.contains("d"), !result.contains(where: opens) else { return }
        result.append("rename d e")
        directories = directories.map(Self.moved)
        sizes = Dictionary(uniqueKeysWithValues: sizes.map { (Self.moved($0), $1) })
        names = names.map(Self.moved)
    }

    private static func moved(_ path: String) -> String {
        path == "d" || path.hasPrefix("d/") ? "e" + path.dropFirst() : path
    }

    /// Whether a call has opened a file in `d` by its name, under which it would be looked for later.
    private func opens(_ call: String) -> Bool { call.contains(" d/") }
}
