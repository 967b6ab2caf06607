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
    /// Which file each name is of: names of one file have the same number.
    private var files = ["f": 0, "g": 1, "d/a": 2]
    /// The size of each file, by its number.
    private var sizes = [8192, 3000, 100]
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

    private mutating func file() -> String { pick(files.keys.sorted()) }

    private mutating func letter() -> String { letters.isEmpty ? "z" : letters.removeFirst() }

    private mutating func draw(_ kind: Kind) {
        switch kind {
        case .create: create()
        case .makeDirectory: makeDirectory()
        case .moveDirectory: moveDirectory()
        case .directorySync: result.append("fsyncdir \(pick(["."] + directories))")
        case _ where files.isEmpty: break
        case .move, .replace, .exchange, .link, .unlink: drawNames(kind)
        default: drawContents(kind, of: file())
        }
    }

    private mutating func drawContents(_ kind: Kind, of file: String) {
        guard let number = files[file] else { return }
        let size = sizes[number]
        switch kind {
        case .write:
            let offset = pick([0, 100, 4096, 5000])
            let count = pick([50, 1000, 4096, 5000])
            result.append("write \(file) \(offset) \(count) \(letter())")
            sizes[number] = max(size, offset + count)
        case .append:
            let count = pick([50, 1000, 6000])
            result.append("append \(file) \(count) \(letter())")
            sizes[number] = size + count
        case .truncate:
            let size = pick([0, 50, 4096, 6000, 16384, size])
            result.append("ftruncate \(file) \(size)")
            sizes[number] = size
        case .store where size > 200:
            let how = pick(["", " sync", " async"])
            result.append("mmap \(file) \(pick([0, 100])) 100 \(letter())\(how)")
        case .allocate where size < 32768:
            let keepsSize = pick([0, 1])
            let start = size / 4096 * 4096
            result.append("falloc \(file) \(keepsSize) \(start) 8192")
            if keepsSize == 0 { sizes[number] = start + 8192 }
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
        let others = files.keys.sorted().filter { files[$0] != files[file] }
        switch kind {
        case .move:
            guard let name = newName() else { return }
            result.append("rename \(file) \(name)")
            files[name] = files.removeValue(forKey: file)
            names.append(file)
        case .replace where !others.isEmpty:
            let other = pick(others)
            result.append("rename \(file) \(other)")
            files[other] = files.removeValue(forKey: file)
            names.append(file)
        case .exchange where !others.isEmpty:
            let other = pick(others)
            result.append("exchange \(file) \(other)")
            (files[file], files[other]) = (files[other], files[file])
        case .link:
            guard let name = newName() else { return }
            result.append("link \(file) \(name)")
            files[name] = files[file]
        case .unlink:
            result.append("unlink \(file)")
            files[file] = nil
            names.append(file)
        default: break
        }
    }

    /// A name that nothing has, in a directory that is there: often the one that was left last.
    private mutating func newName() -> String? {
        let free = names.indices.filter { index in
            !names[index].contains("/")
                || directories.contains { names[index].hasPrefix($0 + "/") }
        }
        guard let last = free.last else { return nil }
        return names.remove(at: pick([last, last, pick(free)]))
    }

    private mutating func create() {
        guard let name = newName() else { return }
        let size = pick([10, 5000])
        result += ["creat \(name)", "write \(name) 0 \(size) \(letter())"]
        files[name] = sizes.count
        sizes.append(size)
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
        files = Dictionary(uniqueKeysWithValues: files.map { (Self.moved($0), $1) })
        names = names.map(Self.moved)
    }

    private static func moved(_ path: String) -> String {
        path == "d" || path.hasPrefix("d/") ? "e" + path.dropFirst() : path
    }

    /// Whether a call has opened a file in `d` by its name, under which it would be looked for later.
    private func opens(_ call: String) -> Bool { call.contains(" d/") }
}
