import Foundation
import Testing

@testable import RestorationArchive

/// R7, D9: whatever the bytes, a decoder answers; it never crashes, hangs or fills the memory.
struct MutationTests {
    /// So many inputs for each decoder; `RELAUNCH_MUTATIONS` may ask for more.
    private static let inputs =
        ProcessInfo.processInfo.environment["RELAUNCH_MUTATIONS"].flatMap(Int.init) ?? 5_000

    @Test("R7: a file that was changed anywhere is damaged, or newer, and never something else")
    func sealed() {
        var mutations = Mutations()
        let file = ArchiveReadingTests.archive.file
        for _ in 0..<Self.inputs {
            let changed = mutations.change(file)
            if changed == file { continue }
            #expect(throws: UnusableFile.self) { try StateArchive(file: changed) }
        }
    }

    @Test("R7: not even a payload whose checksum is right does harm")
    func payload() {
        var mutations = Mutations()
        let file = ArchiveReadingTests.archive.file
        let payload = Array(file[SealedFile.headerLength...])
        for _ in 0..<Self.inputs {
            let changed = SealedFile.seal(
                mutations.change(payload), magic: StateArchive.magic, version: StateArchive.version)
            let strict = try? StateArchive(file: changed)
            let reading = ArchiveReading(file: changed)
            // By their paths: not every number is equal to itself.
            if let strict {
                #expect(reading.records.map(\.record.path) == strict.records.map(\.path))
            }
            #expect(reading.records.count <= changed.count)
        }
    }

    @Test("D9: a changed history is damaged, and one whose checksum is right does no harm")
    func history() {
        var mutations = Mutations()
        let file = LaunchRecord(crashes: 2, isOpen: true, boot: "boot", snapshotIgnoredFor: 3).file
        let payload = Array(file[SealedFile.headerLength...])
        for _ in 0..<Self.inputs {
            let changed = mutations.change(file)
            if changed != file {
                #expect(throws: UnusableFile.self) { try LaunchRecord(file: changed) }
            }
            let sealed = SealedFile.seal(
                mutations.change(payload), magic: LaunchRecord.magic, version: 1)
            _ = try? LaunchRecord(file: sealed)
        }
    }

    @Test("R7: the name of a type may be anything")
    func typeNames() {
        let types = [Node.self, Node.Inner.self] as [Any.Type]
        var mutations = Mutations()
        for type in types + [Set<String>.self, [String: [Int?]].self] {
            let name = Array((_mangledTypeName(type) ?? "").utf8)
            for _ in 0..<Self.inputs {
                let changed = String(decoding: mutations.change(name), as: UTF8.self)
                _ = TypeName.type(changed)
                _ = TypeName.readable(changed)
            }
        }
        for type in types {
            #expect(TypeName.type(TypeName.stored(type)) == type)
            #expect(TypeName.readable(TypeName.stored(type)) == String(describing: type))
        }
        #expect(TypeName.type(TypeName.stored(Set<String>.self)) == nil)
        #expect(TypeName.type("\u{1}abcd") == nil)
    }

    @Test("R7: values nested without end, and lists longer than the file, are refused")
    func bounds() {
        func archive(_ application: [UInt8]) -> [UInt8] {
            var head: [UInt8] = [0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0]
            head += [UInt8](repeating: 0, count: 8) + [0] + [UInt8](repeating: 0, count: 8)
            return SealedFile.seal(
                magic: StateArchive.magic, version: StateArchive.version
            ) { writer in writer.writeSection { $0.write(bytes: head + application) } }
        }
        // One value with an empty key: an array in an array in an array …
        let deep = [1, 0] + (0..<100_000).flatMap { _ -> [UInt8] in [14, 1] }
        let long: [UInt8] = [1, 0, 14, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
        #expect(reason(archive(deep)) == "it is nested too deeply")
        #expect(reason(archive(long)) == "a list is longer than the file")
    }

    private func reason(_ file: [UInt8]) -> String? {
        do throws(UnusableFile) {
            _ = try StateArchive(file: file)
            return nil
        } catch {
            guard case .damaged(let damage) = error else { return nil }
            return damage.reason
        }
    }
}

final class Node {
    final class Inner {}
}

/// Changes bytes at random; a seed, which is printed, repeats them.
struct Mutations {
    private var state: UInt64

    init(seed: UInt64 = .random(in: 0...UInt64.max)) {
        state = seed
        print("mutations with seed \(seed)")
    }

    /// One to four changes: a byte, a bit, an extreme value, a cut, an insertion or a copy.
    mutating func change(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...next(3) where !bytes.isEmpty {
            let place = next(UInt64(bytes.count - 1))
            switch next(6) {
            case 0: bytes[place] = UInt8(next(255))
            case 1: bytes[place] ^= 1 << next(7)
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][next(4)]
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert(UInt8(next(255)), at: place)
            case 5: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(8)))
            default:
                let from = next(UInt64(bytes.count - 1))
                let length = min(1 + next(15), bytes.count - max(place, from))
                bytes.replaceSubrange(place..<place + length, with: bytes[from..<from + length])
            }
        }
        return bytes
    }

    /// A number from zero to the bound (SplitMix64).
    private mutating func next(_ bound: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Int(mixed % (bound &+ 1))
    }
}
