import CrashStates
import RelaunchProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lives that reached something that none before them did, one file each.
package struct Corpus: Sendable {
    package struct Member: Sendable, Codable {
        package var life: StressLife
        /// What it reached first.
        package var reached: [String]
    }

    package let path: String?
    package private(set) var members: [Member] = []

    /// How many lives are kept at most.
    private static let limit = 500

    /// One without a place, which has nothing and keeps nothing.
    package init() { path = nil }

    /// What a directory has; one that is not there is an empty one.
    package init(at path: String) throws {
        self.path = path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let data = FileManager.default.contents(atPath: path + "/" + name) else {
                continue
            }
            do { members.append(try JSONDecoder().decode(Member.self, from: data)) } catch {
                throw StressDirectoryError.notRead(path + "/" + name, "\(error)")
            }
        }
    }

    package var lives: [StressLife] { members.map(\.life) }

    /// The same for the same lives, wherever they lie.
    package var digest: UInt64 {
        members.reduce(0) { digest, member in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let bytes = (try? encoder.encode(member.life)).map(Array.init) ?? []
            return StableHash.mixed(digest ^ StableHash.adding(bytes))
        }
    }

    /// Keeps the lives of a run that reached something new, for the next run. How many there were.
    package func add(_ record: StressRecord, drawn draw: LifeDraw) throws -> Int {
        guard let path else { return 0 }
        let known = Set(members.flatMap(\.reached))
        var new: [Int: [String]] = [:]
        for (place, its) in record.reached where !known.contains(place) {
            new[its.first, default: []].append(place)
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let rest = max(0, Self.limit - members.count)
        let chosen = new.sorted { $0.key < $1.key }.prefix(rest)
        for (number, reached) in chosen {
            let member = Member(life: draw.life(number), reached: reached.sorted())
            let bytes = try encoder.encode(member)
            let name = String(StableHash.adding(Array(bytes)), radix: 36)
            try StressDirectory.write(bytes, to: "\(path)/\(name).json")
        }
        return chosen.count
    }
}
