@testable import CrashStates
import Testing
import TestSupport

@testable import Relaunch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Comparing the model with the directory")
struct CrossCheckTests {
    @Test("turns a store through a mapping into an operation that makes the model right")
    func stores() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            String(repeating: "a", count: 100_000).save(to: root + "/mapped")
        }
        let file = open(recording.root + "/mapped", O_RDWR)
        let bytes = try #require(mmap(nil, 100_000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
        close(file)
        for place in [10, 20, 90_000] {
            bytes.storeBytes(of: 98, toByteOffset: place, as: UInt8.self)
        }
        munmap(bytes, 100_000)
        let mapped = recording.identity("mapped")
        var check = CrossCheck(root: recording.root) { _, _ in nil }
        let found = try check.differences(from: recording.base, isComplete: true)
        #expect(found.count == 1)
        #expect(found[0].isExplained)
        try expectGolden(found[0].description)
        #expect(try check.stores(into: [mapped], of: recording.base) == found[0].stores)
        var tree = recording.base
        for store in found[0].stores { try tree.apply(store) }
        #expect(try check.differences(from: tree, isComplete: true) == [])
    }

    @Test("reports what nothing explains, by path")
    func unexplained() throws {
        let recording = try ScriptedRecording(RealDirectory()) { root in
            for name in ["/gone", "/longer", "/mode"] { "x".save(to: root + name) }
        }
        unlink(recording.root + "/gone")
        "xx".save(to: recording.root + "/longer")
        chmod(recording.root + "/mode", 0o600)
        mkdir(recording.root + "/new", 0o700)
        var check = CrossCheck(root: recording.root) { _, _ in nil }
        let found = try check.differences(from: recording.base)
        #expect(
            found.map(\.description) == [
                "'gone': is not there, but no call removed it", "'longer': has 2 bytes, not 1",
                "'mode': has mode 600, not 644", "'new': is there, but no call made it",
            ])
        #expect(found.allSatisfy { !$0.isExplained })
    }
}
