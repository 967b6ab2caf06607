@testable import CrashStates
import Foundation
import Fuzz
import Testing

@testable import RestorationArchive

/// R7, D9: whatever the bytes, a decoder answers; it never crashes, hangs or fills the memory.
struct MutationTests {
    /// So many inputs for each decoder; `RELAUNCH_MUTATIONS` may ask for more.
    static let inputs =
        ProcessInfo.processInfo.environment["RELAUNCH_MUTATIONS"].flatMap(Int.init) ?? 5_000

    @Test("R7: a file that was changed anywhere is damaged, or newer, and never something else")
    func sealed() {
        var mutations = Mutations()
        let file = SampleFiles.archive.file
        for _ in 0..<Self.inputs {
            let changed = mutations.change(file)
            if changed == file { continue }
            #expect(throws: UnusableFile.self) { try StateArchive(file: changed) }
        }
    }

    @Test("D9: a history that was changed anywhere is damaged, or newer")
    func history() {
        var mutations = Mutations()
        let file = SampleFiles.history.file
        for _ in 0..<Self.inputs {
            let changed = mutations.change(file)
            if changed == file { continue }
            #expect(throws: UnusableFile.self) { try LaunchRecord(file: changed) }
        }
    }

    @Test(
        "R7, D9, P3, C12: whatever comes, each decoder answers, at once",
        arguments: Decoder.allCases)
    func everyDecoder(_ decoder: Decoder) {
        var mutations = Mutations()
        let seeds = decoder.seeds
        var slowest = Duration.zero  // of the processor's time: other tests run beside this one
        for number in 0..<Self.inputs {
            let input = mutations.change(seeds[number % seeds.count])
            let begin = processorTime()
            decoder.decode(input)
            slowest = max(slowest, processorTime() - begin)
        }
        #expect(slowest < .seconds(1))
    }

    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
