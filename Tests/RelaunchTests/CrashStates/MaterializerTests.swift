@testable import CrashStates
import Testing

@testable import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Rebuilding a crash state")
struct MaterializerTests {
    /// Trees of one recording, in an order drawn at random.
    private func trees(_ count: Int, seed: UInt64, _ directory: RealDirectory) throws
        -> [DirectoryTree]
    {
        let recording = try ScriptedRecording(directory) { root in
            String(repeating: "large ", count: 12_000).save(to: root + "/large")
        }
        var script = RandomScript(seed: seed)
        var tree = recording.base
        var trees = [tree]
        while trees.count < count {
            let done = recording.calls.count
            script.step(recording, tree)
            for call in recording.calls[done...] {
                for operation in call.operations { try tree.apply(operation) }
                trees.append(tree)
            }
        }
        var generator = SeededGenerator(seed: seed)
        return trees.shuffled(using: &generator)
    }

    private func difference(_ tree: DirectoryTree, _ path: String) throws
        -> [CrossCheck.Difference]
    {
        var check = CrossCheck(root: path) { _, _ in nil }
        return try check.differences(from: tree, isComplete: true)
    }

    @Test("gives what a fresh one gives, in whatever order states come", arguments: 1...2)
    func randomOrder(seed: UInt64) throws {
        let directory = RealDirectory()
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        for (number, tree) in try trees(800, seed: seed, directory).enumerated() {
            try materializer.materialize(tree)
            let found = try difference(tree, path)
            #expect(found == [], "seed \(seed), state \(number)")
            if !found.isEmpty { return }
            let image = try BaseImage.read(path, store: BaseStore(in: directory.path))
            #expect(image.digest == tree.digest, "seed \(seed), state \(number)")
        }
        #expect(access(path + ".staging", F_OK) != 0)
    }

    @Test("undoes whatever a target has done meanwhile", arguments: 3...4)
    func afterTargets(seed: UInt64) throws {
        let directory = RealDirectory()
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        var target = RealTarget(root: path, seed: seed)
        for (number, tree) in try trees(800, seed: seed, directory).enumerated() {
            try materializer.materialize(tree)
            let found = try difference(tree, path)
            #expect(found == [], "seed \(seed), state \(number)")
            if !found.isEmpty { return }
            for _ in 0..<5 { target.act() }
        }
    }

    @Test("notices a byte that is changed at once, without a change of size")
    func quickChange() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { root in
            String(repeating: "x", count: 200_000).save(to: root + "/large")
            "y".save(to: root + "/small")
        }
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        for number in 0..<200 {
            try materializer.materialize(recording.base)
            #expect(try difference(recording.base, path) == [], "round \(number)")
            for name in ["/large", "/small"] {
                let file = open(path + name, O_WRONLY)
                pwrite(file, "z", 1, 0)
                close(file)
            }
        }
    }

    @Test("notices names that come, go and change at once, deep in directories that stay")
    func quickNames() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { root in
            for path in ["/outer", "/outer/inner", "/outer/empty"] { mkdir(root + path, 0o700) }
            "x".save(to: root + "/outer/inner/file")
        }
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        for number in 0..<300 {
            try materializer.materialize(recording.base)
            #expect(try difference(recording.base, path) == [], "round \(number)")
            switch number % 6 {
            case 0: "y".save(to: path + "/outer/empty/new")
            case 1: unlink(path + "/outer/inner/file")
            case 2: rename(path + "/outer/inner/file", path + "/outer/inner/other")
            case 3:
                rmdir(path + "/outer/empty")
                mkdir(path + "/outer/empty", 0o700)
            case 4: chmod(path + "/outer/inner", 0o500)
            default: rename(path + "/outer", path + "/moved")
            }
        }
    }

    @Test("notices a store through a shared mapping into a small file")
    func sharedMapping() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { "yyyy".save(to: $0 + "/small") }
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        try materializer.materialize(recording.base)
        let file = open(path + "/small", O_RDWR)
        let bytes = try #require(mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
        #expect(bytes.load(as: UInt8.self) == UInt8(ascii: "y"))
        bytes.storeBytes(of: UInt8(ascii: "n"), as: UInt8.self)
        munmap(bytes, 4)
        close(file)
        try materializer.materialize(recording.base)
        #expect(try difference(recording.base, path) == [])
    }

    @Test("patches a large file, in place and when it has another name")
    func patches() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { root in
            String(repeating: "0123456789abcdef", count: 1 << 16).save(to: root + "/large")
        }
        for place in 0..<20 { recording.write("large", "changed", at: place * 50_000) }
        recording.rename("large", to: "moved")
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        try materializer.materialize(recording.base)
        var first = stat()
        stat(path + "/large", &first)
        let states = try KillStates(base: recording.base, calls: recording.calls, seed: 1)
        for state in states {
            try materializer.materialize(state.tree)
            #expect(try difference(state.tree, path) == [], "\(state.name)")
        }
        var last = stat()
        stat(path + "/moved", &last)
        #expect(first.st_ino == last.st_ino)
    }

    @Test("keeps extended attributes, where the file system has them")
    func attributes() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { "x".save(to: $0 + "/a") }
        var tree = recording.base
        let name = Array("user.kept".utf8)
        try tree.apply(.setAttribute(recording.identity("a"), name: name, value: [1, 2]))
        let path = directory.path + "/state"
        mkdir(path, 0o700)
        var materializer = try Materializer(root: path)
        try materializer.materialize(tree)
        #expect(try difference(tree, path) == [])
        try materializer.materialize(recording.base)
        #expect(try difference(recording.base, path) == [])
    }
}

/// Changes a directory as a target does, without telling anybody.
private struct RealTarget {
    let root: String
    private var generator: SeededGenerator
    private var made = 0

    init(root: String, seed: UInt64) {
        self.root = root
        generator = SeededGenerator(seed: seed)
    }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    mutating func act() {
        var names: [String] = []
        if let stream = opendir(root) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            closedir(stream)
        }
        names.sort()
        made += 1
        let new = "\(root)/t\(made)"
        let old = names.isEmpty ? new : root + "/" + names[below(names.count)]
        var status = stat()
        let isFile = lstat(old, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        switch below(8) {
        case 0: "added".save(to: new)
        case 1: mkdir(new, 0o755)
        case 2: rename(old, new)
        case 3: try? FileTree.remove(old)
        case 4: chmod(old, 0o700)
        case 5 where isFile: link(old, new)
        case 6 where isFile: truncate(old, off_t(below(9_000)))
        default:
            guard isFile else { return }
            let file = open(old, O_WRONLY)
            pwrite(file, "zz", 2, off_t(below(5_000)))
            close(file)
        }
    }
}
