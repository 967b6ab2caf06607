import Foundation

/// The result for programs: what the table says, and each miss in full.
struct Report: Encodable {
    struct FileSystem: Encodable {
        var name: String
        var options: [String]
        var profile: String
        var workloads: Int
        var images: Int
        var missed: Int
        var workloadsWithMisses: [String]
        var predicted: Int
        var seen: Int
        var predictedWithEnoughImages: Int
        var seenWithEnoughImages: Int
        var leftOut: [String: String]
    }

    struct Missed: Encodable {
        var workload: String
        var script: String
        var fileSystem: String
        var profile: String
        var seed: UInt64
        var image: String
        var images: Int
        var acknowledgements: Int
        var isPredictedElsewhere: Bool
        var isSteady: Bool
        var found: [String]
        var nearest: [String]
        var fewestCalls: [String]?
    }

    struct Unseen: Encodable {
        var workload: String
        var script: String
        var fileSystem: String
        var predicted: Int
        var seen: Int
        var orders: [String]
        var states: [String]
    }

    var version = 1
    var kernel: String
    var fileSystems: [FileSystem]
    var misses: [Missed]
    var unseen: [Unseen]

    init(_ tally: Tally, kernel: String) {
        self.kernel = kernel
        fileSystems = tally.rows.map { row in
            FileSystem(
                name: row.candidate.system.name, options: row.candidate.system.options,
                profile: row.candidate.profile.name, workloads: row.workloads.count,
                images: row.images, missed: row.missed,
                workloadsWithMisses: row.missedWorkloads.sorted(), predicted: row.predicted,
                seen: row.found, predictedWithEnoughImages: row.shownPredicted,
                seenWithEnoughImages: row.shownFound, leftOut: row.leftOut)
        }
        unseen = tally.unseen.map { unseen in
            Unseen(
                workload: unseen.workload.name, script: unseen.workload.line,
                fileSystem: unseen.candidate.system.name,
                predicted: unseen.predicted, seen: unseen.seen, orders: unseen.orders,
                states: unseen.states)
        }
        misses = tally.misses.map { miss in
            Missed(
                workload: miss.workload.name, script: miss.workload.line,
                fileSystem: miss.candidate.system.name, profile: miss.candidate.profile.name,
                seed: miss.seed, image: miss.image, images: miss.count,
                acknowledgements: miss.acknowledgements,
                isPredictedElsewhere: miss.isPredictedElsewhere, isSteady: miss.isSteady,
                found: miss.tree,
                nearest: miss.nearest, fewestCalls: miss.fewest?.calls)
        }
    }

    /// Writes the file beside its name and renames it.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
