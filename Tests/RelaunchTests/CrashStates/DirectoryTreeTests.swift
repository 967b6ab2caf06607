@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

@Suite("A model of a directory")
struct DirectoryTreeTests {
    @Test("is as the directory is, after a thousand operations of every kind", arguments: 1...3)
    func randomOperations(seed: Int) throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { root in
            "old".save(to: root + "/old")
        }
        var tree = recording.base
        var script = RandomScript(seed: UInt64(seed))
        while recording.calls.count < 1_000 {
            let done = recording.calls.count
            script.step(recording, tree)
            for call in recording.calls[done...] {
                for operation in call.operations { try tree.apply(operation) }
            }
        }
        var check = CrossCheck(root: recording.root) { _, _ in nil }
        #expect(try check.differences(from: tree, isComplete: true) == [], "seed \(seed)")
    }

    @Test("has a digest that depends on what is there, not on how it came about")
    func digest() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory)
        var tree = recording.base
        var script = RandomScript(seed: 9)
        for _ in 0..<600 {
            let done = recording.calls.count
            script.step(recording, tree)
            for call in recording.calls[done...] {
                for operation in call.operations { try tree.apply(operation) }
            }
        }
        let again = try BaseImage.read(recording.root, store: BaseStore(in: directory.path))
        #expect(again.digest == tree.digest)
        #expect(again.fileCount <= tree.fileCount)

        let before = tree.digest
        recording.create("one more")
        try tree.apply(recording.calls[recording.calls.count - 1].operations[0])
        #expect(tree.digest != before)
        recording.unlink("one more")
        try tree.apply(recording.calls[recording.calls.count - 1].operations[0])
        #expect(tree.digest == before)
    }

    @Test("tells two copies from two links")
    func hardLinks() throws {
        func tree(_ build: (inout DirectoryTree) throws -> Void) rethrows -> Digest {
            var tree = DirectoryTree(root: FileID(1))
            try build(&tree)
            return tree.digest
        }
        let root = FileID(1)
        func make(_ number: UInt64, _ name: String) -> CrashStates.Operation {
            .create(FileID(number), .file, at: Entry(root, Array(name.utf8)), mode: 0o644)
        }
        let linked = try tree {
            try $0.apply(make(2, "a"))
            try $0.apply(.link(FileID(2), at: Entry(root, Array("b".utf8))))
        }
        let copied = try tree {
            try $0.apply(make(2, "a"))
            try $0.apply(make(3, "b"))
        }
        #expect(linked != copied)
    }

    @Test("refuses what cannot have happened, and says what was missed")
    func strictness() throws {
        var tree = DirectoryTree(root: FileID(1))
        let entry = Entry(FileID(1), Array("a".utf8))
        #expect(throws: RecordingError.unknownFile("write", FileID(7))) {
            try tree.apply(.write(FileID(7), offset: 0, bytes: [1]))
        }
        #expect(throws: RecordingError.nameMissing("unlink", path: "a")) {
            try tree.apply(.unlink(FileID(7), at: entry))
        }
        try tree.apply(.create(FileID(2), .directory, at: entry, mode: 0o755))
        #expect(throws: RecordingError.nameTaken("create", path: "a", by: FileID(2))) {
            try tree.apply(.create(FileID(3), .file, at: entry, mode: 0o644))
        }
        #expect(throws: RecordingError.insideItself("rename", path: "a")) {
            try tree.apply(
                .rename(
                    FileID(2), from: entry, to: Entry(FileID(2), Array("b".utf8)), replacing: nil))
        }
        try expectGolden("\(RecordingError.unknownFile("write", FileID(7)))")
    }

    @Test("keeps a large file on disk, and changes of it in memory alone")
    func largeFile() throws {
        let directory = RealDirectory()
        let recording = try ScriptedRecording(directory) { root in
            String(repeating: "0123456789abcdef", count: 65_536).save(to: root + "/large")
        }
        let file = recording.identity("large")
        var tree = recording.base
        for place in 0..<100 {
            try tree.apply(.write(file, offset: UInt64(place * 10_007), bytes: [33, 33]))
        }
        let bytes = try #require(try tree.bytes(at: "large"))
        #expect(bytes.count == 1 << 20)
        #expect(bytes[99 * 10_007] == 33)
        #expect(try recording.base.bytes(at: "large")?[99 * 10_007] != 33)
        let content = try #require(tree[file]?.content)
        let old = try #require(recording.base[file]?.content)
        #expect(try #require(content.blocksChanged(since: old)).count <= 200)
    }
}

@Suite("The content of a file")
struct FileContentTests {
    @Test("is what the same operations make of an array", arguments: 1...5)
    func randomOperations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var content = FileContent()
        var bytes: [UInt8] = []
        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        for _ in 0..<400 {
            let offset = below(30_000)
            switch below(6) {
            case 0:
                let size = below(40_000)
                try content.truncate(to: UInt64(size))
                bytes =
                    Array(bytes.prefix(size))
                    + Array(repeating: 0, count: max(0, size - bytes.count))
            case 1:
                let count = below(9_000)
                try content.zero(from: UInt64(offset), count: UInt64(count))
                for index in offset..<offset + count where index < bytes.count { bytes[index] = 0 }
            case 2 where !bytes.isEmpty:
                let from = [below(bytes.count), below(bytes.count) / 4096 * 4096][below(2)]
                let count = min(bytes.count - from, [4096, 8192, 1000][below(3)])
                try content.collapse(at: UInt64(from), count: UInt64(count))
                bytes.removeSubrange(from..<from + count)
            case 3 where !bytes.isEmpty:
                let from = below(bytes.count) / 4096 * 4096
                try content.insert(at: UInt64(from), count: 4096)
                bytes.insert(contentsOf: Array(repeating: 0, count: 4096), at: from)
            default:
                let new = (0..<below(12_000)).map { _ in UInt8(below(3)) }
                try content.write(new[...], at: UInt64(offset))
                if new.isEmpty { continue }
                bytes += Array(repeating: 0, count: max(0, offset + new.count - bytes.count))
                bytes.replaceSubrange(offset..<offset + new.count, with: new)
            }
        }
        #expect(try content.bytes() == bytes, "seed \(seed)")
        var fresh = FileContent()
        try fresh.write(bytes[...], at: 0)
        #expect(content.digest == fresh.digest, "seed \(seed)")
    }
}

@Suite("A persistent map")
struct PersistentMapTests {
    @Test("is a dictionary, and says what differs from an older one")
    func randomChanges() {
        var generator = SeededGenerator(seed: 5)
        var map = PersistentMap<FileID, Int>()
        var dictionary: [FileID: Int] = [:]
        var old = map
        var oldDictionary = dictionary
        for step in 0..<20_000 {
            if step % 5_000 == 4_990 { (old, oldDictionary) = (map, dictionary) }
            let key = FileID(UInt64.random(in: 0..<900, using: &generator))
            let value = step % 3 == 0 ? nil : step
            map.set(key, to: value)
            dictionary[key] = value
        }
        var all: [FileID: Int] = [:]
        map.forEach { all[$0] = $1 }
        #expect(all == dictionary)
        #expect(map.count == dictionary.count)
        var changed: Set<FileID> = []
        map.forEachDifference(from: old) { key, old, new in if old != new { changed.insert(key) } }
        let keys = Set(dictionary.keys).union(oldDictionary.keys)
        #expect(changed == keys.filter { dictionary[$0] != oldDictionary[$0] })
        #expect(changed.count < 12)
    }
}
